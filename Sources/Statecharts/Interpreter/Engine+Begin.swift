// What a macrostep can begin with. Call `run()` next.

extension Engine {
    /// Enters the chart. Call ``run()`` next.
    func begin(at targets: [Int32] = []) {
        cells.value.status = .running
        open(.start)
        cells.value.trigger = .start
        work.clearPlan()
        for target in targets { work.targets.append(target) }
        planAll(to: 0..<Int32(targets.count))
        beginPerforming()
    }

    /// Begins the step of an event. Call ``run()`` next if something is to be run.
    /// - Parameter owner: the active state that the event belongs to, as that of a timer does: only what is inside it,
    ///   it itself and its superiors are asked, and if the event is deferred, it goes when the state is left. -1 for an
    ///   event that is for all.
    func take(
        _ event: EventPointer, as macrostep: MacrostepTrigger = .event, scope: Int16 = 0, owner: Int32 = -1
    ) {
        open(macrostep)
        cells.value.holdsEvents = true
        cells.value.owner = owner
        let outcome = ask(event, scope: scope, number: number(of: macrostep))
        if outcome == .unhandled, !passOutward(event, from: scope) {
            if failsUnhandled { failUnhandled(event, scope) } else { onUnhandled?(event, scope) }
        }
        goOn(outcome, as: macrostep)
    }

    /// Decides that all is left, and entered at the targets or not at all.
    func planAll(to targets: Range<Int32>?) {
        let domain = Workspace.Domain(node: 0, includesNode: true, targets: targets ?? 0..<0)
        let plan = makePlan(domain, isLocal: false, at: 0, enters: targets != nil)
        work.answers.append(.init(reaction: .unhandled, plan: plan, source: -1, position: 0))
    }

    private func failUnhandled(_ event: EventPointer, _ scope: Int16) {
        let event = store(of: scope)?.describe(event) ?? "an event"
        fail(
            StepError(
                .unhandledEvent, path: configuration.description, "no active state reacted to \(ValueText.of(event))",
                fix: "handle the event in one of these states or above, or choose another policy"))
    }

    /// After the states were asked: takes what they selected, or ends the step.
    func goOn(_ outcome: Outcome, as macrostep: MacrostepTrigger) {
        cells.value.outcome = outcome
        cells.value.trigger = .event
        if outcome == .handled {
            performAnswers()
        } else if outcome == .unhandled, !cells.value.isRecording, macrostep == .event, cells.value.status == .running,
            raised.isEmpty, failures.isEmpty, !settlesAlways, !awaitsCompletion
        {
            // Nothing happened and nothing was changed or raised from outside, so nothing can follow.
            cells.value.answer = .unhandled
            cells.value.owner = -1
            readiness.value.phase = .idle
            assert(isSound)
        } else {
            readiness.value.phase = .settle
        }
    }

    /// Looks again at eventless transitions and raised events after data was changed from outside.
    func touch() {
        open(.changed)
        readiness.value.phase = .settle
    }

    /// Exits everything. Call ``run()`` next.
    func stop() {
        open(.stop)
        beginFinish(.stopped)
    }

    /// Ends without exits: somebody else continues where this chart stands. Call ``run()`` next.
    func abandon() {
        open(.stop)
        cells.value.status = .stopped
        dropEverything()
    }

    /// Begins the step in which an activity of `node` has ended.
    func openActivityStep(_ node: Int32) {
        open(.activity(node))
        readiness.value.phase = .settle
    }

    func open(_ macrostep: MacrostepTrigger) {
        readiness.value.phase = .asking
        belongings?.turns &+= 1
        cells.value.macrostep = macrostep
        cells.value.outcome = .handled
        cells.value.eventlessSteps = 0
        if cells.value.raisedSteps != 0 { forgetRaised() }
        cells.value.didChange = false
        cells.value.isRecording = cells.value.wantsRecord
        cells.value.workspace?.trail.removeAll()
        if !asksDirectly { forgetTranslations() }
    }

    private func number(of macrostep: MacrostepTrigger) -> Int? {
        if case .recalled(_, let number) = macrostep { return number }
        return nil
    }

    /// Asks the active states about an event; defers it if nobody reacts but somebody wants it later.
    func ask(_ event: EventPointer, scope: Int16, number: Int?) -> Outcome {
        let outcome = select(event, scope: scope)
        if outcome == .deferred, number == nil { keep(event, scope: scope) }
        return outcome
    }

    /// Asks the active states about an event. What they select is in the workspace afterwards.
    func select(_ event: EventPointer, scope: Int16) -> Outcome {
        cells.value.deferredBy = -1
        cells.value.eventScope = scope
        let submachine = topology.scopeNodes[Int(scope)]
        selectTransitions(event, root: submachine < 0 ? 0 : submachine + 1)
        if cells.value.status == .failed { return .unhandled }
        if hasAnswers { return .handled }
        return cells.value.deferredBy >= 0 ? .deferred : .unhandled
    }

    func keep(_ event: EventPointer, scope: Int16) {
        let number = cells.value.nextNumber
        cells.value.nextNumber += 1
        store(of: scope)?.defer(event, number: number)
        deferred.append(Deferred(scope: scope, number: number, owner: cells.value.owner))
        if cells.value.owner >= 0 {
            cells.value.ownedDeferrals += 1
            readiness.value.endsNothing = false
        }
        bookmarks?.keep(number)
        readiness.value.isPlain = false
        if deferred.count > deferralLimit {
            fail(
                StepError(
                    .tooManyDeferred, path: topology.path(of: cells.value.deferredBy),
                    "deferred more than \(deferralLimit) events",
                    fix: "handle or ignore the event, or raise the limit of deferred events"))
        }
    }

    func store(of scope: Int16) -> EventStore? {
        let submachine = topology.scopeNodes[Int(scope)]
        return nodes[submachine < 0 ? 0 : submachine + 1].eventStore
    }

    /// Called by a top state when something was raised in it.
    func didRaise(inScopeOf top: Int32) {
        #if DEBUG
            if let guest = unsafe guest { return guest.didRaise(inScopeOf: top) }
        #endif
        raised.append(infos[top].scope)
        readiness.value.isPlain = false
    }
}
