// Errors: who is offered them, and how a chart fails.

extension Engine {
    /// Notes an error of a state. It is offered when all actions of the microstep have run.
    @inline(never)
    func noteFailure(of node: Int32, _ error: any Error) {
        appendFailure(Failure(node: node, error: error, action: presentAction, askedFirst: node))
    }

    /// Adds an error to those that are to be offered, with the transition whose action has thrown it.
    func appendFailure(_ failure: Failure) {
        var failure = failure
        if let action = failure.action { failure.transition = transitionText(of: action, of: failure.node) }
        failures.append(failure)
        pending.insert(.failure)
    }

    /// The kind of the action that is under way; `nil` if none is.
    var presentAction: StepError.Action? {
        switch phase {
        case .exits: .exit
        case .effects: .effect
        case .entries: .entry
        case .idle, .asking, .settling, .ending, .closing, .recalling: nil
        }
    }

    /// The transition that an action of a state is part of, as text; `nil` if it is part of none.
    private func transitionText(of action: StepError.Action, of node: Int32) -> String? {
        let passed = takenScratch?.passed
        let culprit = (0..<answers.count).first { part in
            guard answers[part].source >= 0 else { return false }
            return action == .effect
                ? answers[part].isOf(node, passed) : answers[part].plan?.changes(node) == true
        }
        guard var part = culprit else { return nil }
        while answers[part].isContinued { part -= 1 }
        return transition(of: part).description
    }

    // MARK: Offering

    /// Offers the first error to the state whose action threw it, then to its superiors.
    func offerFailure() {
        let failure = failures.remove(at: 0)
        if failures.isEmpty { pending.remove(.failure) }
        let mistake = mistake(failure)
        let error: any Error = mistake ?? failure.error
        let others = failures.count
        var asked: [Int32] = []
        cold.offered = error
        let isHandled = offer(error, from: failure.askedFirst, &asked)
        cold.offered = nil
        if isHandled {
            if pending.contains(.log) { cold.causeText = String(describing: error) }
            beginFollowUp(.failure(failure.node))
        } else if failures.count > others, let own = self.mistake(failures[others]) {
            // A mistake in a failed(_:) has the error that was offered as its reason, so nothing is lost.
            failNow(own)
        } else {
            failNow(mistake ?? unhandled(failure, asked))
        }
    }

    /// Asks a state and those above it about an error. Answers whether one has reacted.
    private func offer(_ error: any Error, from first: Int32, _ asked: inout [Int32]) -> Bool {
        var node = first
        while node >= 0 {
            if isActive(node) {
                asked.append(node)
                if infos[node].overrides.contains(.failed),
                    listWithoutEvent(
                        asking(node) { $0.reactToFailure(error) }, of: node, at: firstLeaf(from: node), "failed(_:)")
                {
                    return true
                }
            }
            node = infos[node].parent
        }
        return false
    }

    /// The failure of the chart by an error that no state has handled.
    private func unhandled(_ failure: Failure, _ asked: [Int32]) -> StepError {
        let origin = topology.path(of: failure.node)
        let names = asked.map { topology.path(of: $0) }
        let listed =
            names.count < 2
            ? names.joined() : names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
        // A state that the transition has left is not asked.
        let reason = asked.first == failure.node || asked.isEmpty ? "" : ", as \(origin) is not active any more"
        let whom = asked.isEmpty ? "nobody was asked" : "\(listed) \(asked.count == 1 ? "was" : "were") asked\(reason)"
        var fix = asked.count == 1 ? "override failed(_:) in \(listed)" : "override failed(_:) in one of them"
        if let error = failure.error as? StepError, error.code == .suspends { fix = error.fix }
        return StepError(
            .unhandledError, path: origin,
            "threw \(StepError.summary(of: failure.error)), and no state handled it: \(whom)", fix: fix,
            action: failure.action, transition: failure.transition, underlying: StepError.cause(of: failure.error))
    }

    /// The failure of a chart that has come to its end, of errors that exits have thrown on the way there.
    func errorOfTheEnd(_ thrown: [Failure]) -> StepError {
        if let mistake = mistake(thrown[0]) { return mistake }
        let others = thrown.dropFirst().map {
            " (and \(topology.path(of: $0.node)): \(StepError.summary(of: $0.error)))"
        }
        return StepError(
            .unhandledError, path: topology.path(of: thrown[0].node),
            "threw \(StepError.summary(of: thrown[0].error))\(others.joined()) while the machine ended",
            fix: "catch the error where it is thrown", action: thrown[0].action,
            underlying: StepError.cause(of: thrown[0].error))
    }

    // MARK: Failing

    /// Fails the chart in the configuration as it is. A mistake that has not been offered yet is the error instead, as
    /// it may be the reason.
    package func fail(_ error: StepError) { failNow(pendingMistake ?? error) }

    private func failNow(_ error: StepError) {
        guard status == .running else { return }
        var error = error
        if case .recalled(let scope, let number) = step.value.trigger {
            error.event = store(of: scope)?.describeDeferred(number: number)
        }
        failure = error
        status = .failed
        pending.insert(.end)
    }

    /// Notes the sources of a microstep that is near the limit, to name the cycle.
    func noteTrail() {
        for part in 0..<answers.count { scratch.trail.append(answers[part].source) }
        scratch.trail.append(-1)
    }

    /// Fails the chart because of too many microsteps without an event, and names the states that they go through.
    func failWithCycle() {
        let steps = scratch.trail.elements.split(separator: -1).map { Array($0) }
        let sources = Limits.cycle(of: steps).flatMap { $0 }, cycle = sources.map { topology.path(of: $0) }
        let areChoices = sources.allSatisfy { !infos[$0].flags.contains(.isState) }
        fail(
            StepError(
                .eventlessCycle, path: cycle.first ?? topology.path(of: 0),
                "took more than \(limits.eventless) transitions without an event, again and again through "
                    + cycle.joined(separator: " → "),
                fix: areChoices
                    ? "these choices lead to each other: let a branch of one lead to a state"
                    : "let one of always(), completed() or failed(_:) answer .unhandled", cycle: cycle))
    }

    /// Counts an event that was raised in the step under way and is about to be taken. Answers false, and fails the
    /// chart, if there were too many.
    func countRaised(_ event: EventPointer, _ store: EventStore) -> Bool {
        step.value.raisedCount += 1
        let (count, limit) = (Int(step.value.raisedCount), limits.raised)
        if count == 1, let coldState, !coldState.raisedTrail.isEmpty { coldState.raisedTrail = [] }
        guard count > limit - Limits.trail else { return true }
        cold.raisedTrail.append("\(store.describe(event)) in \(configuration)")
        guard count > limit else { return true }
        let cycle = Limits.cycle(of: cold.raisedTrail)
        fail(
            StepError(
                .raisedCycle, path: configuration.description,
                "took more than \(limit) raised events in one step, again and again \(cycle.joined(separator: " → "))",
                fix: "post(_:) the event to the machine, so that others get their turn between, "
                    + "or allow more raised events",
                cycle: Array(cycle)))
        return false
    }
}
