/// The place of one child: its machines, of which each begins when the one before has ended.
final class ChildSeat<Owner: ChildOwner, Inner: Statechart> {
    typealias Declaration = ChildDeclaration<Owner, Inner>

    private let make: @Sendable (Owner) -> sending Inner
    /// The present machine, while the state is active.
    private(set) var machine: Machine<Inner>? {
        didSet { changed?() }
    }
    /// The present life, or the last one.
    private(set) var life: ChildLife?
    /// The present child, if it runs in a ``SimulatedWorld``.
    private(set) var simulated: SimulatedChildMachine<Inner>?
    /// The number of the activity that the child is.
    private(set) var number: UInt64 = 0
    var ledger: RestartLedger?
    /// True from when the child is told to stop, before the exit action of its state, until the place is taken again:
    /// it is given nothing more.
    private(set) var isLeft = false
    /// What is left of the wait before the present machine begins, if its time is not known.
    private var delay = Duration.zero
    private(set) var name = ChildName()
    /// Where it is in its list.
    var place: () -> Int = { 0 }
    /// The number of the state.
    private var node: Int32 = 0
    var rank: ChildRank { ChildRank(node: node, property: name.position, place: place()) }
    /// What the owner hears of the child, and connections with its ports. They end with the life, also where the child
    /// was given its ports.
    private var connections: [Connection] = []
    /// What other children of the state are connected to, if any.
    var plugs: ChildPlugs<Inner>?
    /// Called when there is another machine, or none.
    var changed: (() -> Void)?
    /// Called when it has ended and is not started again.
    var ended: (() -> Void)?

    /// - Parameter former: what the first machine waits for.
    init(after former: ChildLife? = nil, _ make: @escaping @Sendable (Owner) -> sending Inner) {
        life = former
        self.make = make
    }

    /// Makes a machine, which begins as an activity of the state.
    func begin(of owner: Owner, named name: ChildName, _ declaration: Declaration, _ services: Services) {
        take(named: name, declaration)
        services.begin(owner.index)
        guard let activity = activity(of: owner, after: .zero, declaration, services) else { return }
        services.run(owner.index, activity)
    }

    /// Knows nothing of a life before.
    func take(named name: ChildName, _ declaration: Declaration) {
        self.name = name
        ledger = declaration.restarts?.ledger
        isLeft = false
    }

    func stops() { isLeft = true }

    /// The state has been left, or the child removed.
    func leave() {
        isLeft = true
        machine = nil
        simulated = nil
        ledger = nil
        disconnect()
        plugs?.disconnect()
    }

    /// Gives an event to the child. Answers `false` if there is none, it has come to its end, or was told to stop: also
    /// where its machine has not gone on since, and would still take it.
    func post(_ event: Inner.Event, for child: @autoclosure () -> String, of owner: StateNode?) -> Bool {
        if isLeft { return false }
        return machine?.post(event) ?? note(event, for: child(), of: owner)
    }

    /// Gives an event to a child whose owner is simulated; one that does not run has it noted. Answers `false` if there
    /// is none.
    func note(_ event: Inner.Event, for child: String, of owner: StateNode?) -> Bool {
        guard let owner, number != 0, let services = owner.engine?.presentServices, services.isSimulated,
            !services.hasEnded(number, of: owner.index), let host = services.engine.host as? SimulationHost
        else { return false }
        if let simulated { return simulated.post(event) }
        host.onChildEvent?(child, event)
        return true
    }

    private func disconnect() {
        for connection in connections { connection.disconnect() }
        connections = []
    }

    /// What is left of the wait before the machine begins.
    /// - Parameter time: when it begins, if that is known.
    func remainingDelay(_ time: Duration?, at now: Duration) -> Duration { time.map { max($0 - now, .zero) } ?? delay }

