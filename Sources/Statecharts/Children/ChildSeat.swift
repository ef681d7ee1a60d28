/// The place of one child: its machines, of which each begins when the one before has ended.
@usableFromInline
final class ChildSeat<Owner: ChildOwner, Key: Sendable, Inner: Statechart> {
    let key: Key
    let declaration: ChildDeclaration<Owner, Key, Inner>
    /// The state and what it has under way, once the place was taken.
    private(set) unowned var owner: Owner?
    private unowned var services: Services?
    /// The present machine, while the state is active.
    private(set) var machine: Machine<Inner>? {
        didSet { declaration.list?.changed() }
    }
    /// The present life, or the last one.
    @usableFromInline private(set) var life: ChildLife?
    /// The present child, if it runs in a ``SimulatedWorld``.
    private(set) var simulated: SimulatedChildMachine<Inner>?
    /// The number of the activity that the child is.
    private(set) var number: UInt64 = 0
    var restarts: RestartsOfOne?
    /// True from when the child is told to stop, before the exit action of its state, until the place is taken again:
    /// it is given nothing more.
    @usableFromInline private(set) var isLeft = false
    /// What is left of the wait before the present machine begins, if its time is not known.
    private var delay = Duration.zero
    private(set) var name = ChildName.none
    var title: String { name.text }
    /// The number of the state, and how many of its properties stand before this one.
    private var node: Int32 = 0, position = 0
    var rank: ChildRank { ChildRank(node: node, property: position, place: declaration.list?.place(key) ?? 0) }
    /// What the owner hears of the child, and connections with its ports. They end with the life, also where the child
    /// was given its ports.
    private var connections: [Connection] = []
    /// What other children of the state are connected to, if any.
    var plugs: ChildPlugs<Inner>?

    /// - Parameter former: what the first machine waits for.
    init(_ key: Key, _ declaration: ChildDeclaration<Owner, Key, Inner>, after former: ChildLife? = nil) {
        self.key = key
        self.declaration = declaration
        life = former
    }

    /// Makes a machine, which begins as an activity of the state.
    func begin(of owner: Owner, in slot: EntrySlot, _ services: Services) {
        take(of: owner, in: slot, services)
        services.begin(owner.index)
        guard let activity = activity(of: owner, after: .zero, services) else { return }
        services.run(owner.index, activity)
    }

    /// Knows nothing of a life before.
    func take(of owner: Owner, in slot: EntrySlot, _ services: Services) {
        self.owner = owner
        self.services = services
        node = owner.index
        position = slot.position
        name = ChildName(slot.name, key: declaration.list == nil ? nil : key, of: owner)
        restarts = declaration.restarts?.forOne()
        isLeft = false
    }

    func stops() { isLeft = true }

    /// The state has been left, or the child removed.
    @usableFromInline
    func leave() {
        isLeft = true
        machine = nil
        simulated = nil
        restarts = nil
        disconnect()
        plugs?.disconnect()
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
        of owner: Owner, after delay: Duration, _ services: Services, continuing saved: SavedChild<Inner>? = nil
    ) -> Activity? {
        let made = makeActivity(of: owner, after: delay, services, continuing: saved)
        guard isLeft else { return made }
        made.cancel(at: false)
        leave()
        return nil
    }

    private func makeActivity(
        of owner: Owner, after delay: Duration, _ services: Services, continuing saved: SavedChild<Inner>?
    ) -> Activity {
        number = saved?.number ?? services.nextNumber()
        let activity = declaration.activity(self, number, isSimulated: services.isSimulated)
        let contact = ActivityContact(
            of: number, in: owner.index, services, cause: saved == nil ? Tracing.present : nil)
        if services.isSimulated {
            simulate(activity, of: owner, after: delay, services, contact)
            return activity
        }
        if case .ended = saved?.life { return activity }
        seat(activity, of: owner, after: delay, services, contact, continuing: saved)
        return activity
    }

    /// What its machine does about events that none of its states reacts to.
    private var unhandled: Machine<Inner>.UnhandledPolicy { declaration.unhandled?(key) ?? .ignore }

    /// Makes the machine, and what it does. Its ports are known to the state for as long as the child is one of its
    /// activities.
    private func seat(
        _ activity: Activity, of owner: Owner, after delay: Duration, _ services: Services, _ contact: ActivityContact,
        continuing saved: SavedChild<Inner>?
    ) {
        let host = declaration.host(services)
        // Who was connected when the snapshot was taken has been given the current values.
        let chart = makeChart(of: owner, services, host.children, contact, introduces: saved == nil)
        let ports = host.children?.areWatched == true ? ChartPorts.storages(of: chart) : nil
        let lane = if let place = declaration.place { place(owner) } else { host.lane }
        let next = Machine(
            chart,
            Machine<Inner>.MachineOptions(
                child: name, on: lane, services.keeper, unhandled, savedInputs: saved?.inputs ?? [:]),
            declaration.limits, runCompiled: declaration.runCompiled, restoring: saved?.snapshot,
            migrate: saved?.migrate)
        let key = key, ending = declaration.ending, failing = failing
        let life = ChildLife(
            of: next, named: name, after: life, number, waiting: delay, stopWithin: declaration.limit, services,
            host.children, contact, ports: ports
        ) { result in
            switch result {
            case .success: next.assumeIsolated { ending($0.interpreter.top, key) }
            case .failure(let error): failing(error)
            }
        }
        activity.awaited = life
        machine = next
        self.life = life
        self.delay = delay
        if saved == nil { restarts?.started(at: services.keeper.now.later(by: delay)) }
    }

