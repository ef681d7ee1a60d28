// A step: it is begun by an event or another input, run until it is over or an action suspends, and resumed after that.

extension Engine {
    /// Begins the step of an event of the outermost chart and runs it. The event is borrowed: it is not used after this
    /// has returned.
    /// - Parameter owner: the active state that it belongs to, -1 if it is for all: see `select`.
    @usableFromInline
    package func begin(_ event: EventPointer, owner: VertexIndex = -1) -> StepEnd {
        begin(Offer(event: event, owner: owner), .event)
    }

    @inline(__always)
    private func begin(_ offer: Offer, _ trigger: MacrostepTrigger) -> StepEnd {
        guard passGate(trigger) else { return .refused }
        take(offer, keeps: true)
        return run()
    }

    /// Begins a step that no event sets off, and runs it.
    package func begin(_ input: StepInput) -> StepEnd {
        if case .start = input, status == .new { status = .running }
        guard passGate(input.trigger) else { return .refused }
        phase = .settling
        setOutcome(.handled)
        switch input {
        case .start(let targets): enterChart(at: targets)
        case .changed: pending.insert(.chartCompletion)
        case .activityEnd(let state, let error):
            pending.insert(.chartCompletion)
            if let error { addError(of: state, error) }
        case .restored: restore()
        case .failure(let error): fail(error)
        case .stop: exitChart(.stopped)
        case .abandon:
            status = .stopped
            dropEverything()
        }
        return run()
    }

    /// Runs the step under way, and those of recalled events behind it, until the engine is at rest or `StepEnd` says
    /// why it is not.
    @inline(__always)
    package func run() -> StepEnd {
        while phase != .idle {
            if phase == .settling { settle() } else if let end = advance() { return end }
        }
        return status == .running ? .over(outcome) : .ended
    }

    /// Goes on by one phase. Answers `nil`, or why the step has to stop here.
    @inline(never)
    private func advance() -> StepEnd? {
        // The branch predictor guesses a condition on the usual phase better than the jump table of a `switch`.
        if phase.isPerforming { return step.value.isSuspended || !perform() ? .suspended : nil }
        switch phase {
        case .ending: return .suspended
        case .closing: close()
        case .recalling:
            if deferredCauses?.hasChanged == true { return .recalls }
            recall()
        case .idle, .settling, .exits, .effects, .entries: break
        case .asking: trap("a step was run from inside of a question", "please report this as a bug")
        }
        return nil
    }

    /// Passes the gate and shuts it, unless a step is under way or the chart does not run.
    @inline(__always)
    func passGate(_ trigger: MacrostepTrigger) -> Bool {
        guard phase == .idle, status == .running else { return false }
        beginStep(trigger)
        return true
    }

    /// Makes everything ready for a step. That of a recalled event begins here too, behind the gate.
    @inline(__always)
    func beginStep(_ trigger: MacrostepTrigger) {
        phase = .asking
        hot.value.stepCount &+= 1
        step.value = Step(trigger)
    }

    // MARK: Events

    /// Asks the active states about the event that set the step off.
    /// - Parameter keeps: true if the event is to be kept when it is deferred; a recalled event is kept already.
    @inline(__always)
    func take(_ offer: Offer, keeps: Bool) {
        let outcome = ask(offer, as: .init(.event), keeps: keeps)
        setOutcome(outcome, isRecalled: !keeps)
        if outcome == .unhandled, offer.scope > 0 || coldState != nil, settleUnhandled(offer) {
            setOutcome(.handled, isRecalled: !keeps)
        }
    }

    /// Sets the outcome of the step under way, and of the engine. The only place that does.
    /// - Parameter isRecalled: true if a recalled event has set the step off, which does not change the engine's.
    @inline(__always)
    private func setOutcome(_ outcome: Outcome, isRecalled: Bool = false) {
        step.value.outcome = outcome
        if !isRecalled { hot.value.outcome = outcome }
    }

    /// Asks the active states about an event. Their answers begin the next microstep; if there are none and a state
    /// defers the event, it is kept.
    @inline(__always)
    func ask(_ offer: Offer, as cause: MicrostepTrigger, keeps: Bool) -> Outcome {
        if !isOneChart { forgetTranslations() }
        let deferrer = select(offer)
        if !answers.isEmpty {
            beginMicrostep(cause)
            return .handled
        }
        phase = .settling
        if deferrer < 0 { return .unhandled }
        if cause.kind == .event { step.value.deferredBy = deferrer }
        if keeps { keep(offer, deferredBy: deferrer) }
        return .deferred
    }

    /// Decides what comes of an event that nobody has taken: it is raised in the host, fails the chart, or is told.
    /// Answers whether it was raised in the host; then it counts as handled, whatever the host does with it.
    @inline(never)
    private func settleUnhandled(_ offer: Offer) -> Bool {
        if status != .running { return false }
        if passOutward(offer.event, from: offer.scope) { return true }
        if coldState?.failsUnhandled == true {
            let event = store(of: offer.scope)?.describe(offer.event) ?? "an event"
            fail(
                StepError(
                    .unhandledEvent, path: configuration.description,
                    "no active state reacted to \(event)",
                    fix: "handle the event in one of these states or above, or choose another policy"))
        } else {
            coldState?.onUnhandled?(offer.event, offer.scope)
        }
        return false
    }

    /// Begins the step of an event of an embedded chart that comes from a timer, an activity or a port; refused if it
    /// is not one of that chart.
    /// - Parameter hold: has the chart's store hold the event.
    package func begin(
        inside scope: ScopeIndex, owner: VertexIndex = -1, _ hold: (EventStore) -> EventPointer?
    ) -> StepEnd {
        guard isReady, let store = store(of: scope), let event = hold(store) else { return .refused }
        if isObservedNow { cold.inside = store.value(event).map { (scope, $0) } }
        pending.insert(.event)
        return begin(Offer(event: event, scope: scope, owner: owner), .inside)
    }

    // MARK: Suspension

    /// The action that is to be awaited before the step can go on.
    package var pause: Pause {
        switch phase {
        case .effects: .effect(useSuspendedReaction { $0 }.suspendingEffect)
        case .exits: .exit(nodes[acting])
        case .ending: .ending({ [resources] in await resources?.awaitEnd() })
        case .entries: .entry(nodes[acting])
        case .idle, .asking, .settling, .closing, .recalling:
            trap("an engine is asked for the action that it awaits, and awaits none", "please report this as a bug")
        }
    }

    /// Notes that the action which was awaited has ended. `run()` goes on with the step.
    package func resume(_ error: (any Error)?) {
        step.value.isSuspended = false
        if phase == .ending { return didAwaitEnd(error) }
        if phase == .effects { useSuspendedReaction { $0.letGoOfEffect() } }
        if let error { addError(of: acting, error) }
        if phase == .exits { empty(acting) }
    }

    /// Runs a step to its end where nobody can await: a suspending effect counts as having thrown an error.
    ///
    /// Suspending entries and exits are passed over. Validation has refused charts that have some; those met here come
    /// from a `MethodTable` that cannot tell, and count as present in every state.
    package func runWithoutSuspending() throws {
        while case .suspended = run() {
            guard phase == .effects else {
                resume(nil)
                continue
            }
            resume(
                StepError(
                    .suspends, path: topology.path(of: 0), "an effect suspends, but the chart runs in an interpreter",
                    fix: "run the chart in a Machine"))
        }
        if status != .running, let failure { throw failure }
    }
}
