/// One life of a child machine: from when it is made until it has ended or was abandoned.
@usableFromInline
final class ChildLife: LivingChild, LivingPart, Alarm {
    let number: UInt64
    private let called: ChildName
    /// How long it waits before it begins.
    private let delay: Duration
    private let limit: Duration
    private let keeper: any TimeKeeper
    private let children: LivingChildren?
    private let contact: ActivityContact
    private let state: Guarded<ChildLifeStateMachine>
    /// The child in the ``WaitGraph``.
    private let identity: ObjectIdentifier
    /// The owner in the ``WaitGraph``.
    private let owner: ObjectIdentifier?

    init(
        of machine: any OwnedMachine, named name: ChildName, after former: ChildLife?, _ number: UInt64,
        waiting delay: Duration, stopWithin limit: Duration, _ services: Services, _ children: LivingChildren?,
        _ contact: ActivityContact, ports: [(property: String?, port: any PortStorage)]?,
        _ ending: @escaping ChildLifeStateMachine.Ending
    ) {
        self.number = number
        called = name
        identity = ObjectIdentifier(machine)
        self.delay = delay
        self.limit = limit
        keeper = services.keeper
        owner = services.engine.host.map { ObjectIdentifier($0) }
        self.children = children
        self.contact = contact
        state = Guarded(ChildLifeStateMachine(machine: machine, after: former?.unfinished, ports: ports, ending))
        services.works = children
        WaitGraph.add(identity, self)
        children?.add(self)
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// False while it waits for the one before it, for its time, or for its executor.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// True while the step goes on that it begins after.
    var waitsForStep: Bool { state.withLock { $0.waitsForStep } }

    /// The life that may still go on: this one, or, if this one has ended before it began, the one that it waited for.
    /// `nil` if all have ended, and whoever hears of that has.
    @usableFromInline var unfinished: ChildLife? {
        let (isTold, former) = state.withLock { ($0.isTold, $0.former) }
        return isTold ? former?.unfinished : self
    }

    /// The machine, unless it is over, and when it begins, if that is known.
    var present: (child: any OwnedMachine, until: Duration?)? { state.withLock { $0.present } }

    // MARK: Its beginning

    func begin() {
        guard let follows = state.withLock({ $0.begins() }) else { return }
        if follows || delay > .zero { return afterwards { await self.waitForTurn() } }
        callForStart()
    }

    /// Has the child started at its executor, once something is over that it waits for.
    private func afterwards(_ wait: @escaping @Sendable () async -> Void) {
        let task = contact.begin {
            await wait()
            if !Task.isCancelled { self.callForStart() }
        }
        if !state.withLock({ $0.waits(in: task) }) { task.cancel() }
    }

    private func waitForTurn() async {
        await state.withLock { $0.former }?.ended()
        // Let go of outside of the lock.
        withExtendedLifetime(state.withLock { $0.former.take() }) {}
        if delay > .zero { await wait() }
    }

    private func callForStart() {
        guard let child = present?.child else { return }
        let start = ChildStart(of: child, self)
        guard let executor = contact.executor else { return MailboxScheduler.call(start) }
        // The clock wants to know of the task.
        Task.detached(executorPreference: executor, priority: max(Task.currentPriority, .medium)) {
            await start.attend()
        }
    }

    /// Starts the child, at its executor.
    func start(_ child: any OwnedMachine) { contact.perform { child.assumeIsolated { startHere($0) } } }

    private func startHere(_ child: isolated some OwnedMachine) {
        guard state.withLock({ $0.runs() }) else { return }
        WaitGraph.remove(identity)
        do {
            guard try child.startNow() else { return afterwards { await self.waitToStart(child) } }
        } catch {
            // Another error is that of a step, which the machine tells as its end, or it was started before.
            let isStarted = error is StepError || (error as? MachineError)?.code == .alreadyStarted
            if !isStarted { return refuse(child, error) }
        }
        child.whenEnded { self.ends($0, behind: self.systems(of: child)) }
    }

    /// Returns when no snapshot holds the child. It may have been abandoned meanwhile.
    private func waitToStart(_ child: any OwnedMachine) async {
        await child.waitToStart()
        if isOver { try? await child.stopToTheEnd() }
    }

    /// Its chart or its snapshot is refused. The child was never started, and would take mail for ever.
    private func refuse(_ machine: any OwnedMachine, _ error: any Error) {
        _ = contact.begin {
            try? await machine.stopToTheEnd()
            self.ends(.failure(error))
        }
    }

    private func wait() async {
        let key = keeper.key(in: delay)
        state.withLock { $0.waits(until: key.deadline) }
        let pause = Question<Void>(waiting: nil)
        let alarm = WaitAlarm(of: machineName, TimerRecord(sleepOf: machineName, until: key)) {
            pause.end(.success(()))
        }
        keeper.set(alarm, to: key)
        defer { keeper.discard(alarm) }
        // It is cancelled when the state is left, which the machine finds out.
        try? await pause.value
    }

    /// Its machine has ended.
    private func ends(_ result: Result<Void, any Error>, behind systems: [TraceJournal] = []) {
        // Where its snapshot is refused, whoever has started it: for its state it is a part of one.
        let result = result.mapError { ($0 as? SnapshotError)?.refusing(part: name) ?? $0 }
        let ending = leaveAll()
        if case .failure(let error) = result { hasFailed(error) }
        if let end = ending?(result), !state.withLock({ $0.isUnheard }) {
            if let owner, !systems.isEmpty {
                let message = contact.message(end)
                for system in systems { children?.note(system) }
                TraceJournal.tell(.init(machine: owner, content: .resource(message)), behind: systems[...]) {
                    [contact] in _ = contact.deliver(message)
                }
            } else {
                contact.end(end)
            }
        }
        tell()
    }

    /// It has ended, or is abandoned. Answers what that means to its state, the first time.
    private func leaveAll() -> ChildLifeStateMachine.Ending? {
        if !hasBegun { WaitGraph.remove(identity) }
        let end = state.withLock { $0.ends() }
        children?.remove(number)
        if end.isTimed { keeper.discard(self) }
        callingOut()
        return end.ending
    }

    /// Whoever is to hear of the end has.
    private func tell() { for one in state.withLock({ $0.tells() }) { one.resume() } }

    // MARK: Its end

    /// The systems that may hold what a machine has sent, which tell its end behind that. Its ports leave them with it.
    private func systems(of machine: some OwnedMachine) -> [TraceJournal] {
        guard Tracing.isWatched else { return [] }
        var known: Set<ObjectIdentifier> = []
        return machine.assumeIsolated { $0.storedPorts }.compactMap(\.port.identity.activeJournal)
            .filter { known.insert(ObjectIdentifier($0)).inserted }
    }

    func isLeft() {
        if let error = state.withLock({ $0.leaves() }) { tellUnheard(error) }
    }

    /// It has ended by an error, which is told here if its state was left before and hears of it no more.
    private func hasFailed(_ error: any Error) {
        var told = error
        if var failure = error as? StepError, failure.machine == machineName {
            failure.machine = nil
            told = failure
        }
        let text = "\(told)"
        if state.withLock({ $0.fails(text) }) { tellUnheard(text) }
    }

    private func tellUnheard(_ error: String) {
        Misuse.tell(
            "the child \(machineName) has failed, and no state is told, as its state was left or it was removed: "
                + error)
    }

    func stop() {
        switch state.withLock({ $0.stops() }) {
        case .nothing: break
        case .tell(let error): tellUnheard(error)
        case .request(let machine):
            machine.requestStop()
            setAlarm()
        case .drop(let machine, let task):
            task?.cancel()
            if machine.isStarted, state.withLock({ $0.runs() }) {
                callForStart()  // Somebody else has started it before its turn: its end is heard as that of any other.
                return stop()
            }
            _ = leaveAll()
            tell()
            // Nothing of it has begun: whoever waits for it is answered that it has ended.
            Task.detached(executorPreference: keeper.executor) { try? await machine.stopToTheEnd() }
        }
    }

    /// It has been told to end. Whoever waits for that waits no longer than the limit.
    private func setAlarm() {
        let key = keeper.key(in: limit)
        guard state.withLock({ $0.isTimed(until: key) }) else { return }
        keeper.set(self, to: key)
        // It may have ended meanwhile.
        if isOver { keeper.discard(self) }
    }

    var machineName: String { called.machine }
    var armed: [TimerRecord] {
        get async { state.withLock { $0.deadline }.map { [TimerRecord(path: machineName, .stop, until: $0)] } ?? [] }
    }

    /// It has had its time.
    func ring(_ key: TimerKey) {
        if isOver { return }
        Misuse.tell("the child \(machineName) has not ended within \(limit) after it was to, and is abandoned")
        _ = leaveAll()
        tell()
    }

    /// Returns when the child has ended, or was abandoned, and so has the one that it waited for; at once if the wait
    /// would close a ring, which is an error of the action that waits.
    func ended() async {
        var last: ChildLife?
        while let next = unfinished, next !== last {
            await next.ownEnd()
            last = next
        }
    }

    private func ownEnd() async {
        if state.withLock({ $0.isLeft }) { stop() }
        if let action = ActionContext.here, waitsForStep {
            return action.fail(
                MachineError(
                    .deadlock, machine: machineName,
                    "waiting would never end: \(machineName) begins when the step is over that waits for its end; "
                        + "await it in exit(), or in a later step"))
        }
        switch WaitGraph.enterReading(identity, by: .here) {
        case .closesRing(let ring): ring.tell()
        case .allowed(let waiting):
            await told()
            WaitGraph.leave(waiting)
        }
    }

    func told() async {
        await withCheckedContinuation { reply in
            if !state.withLock({ $0.appendWaiter(reply) }) { reply.resume() }
        }
    }
}

extension ChildLife: BeginningMachine {
    var nameInRings: String { machineName }
    var reasonInRings: String {
        "begins when \(waitsForStep ? "that step of its owner is over" : "the child before it has ended")"
    }
    /// What it waits for before it begins: the step of its owner in which it was made, and the life before.
    var presentMachines: [ObjectIdentifier] {
        state.withLock { state in
            if state.hasBegun { return [] }
            return [state.waitsForStep ? owner : nil, state.former?.identity].compactMap(\.self)
        }
    }
}

extension ChildLife: PortOwner {
    var place: String { called.place }
    var name: String { called.path }
    /// Until its end: the ports end with the chart, although the life may be known for longer.
    var ports: [(property: String?, port: any PortStorage)]? { state.withLock { $0.ports } }

    func accept(_ visitor: some MachineVisitor, named name: String) { present?.child.accept(visitor, named: name) }

    func storedPorts() async -> [(property: String?, port: any PortStorage)] {
        if let ports { return ports }
        return await present?.child.storedPorts ?? []
    }
}
