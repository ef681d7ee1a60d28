/// One life of a child machine: from when it is made until it has ended or was abandoned.
@usableFromInline
final class ChildLife: LivingChild, Alarm {
    let number: UInt64
    private let called: ChildName
    private let limit: Duration
    private let keeper: any TimeKeeper
    private let children: LivingChildren?
    /// Behind a lock, as the end lets go of them.
    private let knownPorts: Guarded<[(property: String?, port: any PortStorage)]?>
    private let state: Guarded<ChildLifeStateMachine>
    /// The child in the ``WaitGraph``.
    private let identity: ObjectIdentifier
    /// The life that has to end before this one begins, until it has.
    private let former: Guarded<ChildLife?>
    /// The owner in the ``WaitGraph``.
    private let owner: ObjectIdentifier?

    init(
        of machine: any OwnedMachine, named name: ChildName, after former: ChildLife?, _ number: UInt64,
        stopWithin limit: Duration, _ services: Services, _ children: LivingChildren?,
        ports: [(property: String?, port: any PortStorage)]?
    ) {
        self.number = number
        called = name
        self.former = Guarded(former?.unfinished)
        identity = ObjectIdentifier(machine)
        self.limit = limit
        keeper = services.keeper
        owner = services.engine.host.map { ObjectIdentifier($0) }
        self.children = children
        knownPorts = Guarded(ports)
        state = Guarded(ChildLifeStateMachine(machine: machine))
        services.works = children
        WaitGraph.add(identity, self)
        children?.add(self)
    }

    var isUnheard: Bool { state.withLock { $0.isUnheard } }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// False while it waits for the one before it, or for its time.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// The life that may still go on: this one, or, if this one has ended before it began, the one that it waited for.
    /// `nil` if all have ended.
    @usableFromInline var unfinished: ChildLife? { isOver ? former.withLock { $0 }?.unfinished : self }

    /// The machine, unless it is over, and when it begins, if that is known.
    var present: (child: any OwnedMachine, until: Duration?)? { state.withLock { $0.present } }

    // MARK: Its task

    func begins(_ task: Task<Void, Never>) { state.withLock { $0.begins(task) } }

    /// Runs the child to its end, once the one before has ended and some time has passed. Stops it when the task is
    /// cancelled.
    ///
    /// What is done before and after it runs is in functions that are not inlined: their variables would be in the
    /// task's memory as long as the child lives.
    func run(_ machine: any OwnedMachine, waiting delay: Duration) async throws {
        defer { end() }
        await waitForTurn(delay)
        do { try await machine.run() } catch { throw await refusal(error, of: machine) ?? error }
    }

    @inline(never)
    private func waitForTurn(_ delay: Duration) async {
        await former.withLock { $0 }?.ended()
        // Let go of outside of the lock.
        withExtendedLifetime(former.withLock { $0.take() }) {}
        if delay > .zero { await wait(delay) }
        state.withLock { $0.runs() }
        WaitGraph.remove(identity)
        // Else `stop` sets it, which is the only one to cancel the task.
        if Task.isCancelled { setAlarm() }
    }

    /// What it means that its chart or its snapshot is refused; `nil` for an error of a step. A refused child was never
    /// started, and would take mail for ever.
    @inline(never)
    private func refusal(_ error: any Error, of machine: any OwnedMachine) async -> (any Error)? {
        if error is StepError { return nil }
        try? await machine.stop()
        return (error as? SnapshotError)?.refusing(part: name) ?? error
    }

    private func wait(_ delay: Duration) async {
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

    @inline(never)
    private func end() {
        if !hasBegun { WaitGraph.remove(identity) }
        let end = state.withLock { $0.ends() }
        children?.remove(number)
        // Let go of outside of the lock.
        withExtendedLifetime(knownPorts.withLock { $0.take() }) {}
        if end.isTimed { keeper.discard(self) }
        callingOut()
        for one in end.waiting { one.resume() }
    }

    // MARK: Its end

    func isLeft() {
        if let error = state.withLock({ $0.leaves() }) { tellUnheard(error) }
    }

    /// It has ended by an error, which is told here if its state was left before and hears of it no more.
    func hasFailed(_ error: any Error) {
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
        case .cancel(let task):
            task.cancel()
            setAlarm()
        case .drop(let machine):
            end()
            // Nothing of it has begun: whoever waits for it is answered that it has ended.
            Task.detached(executorPreference: keeper.executor) { try? await machine.stop() }
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
        end()
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
        if let action = ActionContext.here, state.withLock({ $0.waitsForStep }) {
            return action.fail(
                MachineError(
                    .deadlock, machine: machineName,
                    "waiting would never end: \(machineName) begins when the step is over that waits for its end; "
                        + "await it in exit(), or in a later step"))
        }
        switch WaitGraph.enterReading(identity, by: .here) {
        case .closesRing(let ring): ring.tell()
        case .allowed(let waiting):
            await withCheckedContinuation { reply in
                if !state.withLock({ $0.appendWaiter(reply) }) { reply.resume() }
            }
            WaitGraph.leave(waiting)
        }
    }
}

extension ChildLife: BeginningMachine {
    var nameInRings: String { machineName }
    /// What it waits for before it begins: the step of its owner in which it was made, and the life before.
    var presentMachines: [ObjectIdentifier] {
        if hasBegun { return [] }
        let step = state.withLock { $0.waitsForStep } ? owner : nil
        return [step, former.withLock { $0?.identity }].compactMap(\.self)
    }
}

/// A machine that a state owns, whatever its chart.
protocol OwnedMachine: TreeMachine, VisitableMachine {
    var storedPorts: [(property: String?, port: any PortStorage)] { get }
}

extension Machine: OwnedMachine {}

extension ChildLife: PortOwner {
    var place: String { called.place }
    var name: String { called.path }
    /// Until its end: the ports end with the chart, although the life may be known for longer.
    var ports: [(property: String?, port: any PortStorage)]? { knownPorts.withLock { $0 } }

    func accept(_ visitor: some MachineVisitor, named name: String) { present?.child.accept(visitor, named: name) }

    func storedPorts() async -> [(property: String?, port: any PortStorage)] {
        if let ports { return ports }
        return await present?.child.storedPorts ?? []
    }
}
