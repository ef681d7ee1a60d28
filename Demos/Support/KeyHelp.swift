/// What `h` or `?` shows below a drawing, where keys are commands; the same key hides it.
public struct KeyHelp: Sendable {
    private let text: String
    private var isShown = false

    /// A help that is hidden.
    /// - Parameter text: paragraphs, with ends of lines between them.
    public init(_ text: String) { self.text = text }

    /// Takes a key. Answers whether it was one of the help's.
    public mutating func take(_ input: TerminalInput) -> Bool {
        guard input == .character("h") || input == .character("?") else { return false }
        isShown.toggle()
        return true
    }

    /// The lines to be drawn in a window of this width; none while it is hidden.
    public func lines(columns: Int) -> [String] {
        guard isShown else { return [] }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { $0.wrapped(columns: max(columns - 4, 1)) }.map { "   " + $0.styled(.dim) }
    }
}
