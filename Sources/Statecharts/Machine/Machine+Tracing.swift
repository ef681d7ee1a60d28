// What steps are caused by, while a system traces messages.

extension Machine {
    /// Runs a step on past the recalls of deferred events, where the engine only stops so that their causes can be
    /// noted. Returns true if it has come to an action that may suspend.
    @inline(__always)
    func advance(_ engine: Engine, from end: StepEnd) -> Bool {
        guard Tracing.isActive || engine.deferredCauses != nil else { return end.isSuspended }
        return advanceCaused(engine, from: end)
    }

    /// Runs the engine on while messages are traced or deferred events have causes: what is sent meanwhile refers to
    /// the message that is being handled.
    func advanceCaused(_ engine: Engine) -> Bool {
        advanceCaused(engine, from: caused(in: engine) { engine.run() })
    }

    private func advanceCaused(_ engine: Engine, from end: StepEnd) -> Bool {
        var end = end
        while case .recalls = end {
            engine.deferredCauses?.hasChanged = false
            // From now on the step's cause is that of the deferred event.
            cause = engine.deferredCauses?.current as? TraceContext
            end = caused(in: engine) { engine.run() }
        }
        if let deferredCauses = engine.deferredCauses, deferredCauses.isEmpty, !Tracing.isActive {
            engine.deferredCauses = nil
        }
        return end.isSuspended
    }

    /// Does a part of a step, with the step's cause as that of what is sent, posted, armed, begun or deferred.
    @usableFromInline
    func caused<Result>(in engine: Engine, _ body: () -> Result) -> Result {
        guard Tracing.isActive || engine.deferredCauses != nil else { return body() }
        let deferredCauses = engine.deferredCauses ?? DeferredCauses()
        engine.deferredCauses = deferredCauses
        deferredCauses.current = cause
        // What the machine does without a system watching is not caused by anything.
        defer { if !deferredCauses.hasChanged { deferredCauses.current = nil } }
        return Tracing.$cause.withValue(cause, operation: body)
    }
}
