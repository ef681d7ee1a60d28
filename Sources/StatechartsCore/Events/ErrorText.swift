/// An error that says one thing a line.
package protocol ErrorOfLines: Error {
    /// All of it in one line, for a text that goes on behind it.
    var line: String { get }
}

/// The text of an error as a part of another text.
package enum ErrorText {
    package static func of(_ error: any Error) -> String { (error as? any ErrorOfLines)?.line ?? ValueText.of(error) }
}