    /// Makes a machine, and the activity that it is. `nil` if the closure that makes its chart has removed the child:
    /// what was made is ended here then, because it is no activity of the state yet, so that nobody else does.
    /// - Parameter saved: what of a snapshot the machine continues from, if it does; it may have ended.
    func activity(
        of owner: Owner, after delay: Duration, _ declaration: Declaration,
        _ services: Services, continuing saved: SavedChild<Inner>? = nil
    ) -> Activity? {
        let made = makeActivity(of: owner, after: delay, declaration, services, continuing: saved)
        guard isLeft else { return made }
        made.cancel(at: false)
        leave()
        return nil
    }

    private func makeActivity(
        of owner: Owner, after delay: Duration, _ declaration: Declaration,
        _ services: Services, continuing saved: SavedChild<Inner>?
    ) -> Activity {
        node = owner.index
        number = saved?.number ?? services.nextNumber()
        var activity = declaration.activity(named: name.text, number, isSimulated: services.isSimulated)
        if declaration.restarts != nil || ended != nil {
            activity.succession = { [weak self, unowned owner, unowned services] end in
                self?.succession(of: owner, declaration, services, after: end) ?? .ends(end)
            }
        }
        activity.child = self
        if services.isSimulated {
            simulate(&activity, of: owner, after: delay, declaration, services)
            return activity
        }
        if case .ended = saved?.life { return activity }
        seat(&activity, of: owner, after: delay, declaration, services, continuing: saved)
        return activity
    }

    /// Makes the machine, and what it does.
    private func seat(
        _ activity: inout Activity, of owner: Owner, after delay: Duration,
        _ declaration: Declaration, _ services: Services, continuing saved: SavedChild<Inner>?
    ) {
        let children = children(services)
        let next = makeMachine(of: owner, declaration, services, children, continuing: saved)
        let life = ChildLife(of: next, after: life, number, stopWithin: declaration.limit, services, children)
        activity.awaited = life
        activity.work = { _ in
            do {
                try await life.run(next, waiting: delay)
                return await declaration.ending(next)
            } catch {
                life.hasFailed(error)
                return declaration.mapsErrorAtOnce ? declaration.end(by: error) : .failure(error)
            }
        }
        machine = next
        self.life = life
        self.delay = delay
        if saved == nil { ledger?.started(0, at: services.keeper.now.later(by: delay)) }
    }

    /// Makes a child that runs beside its simulated owner, if charts of its class do there.
    private func simulate(
        _ activity: inout Activity, of owner: Owner, after delay: Duration,
        _ declaration: Declaration, _ services: Services
    ) {
        let now = services.keeper.now
        if declaration.restarts != nil {
            activity.restarts = { [weak self, unowned services] in self?.ledger?.significant(at: services.keeper.now) }
            ledger?.started(0, at: now.later(by: delay))
        }
        guard let host = services.engine.host as? SimulationHost, let world = host.world, world.runs(Inner.self) else {
            return
        }
        // It says itself how it ends.
        activity.face = nil
        let index = owner.index, number = number, deliver = services.deliver
        let activation = services.activations[index].number, step = services.engine.stepCount
        let chart = makeChart(of: owner, declaration, services, children(services), introduces: true)
        let child = SimulatedChildMachine(
            chart, at: ChildPath.of(name.text, in: owner), named: machineName(of: owner), number: number, node: index,
            rank: { [weak self, position = name.position] in
                self?.rank ?? ChildRank(node: index, property: position, place: 0)
            },
            due: now.later(by: delay), in: world, ending: declaration.endingOfChart,
            failing: { declaration.mapsErrorAtOnce ? declaration.end(by: $0) : .failure($0) },
            tell: { end in
                _ = deliver(.ended(end, activity: number, node: index, activation: activation, cause: nil))
            },
            isBeingMade: { [unowned services] in services.engine.isStepping && services.engine.stepCount == step },
            isLeft: { [unowned services] in services.hasEnded(number, of: index) })
        simulated = child
        host.children.append(child)
    }

