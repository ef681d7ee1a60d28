/// What a class must be to serve as the `Top` of states: a ``TopState``.
///
/// Nothing else can conform to it: subclass ``TopState``. States have an unavailable conformance, so that the compiler
/// can explain the mistake where one is named as the top.
public protocol Statechart: StateNode {
    /// The events that the chart's states handle.
    associatedtype Event: Sendable

    /// Puts an internal event after those raised before it; see ``TopState/raise(_:)``.
    func raise(_ event: Event)
}

// The events of timers are kept in the top of a chart as in a `TopState`, without looking. So nothing else may be a
// `Statechart`: a class of another module derives from a `TopState`, or from a `Subvertex`, which cannot be used as one
// and whose subclasses cannot conform a second time. All other initializers are this module's own.
@available(
    *, unavailable,
    message:
        "the top of a chart, which is the second argument of State<Superior, Top> and what a Machine runs, is a TopState; a State is none"
)
extension Subvertex: Statechart {}

/// What a composite does when it is entered by default after it had been left (UML 2.5.1, 14.2.3.4.4).
public enum HistoryKind: Sendable, Hashable {
    /// Enters the initial substate.
    case none
    /// Resumes the direct substate that was active when the composite was left; that one is entered by default.
    case shallow
    /// Resumes the whole configuration inside as it was when the composite was left.
    case deep
}
