/// The record of a step without its trigger. An object, so that records of steps that did the same share it.
@usableFromInline
final class StepContent: Sendable {
    @usableFromInline let outcome: Outcome
    @usableFromInline let microsteps: [Microstep]
    @usableFromInline let configuration: Configuration
    @usableFromInline let failure: StepError?
    @usableFromInline let deferredBy: StateID?

    init(
        _ outcome: Outcome, _ microsteps: [Microstep], _ configuration: Configuration, _ failure: StepError? = nil,
        deferredBy: StateID? = nil
    ) {
        self.outcome = outcome
        self.microsteps = microsteps
        self.configuration = configuration
        self.failure = failure
        self.deferredBy = deferredBy
    }
}

/// A macrostep on its way to an observer, who knows the type of the event.
@usableFromInline
package struct RawMacrostep: Sendable {
    let trigger: MacrostepTrigger
    @usableFromInline let content: StepContent

    /// True if an event for the chart itself has set the step off, and was not deferred before.
    @usableFromInline var isOfEvent: Bool { trigger == .event }
}