    /// Makes the machine, and its ports known to the state for as long as the child is one of its activities.
    private func makeMachine(
        of owner: Owner, _ declaration: Declaration, _ services: Services,
        _ children: LivingChildren?, continuing saved: SavedChild<Inner>?
    ) -> Machine<Inner> {
        // Who was connected when the snapshot was taken has been given the current values.
        let chart = makeChart(of: owner, declaration, services, children, introduces: saved == nil)
        let lane =
            if let place = declaration.place { place(owner) } else { (services.engine.host as? any ServiceHost)?.lane }
        let ports = children?.areWatched == true ? ChartPorts.storages(of: chart) : nil
        let machine = Machine(
            chart,
            Machine<Inner>.MachineOptions(
                child: machineName(of: owner), on: lane, services.keeper, savedInputs: saved?.inputs ?? [:]),
            runCompiled: declaration.runCompiled, restoring: saved?.snapshot, migrate: saved?.migrate)
        children?.add(ChildPresence(number, of: owner, named: name, machine, ports: ports))
        return machine
    }

    /// What errors call the child, whose child it is included: it stands alone there.
    private func machineName(of owner: Owner) -> String { "\(owner.path)/\(name.text)" }

    /// Makes the chart, and connects its ports.
    private func makeChart(
        of owner: Owner, _ declaration: Declaration, _ services: Services,
        _ children: LivingChildren?, introduces: Bool
    ) -> sending Inner {
        let path = machineName(of: owner)
        let index = owner.index, number = number, deliver = services.deliver
        let activation = services.activations[index].number
        let joints = declaration.joints.map { $0(owner) }
        let reads = plugs?.reads ?? []
        disconnect()
        let chart = make(owner)
        connections = joints.map { $0(chart, introduces) }
        let inputs = reads.map { (key: $0.key, input: $0.read(chart)) }
        let outputs = declaration.siblings.map { $0.read(chart) }
        connections += declaration.links.map { link in
            link(chart, ChildSinkOwner(child: path, children: children), introduces) { event in
                deliver(
                    .event(
                        event, activity: number, node: index, activation: activation, cause: Tracing.present))
            }
        }
        plugs?.inputsMade(inputs, introduces)
        for (position, sibling) in declaration.siblings.enumerated() {
            sibling.offer(owner, key(position), outputs[position], introduces)
        }
        return chart
    }

    /// Who tells of the children of the machine.
    private func children(_ services: Services) -> LivingChildren? {
        (services.engine.host as? any ChildrenHost)?.livingChildren
    }

    /// Tells the other children of the state what of them the child is to be connected to, before any of them is made.
    func declareSiblings(of owner: Owner, _ declaration: Declaration) {
        for (position, sibling) in declaration.siblings.enumerated() { sibling.declare(owner, key(position)) }
    }

    private func key(_ number: Int) -> ChildPlugKey { ChildPlugKey(child: ObjectIdentifier(self), number: number) }

    /// Decides what follows the end of the child while its state is active.
    private func succession(
        of owner: Owner, _ declaration: Declaration, _ services: Services,
        after end: ActivityEnd
    ) -> ActivitySuccession {
        guard let restarts = declaration.restarts, restarts.concerns(end), !end.isHopeless,
            case .restart(_, let delay) = ledger?.failed(0, of: 1, at: services.keeper.now)
        else {
            ended?()
            if case .failure(let error) = end { return .ends(declaration.end(by: error)) }
            return .ends(end)
        }
        guard let next = activity(of: owner, after: delay, declaration, services) else {
            return .ends(.silently)
        }
        switch end {
        case .silently, .failed: return .follows(next, event: nil)
        case .event(let event): return .follows(next, event: event)
        case .failure(let error): return .follows(next, event: declaration.restarted?(error))
        }
    }
}

extension ActivityEnd {
    /// True if to begin afresh would not help, because the chart is refused, or would lose a part of a snapshot that
    /// did not fit. A supervisor sees it so too.
    fileprivate var isHopeless: Bool {
        if case .failure(let error) = self { error is SnapshotError || error is ChartError } else { false }
    }
}
