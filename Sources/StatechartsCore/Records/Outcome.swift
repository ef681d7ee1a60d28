/// How an event was taken.
public enum Outcome: Sendable, Hashable {
    /// A state reacted, with or without a transition.
    case handled
    /// A state deferred it; it will be taken again.
    case deferred
    /// No active state reacted.
    case unhandled
    /// The machine has reached its end; the event was not taken.
    case finished
}
