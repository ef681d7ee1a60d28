/// What a port, or a stream of a port, does with messages that have not been taken yet.
///
/// The first three are those of `AsyncStream`. A message that is dropped is counted (``InputPort/droppedCount``,
/// ``OutputPort/Subscription/droppedCount``) and reported (``System/reports``).
public enum PortBuffering: Sendable, Hashable {
    /// Keeps every message.
    case unbounded
    /// Keeps the first messages up to this number and drops those that come while it is full.
    case bufferingOldest(Int)
    /// Keeps the last messages up to this number and drops the oldest one for each that comes while it is full.
    case bufferingNewest(Int)
    /// Keeps messages up to this number; ``OutputPort/sendWaiting(_:)`` waits while it is full.
    ///
    /// A plain ``OutputPort/send(_:)-(Message)`` does not wait: what it sends while it is full is dropped. A place that
    /// is reserved for a message of ``OutputPort/sendWaiting(_:)`` counts as taken. There may be
    /// more messages than this: if a message of ``OutputPort/sendWaiting(_:)``, which waits once, comes several times;
    /// if a machine that receives the port only in some states gives a message back whose place another one has taken;
    /// and after a restart from a snapshot, whose messages come before those that have come since.
    case waiting(Int)

    /// The most messages that are kept, `nil` without a bound.
    public var limit: Int? {
        switch self {
        case .unbounded: nil
        case .bufferingOldest(let limit), .bufferingNewest(let limit), .waiting(let limit): limit
        }
    }

    /// The policy itself if its limit makes sense; a limit below one traps.
    @usableFromInline
    func checked(function: StaticString = #function) -> PortBuffering {
        if let limit, limit < 1 {
            trap("\(function) was given a limit of \(limit) messages", "give a limit of at least 1")
        }
        return self
    }
}
