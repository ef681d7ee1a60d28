/// What the record of a step says beyond what set it off: one object, which all records of steps that did the same can
/// share.
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
