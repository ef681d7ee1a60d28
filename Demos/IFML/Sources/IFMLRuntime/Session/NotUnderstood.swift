/// A command that is none: what it was, and what was expected.
public struct NotUnderstood: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was expected.
    public let description: String

    /// Makes the error.
    public init(_ description: String) { self.description = description }
}

/// Something went wrong in a store or a stub, in words for the user.
public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The words.
    public let description: String

    /// Makes the error.
    public init(_ description: String) { self.description = description }
}
