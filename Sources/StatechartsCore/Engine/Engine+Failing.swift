// How a chart fails: by an error that nobody has handled, or because a step would not end.

extension Engine {
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
    func recordTrail() {
        for part in 0..<answers.count { scratch.trail.append(answers[part].source) }
        scratch.trail.append(-1)
    }

    /// Fails the chart because of too many microsteps without an event, and names the states that they go through.
    func failWithCycle() {
        let steps = scratch.trail.elements.split(separator: -1).map { Array($0) }
        let sources = Limits.cycle(of: steps).flatMap { $0 }, cycle = sources.map { topology.path(of: $0) }
        fail(
            StepError(
                .eventlessCycle, path: cycle.first ?? topology.path(of: 0),
                "took more than \(limits.eventless) transitions without an event, again and again through "
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
                "took more than \(limit) raised events without coming to rest, again and again "
                    + cycle.joined(separator: " → "),
                fix: "post(_:) the event to the machine, so that others get their turn between, "
                    + "or allow more raised events",
                cycle: Array(cycle)))
        return false
    }
}
