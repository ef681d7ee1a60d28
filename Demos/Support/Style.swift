/// How a piece of text looks in a terminal (ECMA-48, 8.3.117, select graphic rendition).
public enum Style: Int, Sendable {
    case bold = 1
    case dim = 2
    case reversed = 7
    case red = 31
    case green = 32
    case yellow = 33
    case blue = 34
    case gray = 90
}

extension String {
    /// The text in these styles; what follows is plain again.
    public func styled(_ styles: Style...) -> String {
        styles.isEmpty ? self : "\u{1B}[" + styles.map { "\($0.rawValue)" }.joined(separator: ";") + "m\(self)\u{1B}[0m"
    }
}
