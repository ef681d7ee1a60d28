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
    /// The event, `recalled` and the event, or what else set the step off. Of a large event the first thousand parts,
    /// at most 50 levels deep, and of its strings the first ten thousand bytes.
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
