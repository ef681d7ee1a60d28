/// What a class must be to serve as the `Top` of states: a ``TopState``.
///
/// Nothing else can conform to it: subclass ``TopState``.
public protocol Statechart: _TopState {
    /// The events that the chart's states handle.
    associatedtype Event: Sendable

    /// Puts an internal event behind those raised before it; see ``TopState/raise(_:)``.
    func raise(_ event: Event)
}

/// What only ``TopState`` derives from, so that nothing else can be a ``Statechart``: the engine asks the top of a
/// chart as a `TopState` of its events, without looking.
open class _TopState: StateNode {
    override init() {}
}

/// What a composite does when it is entered by default after it had been left (UML 2.5.1, 14.2.3.4.4).
public enum HistoryKind: Sendable, Hashable {
    /// Enters the initial substate.
    case none
    /// Resumes the direct substate that was active when the composite was left; that one is entered by default.
    case shallow
    /// Resumes the whole configuration inside as it was when the composite was left.
    case deep
}
