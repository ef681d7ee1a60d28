// Errors of actions and mistakes of the chart's code: who is offered them, and how a chart fails.

extension Engine {
    /// An error until it is offered to the states.
    struct PendingError {
        let node: VertexIndex
        let error: any Error
        let action: StepError.Action?
        /// The transition that the action is part of, as text.
        var transition: String?
        /// The error if it is a mistake of the chart's code, see `Engine.reportMistake`, and was not thrown.
        var mistake: StepError?
    }

    /// Adds an error that an action of a state has thrown, or a mistake that it has made. It is offered when all
    /// actions of the microstep have run.
    @inline(never)
    func addError(of node: VertexIndex, _ error: any Error, isMistake: Bool = false) {
        let action = presentAction
        let transition = action.flatMap { parts(of: $0, of: node) }.map { self.transition(of: $0).description }
        var mistake = isMistake ? error as? StepError : nil
        mistake?.transition = transition
        cold.pendingErrors.append(
            PendingError(
                node: node, error: mistake ?? error, action: action, transition: transition, mistake: mistake))
        pending.insert(.error)
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

    /// The parts of the transition that has an action of a state; `nil` if none has.
    func parts(of action: StepError.Action, of node: VertexIndex) -> Range<AnswerIndex>? {
        let culprit = (0..<answers.count).first { part in
            let answer = answers[part]
            guard answer.source >= 0 else { return false }
            guard action == .effect else { return answer.plan?.changes(node) == true }
            return answer.source == node || answer.passed.contains { scratch.passed[$0].source == node }
        }
        guard var first = culprit else { return nil }
        while answers[first].isContinued { first -= 1 }
        return first..<((first + 1..<answers.count).first { !answers[$0].isContinued } ?? answers.count)
    }

    // MARK: Offering

    /// Offers the first error to the state whose action threw it, then to its superiors.
    func offerError() {
        let cold = cold
        let first = cold.pendingErrors.removeFirst()
        if cold.pendingErrors.isEmpty { pending.remove(.error) }
        let others = cold.pendingErrors.count
        // A mistake in a failed(_:), whose reason is the error that was offered: its own state has just been asked.
        let isOfAsked = first.mistake?.underlying != nil
        // Looked at one by one: the chart may fail while one of them is asked.
        let asked = outward(from: isOfAsked ? infos[first.node].parent : first.node).lazy.filter(isActive)
        cold.offered = first.error
        let isHandled = asked.contains { node in
            infos[node].overrides.contains(.failed)
                && listEventlessIfEnabled(
                    asking(node) { $0.reactToFailure(first.error) }, of: node, at: firstLeaf(from: node), "failed(_:)")
        }
        cold.offered = nil
        if isHandled {
            if pending.contains(.log) { cold.causeText = ValueText.of(first.error) }
            beginFollowUp(.init(.error, of: first.node))
        } else if cold.pendingErrors.count > others, let own = cold.pendingErrors[others].mistake {
            // A mistake in a failed(_:) has the error that was offered as its reason, so nothing is lost.
            failNow(own)
        } else {
            failNow(first.mistake ?? unhandled(first, Array(asked)))
        }
    }

    /// The failure of the chart by an error that no state has handled.
    private func unhandled(_ thrown: PendingError, _ asked: [VertexIndex]) -> StepError {
        let origin = topology.path(of: thrown.node)
        let names = asked.map { topology.path(of: $0) }
        let listed = (names.dropLast(2) + [names.suffix(2).joined(separator: " and ")]).joined(separator: ", ")
        // A state that the transition has exited is not asked.
        let reason = asked.first == thrown.node || asked.isEmpty ? "" : ", as \(origin) is not active any more"
        let whom = asked.isEmpty ? "nobody was asked" : "\(listed) \(asked.count == 1 ? "was" : "were") asked\(reason)"
        var fix = asked.count == 1 ? "override failed(_:) in \(listed)" : "override failed(_:) in one of them"
        if let error = thrown.error as? StepError, error.code == .suspends { fix = error.fix }
        return StepError(
            .unhandledError, path: origin,
            "threw \(StepError.summary(of: thrown.error)), and no state handled it: \(whom)", fix: fix,
            action: thrown.action, transition: thrown.transition, underlying: StepError.cause(of: thrown.error))
    }

    // MARK: Failing

    /// Fails the chart in the configuration as it is. A mistake that has not been offered yet is the error instead, as
    /// it may be the reason.
    package func fail(_ error: StepError) {
        failNow(coldState?.pendingErrors.lazy.compactMap(\.mistake).first ?? error)
    }

    /// Fails the chart, unless it has failed or come to its end.
    func failNow(_ error: consuming StepError) {
        guard status == .running else { return }
        if case .recalled(let scope, let number) = step.value.trigger {
            error.event = store(of: scope)?.describeDeferred(number: number)
        }
        failure = error
        status = .failed
        pending.insert(.end)
    }

    /// Fails the chart because of too many microsteps without an event, and names the states that they go through.
    func failWithCycle(_ sources: [VertexIndex]) {
        let cycle = sources.map { topology.path(of: $0) }
        fail(
            StepError(
                .eventlessCycle, path: cycle.first ?? topology.path(of: 0),
                "took more than \(CountText.of(limits.eventless, "transition")) without an event, again and again through "
                    + cycle.joined(separator: " → "), fix: wayOut(of: sources), cycle: cycle))
    }

    /// What ends a cycle through these vertices. States can decline to go on; pseudostates cannot.
    private func wayOut(of sources: [VertexIndex]) -> String {
        if sources.contains(where: { infos[$0].flags.contains(.isState) }) {
            return "let one of always(), completed() or failed(_:) answer .unhandled"
        }
        if sources.contains(where: { infos[$0].kind == .join }) {
            return "the join leads to where all its sources are active again: let it lead elsewhere"
        }
        return sources.count == 1
            ? "the choice leads back to itself: let a branch lead to a state that does not begin with it"
            : "these choices lead to each other: let a branch of one lead to a state that begins with none of them"
    }

    /// Counts a raised event that is about to be taken. Answers false, and fails the chart, if there were too many: in
    /// this step, or in this recall and those before it, see `recall`.
    func countRaised(_ event: EventPointer, _ store: EventStore) -> Bool {
        step.value.raisedCount += 1
        let (count, limit) = (Int(step.value.raisedCount), limits.raised)
        guard Limits.isNear(count, limit),
            let cycle = Limits.cycle(count, limit, &cold.raisedTrail, "\(store.describe(event)) in \(configuration)")
        else { return true }
        fail(
            StepError(
                .raisedCycle, path: configuration.description,
                "took more than \(CountText.of(limit, "raised event")) without coming to rest, again and again "
                    + cycle.joined(separator: " → "),
                fix: "post(_:) the event to the machine, so that others get their turn between, "
                    + "or allow more raised events",
                cycle: cycle))
        return false
    }
}
