// How a chart begins, and how it ends.

/// Where a chart is in its life; `Interpreter.Status` says it to users.
package enum EngineStatus: Equatable { case new, running, finished, stopped, terminated, failed }

extension Engine {
    // MARK: Beginning

    func enterChart(at targets: [VertexIndex]) {
        for target in targets { scratch.targets.append(target) }
        let all = Domain(node: 0, includesNode: true, targets: 0..<Int32(targets.count))
        let known = targets.isEmpty ? plans.initial : nil
        let key = targets.isEmpty ? Plan.Key.none : nil
        beginMicrostep(.init(.start), by: known ?? makePlan(all, isLocal: false, key: key, at: 0))
    }

    /// Begins a microstep that nobody was asked about: the start or the end of the chart.
    private func beginMicrostep(_ cause: MicrostepTrigger, by plan: Plan) {
        answers.append(Answer(reaction: .handled, plan: plan, source: -1, position: 0))
        beginMicrostep(cause)
    }

    /// Takes over the timers and activities of the snapshot, and calls `restored()` of the active states.
    func restore() {
        pending.insert(.chartCompletion)
        for arm in cold.armings ?? [] { arm() }
        cold.armings = nil
        for state in configuration.states { attempt(state.index) { try $0.restored() } }
        cold.onRestored.take()?()
    }

    // MARK: Ending

    /// Begins to exit all states. The chart has the status afterwards.
    func exitChart(_ status: EngineStatus) {
        step.value.statusAtEnd = status
        let all = Domain(node: 0, includesNode: true, targets: 0..<0)
        beginMicrostep(.init(.finish), by: makePlan(all, isLocal: false, key: nil, at: 0, enters: false))
    }

    /// True while all states are exited, for the end of the chart.
    package var isExitingChart: Bool { step.value.statusAtEnd != nil }

    /// Ends the chart, after its last action. Errors of exits, or of the microstep that has reached a `Terminate`, can be
    /// offered to nobody any more: they do not fail the chart, and are handed to whoever waits for its end.
    func end(_ ending: EngineStatus) {
        if let errors = coldState?.pendingErrors, !errors.isEmpty { failure = errorOfTheEnd(errors) }
        status = ending
        dropEverything()
    }

    /// Drops all that states have, of a chart that has failed or come to its end; the step is closed next. Deferred
    /// events go when it is, because a recalled one is still needed for the record.
    func dropEverything() {
        dropAnswers()
        resources?.leaveAll()
        for slots in scoped.values { for slot in slots { slot.empty() } }
        for scope in topology.scopeNodes.indices { useStore(of: ScopeIndex(scope), makes: false) { $0.dropRaised() } }
        raised.removeAll()
        // One by one, as the end of an error may be code of the chart.
        while coldState?.pendingErrors.popLast() != nil {}
        choices.removeAll()
        completions.removeAll()
        step.value.statusAtEnd = nil
        pending.subtract(.ofRunningChart)
        pending.insert(.end)
        phase = resources?.isEnding == true ? .ending : .closing
    }

    /// The activities that the chart's end has cancelled are over. An error of theirs counts like one of an exit.
    func didAwaitEnd(_ error: (any Error)?) {
        phase = .closing
        guard let error, failure == nil else { return }
        failure = errorOfTheEnd([PendingError(node: 0, error: error, action: nil)])
    }

    /// The failure of a chart that has come to its end, of errors that exits have thrown on the way there.
    private func errorOfTheEnd(_ thrown: [PendingError]) -> StepError {
        if let mistake = thrown[0].mistake { return mistake }
        let others = thrown.dropFirst().map {
            " (and \(topology.path(of: $0.node)): \(StepError.summary(of: $0.error)))"
        }
        return StepError(
            .unhandledError, path: topology.path(of: thrown[0].node),
            "threw \(StepError.summary(of: thrown[0].error))\(others.joined()) while the machine ended",
            fix: "catch the error where it is thrown", action: thrown[0].action,
            underlying: StepError.cause(of: thrown[0].error))
    }
}
