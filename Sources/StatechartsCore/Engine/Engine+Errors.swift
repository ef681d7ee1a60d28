// Errors of actions and mistakes of the chart's code: who is offered them, and how a chart fails: by one that nobody
// has handled, or because a step would not end.

extension Engine {
    /// An error until it is offered to the states.
    struct PendingError {
        let node: VertexIndex
        let error: any Error
        let action: StepError.Action?
        /// True if it is a mistake of the chart's code, see `Engine.reportMistake`, and not an error that was thrown.
        var isMistake = false
        /// The state that it is offered to first, if that is active.
        let askedFirst: VertexIndex
        /// The transition that the action is part of, as text.
        var transition: String?
    }

    /// Adds an error that the action of `acting` has thrown. It is offered when all actions of the microstep have run.
    @inline(never)
    func addError(_ error: any Error) {
        appendError(PendingError(node: acting, error: error, action: presentAction, askedFirst: acting))
    }

    /// Adds an error to those that are to be offered, with the transition whose action has thrown it.
    func appendError(_ error: PendingError) {
        var error = error
        if let action = error.action {
            error.transition = parts(of: action, of: error.node).map { transition(of: $0).description }
        }
        pendingErrors.append(error)
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
        let passed = takenScratch?.passed
        let culprit = (0..<answers.count).first { part in
            guard answers[part].source >= 0 else { return false }
            return action == .effect
                ? answers[part].isOf(node, passed) : answers[part].plan?.changes(node) == true
        }
        guard var part = culprit else { return nil }
        while answers[part].isContinued { part -= 1 }
        return parts(of: part)
    }

    // MARK: Offering

    /// Offers the first error to the state whose action threw it, then to its superiors.
    func offerError() {
        let first = pendingErrors.remove(at: 0)
        if pendingErrors.isEmpty { pending.remove(.error) }
        let mistake = mistake(first)
        let error: any Error = mistake ?? first.error
        let others = pendingErrors.count
        var asked: [VertexIndex] = []
        cold.offered = error
        let isHandled = offer(error, from: first.askedFirst, &asked)
        cold.offered = nil
        if isHandled {
            if pending.contains(.log) { cold.causeText = ValueText.of(error) }
            beginFollowUp(.init(.error, of: first.node))
        } else if pendingErrors.count > others, let own = self.mistake(pendingErrors[others]) {
            // A mistake in a failed(_:) has the error that was offered as its reason, so nothing is lost.
            failNow(own)
        } else {
            failNow(mistake ?? unhandled(first, asked))
        }
    }

    private func offer(_ error: any Error, from first: VertexIndex, _ asked: inout [VertexIndex]) -> Bool {
        var node = first
        while node >= 0 {
            if isActive(node) {
                asked.append(node)
                if infos[node].overrides.contains(.failed),
                    listEventlessIfEnabled(
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
    private func unhandled(_ thrown: PendingError, _ asked: [VertexIndex]) -> StepError {
        let origin = topology.path(of: thrown.node)
        let names = asked.map { topology.path(of: $0) }
        let listed =
            names.count < 2
            ? names.joined() : names.dropLast().joined(separator: ", ") + " and \(names[names.count - 1])"
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
    package func fail(_ error: StepError) { failNow(pendingMistake ?? error) }

    /// Fails the chart, unless it has failed or come to its end.
    func failNow(_ error: StepError) {
        guard status == .running else { return }
        var error = error
        if case .recalled(let scope, let number) = step.value.trigger {
            error.event = store(of: scope)?.describeDeferred(number: number)
        }
        failure = error
        status = .failed
        pending.insert(.end)
    }

    /// Keeps the sources of a microstep that is near the limit, to name the cycle.
    func recordTrail(_ count: Int) {
        if count == max(1, limits.eventless - Limits.trail + 1) { cold.trail = [] }
        cold.trail.append((0..<answers.count).map { answers[$0].source })
    }

    /// Fails the chart because of too many microsteps without an event, and names the states that they go through.
    func failWithCycle() {
        let sources = Limits.cycle(of: cold.trail).flatMap { $0 }, cycle = sources.map { topology.path(of: $0) }
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
    /// this step, or in this one and those before it that have led to its recall, see `recall`.
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
                "took more than \(CountText.of(limit, "raised event")) without coming to rest, again and again "
                    + cycle.joined(separator: " → "),
                fix: "post(_:) the event to the machine, so that others get their turn between, "
                    + "or allow more raised events",
                cycle: Array(cycle)))
        return false
    }
}
