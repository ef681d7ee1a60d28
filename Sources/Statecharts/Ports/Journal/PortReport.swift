/// Something that a port of a ``System`` did with a message instead of delivering it.
public struct PortReport: Sendable, CustomStringConvertible {
    /// What was done.
    public enum Kind: Sendable, Hashable {
        /// The buffering policy dropped the message: there was no room when it came, or it had to make room for another
        /// one.
        case dropped
        /// The machine or port that was to take the message had come to its end, no receiver of a channel understands
        /// it, or a bridge could not bring it to the other side.
        case undelivered
    }
    /// What was done.
    public let kind: Kind
    /// The port that did it.
    public let port: PortLabel
    /// The message that was not delivered; for a bridge that ends, a text that says how many.
    public let message: any Sendable

    /// `dropped at Kitchen.orders: pizza`; of a large message the first thousand parts, at most 50 levels deep, and
    /// of its strings the first ten thousand bytes.
    public var description: String { "\(kind) at \(port): \(ValueText.of(message))" }
}
