extension StringProtocol {
    /// The text without anything that a terminal would obey instead of showing it: such characters are written as
    /// `\\u{1B}`.
    public var printable: String {
        unicodeScalars.contains { !$0.isPrintable }
            ? unicodeScalars.map { $0.isPrintable ? String($0) : $0.escaped(asASCII: true) }.joined() : String(self)
    }

    /// Whether a terminal shows the text as it is.
    public var isPrintable: Bool { unicodeScalars.allSatisfy(\.isPrintable) }
}

extension Unicode.Scalar {
    /// Control characters begin escape sequences or move the cursor, format characters turn the direction of what
    /// follows, separators break the line. Of these the tabulator does no harm, nor do those that join letters and make
    /// flags of emoji.
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: self == "\t"
        case .format: value == 0x200C || value == 0x200D || (0xE0020...0xE007F).contains(value)
        case _: true
        }
    }
}
