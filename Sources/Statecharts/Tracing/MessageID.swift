/// The number of a message within a `System`: messages that were sent later have greater numbers.
public struct MessageID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The number; the first message of a system has 1.
    public let number: UInt64

    /// The number after a hash sign: `#12`.
    public var description: String { "#\(number)" }

    /// Whether `a` was sent before `b`.
    public static func < (a: MessageID, b: MessageID) -> Bool { a.number < b.number }
}
