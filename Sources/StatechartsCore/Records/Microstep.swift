/// One set of transitions that are taken together (SCXML: microstep).
public struct Microstep: Sendable, Hashable, CustomStringConvertible {
    /// What enabled the transitions.
    public enum Trigger: Sendable, Hashable {
        /// The event of the macrostep: what its states were asked about first. It stands in ``Macrostep/event``; in the
        /// step of a timer or an activity it is the event that this has sent, also inside a submachine. At most one
        /// microstep has it, the first: choices, eventless transitions, completions, errors and raised events that
        /// follow have triggers of their own.
        case event
        /// The machine's start.
        case start
        /// An internal event, as text.
        case raised(String)
        /// A condition: `always()`, or a join whose sources are all active.
        case eventless
        /// That a state was complete.
        case completion(StateID)
        /// That a choice was reached.
        case choice(StateID)
        /// An error that an action or activity of this state threw, as text.
        case failure(StateID, String)
        /// That the machine came to its end.
        case finish
    }

    /// From one state to others, as it was taken or preempted.
    public struct Transition: Sendable, Hashable, CustomStringConvertible {
        /// The kind of a transition: how it treats its source (UML 2.5.1, 14.5.12 TransitionKind).
        public enum Kind: Sendable, Hashable {
            /// The source is left, and entered again if the targets are inside it.
            case external
            /// The source stays.
            case local
            /// Nothing is left or entered.
            case `internal`
        }
        /// The state (or pseudostate) that reacted.
        public let source: StateID
        /// External, local or internal.
        public let kind: Kind
        /// Where it leads, after junctions, forks, entry and exit points; empty for an internal transition.
        public let targets: [StateID]
        /// The words for its guard, as ``Reaction/when(_:)`` gave them.
        public let guardText: String?

        init(source: StateID, kind: Kind, targets: [StateID], guardText: String? = nil) {
            self.source = source
            self.kind = kind
            self.targets = targets
            self.guardText = guardText
        }

        /// `Lights.Red → Lights.Green [all is well]`
        public var description: String {
            let arrow = kind == .external ? "→" : kind == .local ? "⇢" : "↺"
            let way = ["\(source) \(arrow)"] + [targets.map(\.path).joined(separator: ", ")].filter { !$0.isEmpty }
            return (way + [guardText.map { "[\($0)]" }].compactMap(\.self)).joined(separator: " ")
        }
    }

    /// What enabled the transitions.
    public let trigger: Trigger
    /// The transitions taken, in document order of their sources.
    public let transitions: [Transition]
    /// The transitions that another one excluded, because both would have left the same states.
    public let preempted: [Transition]
    /// The states left, in the order of their exit actions.
    public let exits: [StateID]
    /// The sources of the effects that ran, in order.
    public let effects: [StateID]
    /// The states entered, in the order of their entry actions.
    public let entries: [StateID]

    /// Everything in one line.
    public var description: String {
        var parts = ["\(trigger)"]
        if !transitions.isEmpty { parts.append(transitions.map(\.description).joined(separator: "; ")) }
        if !preempted.isEmpty { parts.append("preempted " + preempted.map(\.description).joined(separator: "; ")) }
        if !exits.isEmpty { parts.append("exits " + exits.map(\.path).joined(separator: " ")) }
        if !effects.isEmpty { parts.append("effects " + effects.map(\.path).joined(separator: " ")) }
        if !entries.isEmpty { parts.append("entries " + entries.map(\.path).joined(separator: " ")) }
        return parts.joined(separator: ", ")
    }
}

extension Microstep.Trigger: CustomStringConvertible {
    /// What it was, and of which state or event.
    public var description: String {
        switch self {
        case .event: "event"
        case .start: "start"
        case .raised(let event): "raised \(event)"
        case .eventless: "eventless"
        case .completion(let state): "completion of \(state)"
        case .choice(let vertex): "choice \(vertex)"
        case .failure(let state, let error): "failure of \(state): \(error)"
        case .finish: "finish"
        }
    }
}
