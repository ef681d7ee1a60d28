// What comes of a child when its state is entered: a machine, which is an activity of the state.

extension Child {
    func enter(_ node: StateNode) {
        // Where a machine continues from a snapshot nothing is entered.
        guard let owner = node as? Owner, let engine = node.engine, engine.phase == .entries else { return }
        guard let services = engine.servicesMakingThem() else {
            return engine.fail(
                StepError(
                    .needsMachine, path: node.path, "has the child \(entrySlot.name), but runs in a plain Interpreter",
                    fix: "run the chart in a Machine, which runs children"))
        }
        let error = failure.map { failed in { @Sendable (error: any Error) -> any Sendable in failed(error) } }
        var activity = Activity(
            kind: .run(facts.output ?? Void.self), name: entrySlot.name, policy: .failed, failure: error,
            isDetached: facts.isDetached)
        services.begin(node.index)
        if services.isSimulated {
            activity.face = face(failure)
            activity.work = { _ in .silently }
        } else {
            let next = makeMachine(of: owner, (engine.host as? any ServiceHost)?.lane, services)
            let life = ChildLife(of: next, named: next.name, stopWithin: limit, services)
            activity.awaited = life
            activity.work = work(next, life)
            machine = next
            self.life = life
        }
        services.run(node.index, activity)
    }

    /// Makes the machine and connects its ports with the state.
    private func makeMachine(of owner: Owner, _ lane: (any Actor)?, _ services: Services) -> Machine<Inner> {
        let path = "\(owner.path)/\(entrySlot.name)"
        let index = owner.index, activation = services.activations[index].number, deliver = services.deliver
        let chart = make(owner)
        for link in links {
            link(chart, path) { event in
                deliver(.event(event, node: index, activation: activation, cause: Tracing.present))
            }
        }
        return Machine(
            child: chart, Machine<Inner>.MachineOptions(child: path, on: lane, services.keeper), server: server)
    }

    /// What the machine does as an activity of the state, from the end of the macrostep on.
    private func work(_ machine: Machine<Inner>, _ life: ChildLife<Inner>) -> Activity.Work {
        let former = self.life.flatMap { $0.isOver ? nil : $0 }
        return { [ending, failure] _ in
            do {
                try await life.run(machine, after: former)
                return await ending(machine)
            } catch {
                return failure.map { .failed($0(error)) } ?? .failure(error)
            }
        }
    }
}