    /// Makes a child that runs beside its simulated owner, if charts of its class do there.
    private func simulate(
        _ activity: Activity, of owner: Owner, after delay: Duration, _ services: Services, _ contact: ActivityContact
    ) {
        let now = services.keeper.now
        if declaration.restarts != nil {
            activity.simulated?.restarts = { [weak self, unowned services] in
                self?.restarts?.significant(at: services.keeper.now)
            }
            restarts?.started(at: now.later(by: delay))
        }
        guard let host = services.engine.host as? SimulationHost, let world = host.world, world.runs(Inner.self) else {
            return
        }
        // It says itself how it ends.
        activity.simulated?.face = nil
        let index = owner.index, number = number, step = services.engine.stepCount
        let chart = makeChart(of: owner, services, declaration.host(services).children, contact, introduces: true)
        let key = key, ending = declaration.ending
        let child = SimulatedChildMachine(
            chart, at: name.path, named: name.machine, number: number, node: index,
            rank: { [weak self, rank] in self?.rank ?? rank }, due: now.later(by: delay), in: world, unhandled,
            declaration.limits, ending: { ending($0, key) }, failing: failing,
            tell: { contact.end($0) },
            isBeingMade: { [unowned services] in services.engine.isStepping && services.engine.stepCount == step },
            isLeft: { [unowned services] in services.hasEnded(number, of: index) })
        simulated = child
        host.children.append(child)
        host.onChild?(child)
    }

    /// Makes the chart, and connects its ports.
    private func makeChart(
        of owner: Owner, _ services: Services, _ children: LivingChildren?, _ contact: ActivityContact, introduces: Bool
    ) -> sending Inner {
        let hearing = ChildSinkOwner(
            child: name, children: children, isFirst: !declaration.hasMade,
            machine: services.engine.host.map { ObjectIdentifier($0) }, contact: contact)
        let join = declaration.join?(owner, key)
        let reads = plugs?.reads
        disconnect()
        let chart = declaration.make(owner, key)
        declaration.hasMade = true
        var made: [Connection] = []
        join?(chart, introduces, &made)
        let inputs = reads?.map { (key: $0.key, input: $0.read(chart)) }
        let outputs = declaration.siblings?.map { $0.read(chart) }
        declaration.link(chart, key, hearing, introduces, &made)
        connections = made
        if let inputs { plugs?.inputsMade(inputs, introduces) }
        for (position, output) in (outputs ?? []).enumerated() {
            declaration.siblings?[position].offer(owner, plugKey(position), output, introduces)
        }
        return chart
    }

    /// Tells the other children of the state what of them the child is to be connected to, before any of them is made.
    func declareSiblings(of owner: Owner) {
        for (position, sibling) in (declaration.siblings ?? []).enumerated() {
            sibling.declare(owner, plugKey(position))
        }
    }

    private func plugKey(_ number: Int) -> ChildPlugKey { ChildPlugKey(child: ObjectIdentifier(self), number: number) }

    /// What an error of the child is, where it is known first.
    private var failing: @Sendable (any Error) -> ActivityEnd {
        if declaration.mapsErrorAtOnce { return declaration.end(of: key) }
        return { error in .failure(error) }
    }

    func succession(after end: ActivityEnd) -> ActivitySuccession {
        guard let owner, let services else { return .ends(end) }
        guard let policy = declaration.restarts, policy.concerns(end), !end.isHopeless else { return ends(end) }
        guard let delay = restarts?.failed(at: services.keeper.now) else {
            return ends(end.notRestarted(after: policy.limit))
        }
        guard let next = activity(of: owner, after: delay, services) else { return .ends(.silently) }
        switch end {
        case .silently, .failed: return .follows(next, event: nil)
        case .event(let event): return .follows(next, event: event)
        case .failure(let error): return .follows(next, event: declaration.restarted?(key, error))
        }
    }
}

extension ChildSeat {
    private func ends(_ end: ActivityEnd) -> ActivitySuccession {
        declaration.list?.ended(self)
        if case .failure(let error) = end { return .ends(declaration.end(of: key)(error)) }
        return .ends(end)
    }
}

extension ActivityEnd {
    /// The same; the error of a machine says why that is not restarted.
    fileprivate func notRestarted(after limit: RestartLimit) -> ActivityEnd {
        guard limit.restarts > 0, case .failure(var error as StepError) = self else { return self }
        error.fix += "; its restarts are used up: \(limit.restarts) within \(limit.period)"
        return .failure(error)
    }

    /// True if to begin afresh would not help, because the chart is refused, or would lose a part of a snapshot that
    /// did not fit. A supervisor sees it so too.
    fileprivate var isHopeless: Bool {
        if case .failure(let error) = self { SnapshotError.refusesPart(error) || error is ChartError } else { false }
    }
}
