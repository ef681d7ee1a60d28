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

/// The record of one step: everything between taking an event and coming to rest (SCXML: macrostep).
public struct Macrostep<Event: Sendable>: Sendable, CustomStringConvertible {
    /// What set the step off.
    public enum Trigger: Sendable {
        /// The machine's start.
        case start
        /// An event from outside.
        case event(Event)
        /// An event that had been deferred.
        case recalled(Event)
        /// An event from a timer or an activity inside a submachine, as text.
        case eventInside(String)
        /// An activity of this state ended without an event of its own.
        case activity(StateID)
        /// An event raised inside a submachine that had been deferred there, as text.
        case recalledInside(String)
        /// Data changed from outside, or events raised from there.
        case changed
        /// The machine was stopped.
        case stop
    }

    /// What set the step off.
    public let trigger: Trigger
    @usableFromInline let content: StepContent

    /// How the event was taken; `.handled` for a start or a stop.
    @inlinable public var outcome: Outcome { content.outcome }
    /// What happened, in order.
    @inlinable public var microsteps: [Microstep] { content.microsteps }
    /// The active states afterwards; after the end, those in which the machine ended.
    @inlinable public var configuration: Configuration { content.configuration }
    /// The error with which the machine failed in this step, or that an exit action threw while the machine ended.
    @inlinable public var failure: StepError? { content.failure }
    /// The state that wants the event later; `nil` if the outcome is another than ``Outcome/deferred``.
    @inlinable public var deferredBy: StateID? { content.deferredBy }

    @inlinable
    init(trigger: Trigger, _ content: StepContent) {
        self.trigger = trigger
        self.content = content
    }

    init(
        trigger: Trigger, outcome: Outcome, microsteps: [Microstep], configuration: Configuration, failure: StepError?
    ) {
        self.init(trigger: trigger, StepContent(outcome, microsteps, configuration, failure))
    }

    /// The event, if one set the step off.
    public var event: Event? {
        switch trigger {
        case .event(let event), .recalled(let event): event
        case .start, .eventInside, .activity, .recalledInside, .changed, .stop: nil
        }
    }

    /// A line for the step and one for each microstep; of more than 100 the first and the last ones, with the number
    /// of those between them.
    public var description: String {
        var lines = ["\(trigger): \(outcome) → \(configuration)"]
        // A cycle without an event has a thousand.
        let ends = microsteps.count > 100 ? 10 : microsteps.count
        lines += microsteps.prefix(ends).map { "  \($0)" }
        if microsteps.count > ends {
            lines.append("  … \(microsteps.count - 2 * ends) more …")
            lines += microsteps.suffix(ends).map { "  \($0)" }
        }
        if let failure { lines.append("  failed: \(failure)") }
        return lines.joined(separator: "\n")
    }
}

extension Macrostep: Equatable where Event: Equatable {
    /// Equal if all of the record is.
    public static func == (a: Self, b: Self) -> Bool {
        a.trigger == b.trigger && a.outcome == b.outcome && a.microsteps == b.microsteps
            && a.deferredBy == b.deferredBy && a.configuration == b.configuration
            && a.failure?.description == b.failure?.description
    }
}

extension Macrostep.Trigger: Equatable where Event: Equatable {}

extension Macrostep.Trigger: CustomStringConvertible {
    /// The event, `recalled` and the event, or what else set the step off.
    public var description: String {
        switch self {
        case .start: "start"
        case .event(let event): ValueText.of(event)
        case .recalled(let event): "recalled \(ValueText.of(event))"
        case .eventInside(let event): event
        case .activity(let state): "activity of \(state)"
        case .recalledInside(let event): "recalled \(event)"
        case .changed: "changed"
        case .stop: "stop"
        }
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
