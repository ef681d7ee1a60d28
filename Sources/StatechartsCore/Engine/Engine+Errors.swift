// Errors of actions and mistakes of the chart's code: who is offered them.

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

    /// Adds an error that an action of a state has thrown. It is offered when all actions of the microstep have run.
    @inline(never)
    func addError(of node: VertexIndex, _ error: any Error) {
        appendError(PendingError(node: node, error: error, action: presentAction, askedFirst: node))
    }

    /// Adds an error to those that are to be offered, with the transition whose action has thrown it.
    func appendError(_ error: PendingError) {
        var error = error
        if let action = error.action { error.transition = transitionText(of: action, of: error.node) }
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

    /// The transition that an action of a state is part of, as text; `nil` if it is part of none.
    private func transitionText(of action: StepError.Action, of node: VertexIndex) -> String? {
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

    /// Asks a state and those above it about an error. Answers whether one has reacted.
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
}
