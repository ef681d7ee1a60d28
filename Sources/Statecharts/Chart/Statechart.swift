/// What a class must be to serve as the `Top` of states: a ``TopState``.
///
/// Nothing else can conform to it: subclass ``TopState``.
public protocol Statechart: _TopState {
    /// The events that the chart's states handle.
    associatedtype Event: Sendable

    /// Puts an internal event behind those raised before it; see ``TopState/raise(_:)``.
    func raise(_ event: Event)

    /// The answer of the top state's handler, for the engine.
    func _handle(_ event: borrowing Event) -> _Answer

    /// Keeps the event of an armed timer, for the engine.
    func _keepTimed(_ event: Event, at slot: Int32)

    /// The event of a timer that is due, for the engine.
    func _takeTimed(at slot: Int32, repeats: Bool) -> Event
}

/// What only ``TopState`` derives from, so that nothing else can be a ``Statechart``: the engine asks the top of a chart as a `TopState` of its
/// events, without looking.
open class _TopState: StateNode {
    override init() {}
}

/// An answer of a handler without its type, for the engine.
public struct _Answer {
    @usableFromInline let raw: RawReaction
    @inlinable init(_ raw: RawReaction) { self.raw = raw }
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
