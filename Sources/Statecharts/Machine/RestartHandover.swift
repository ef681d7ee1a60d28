/// What a supervised machine tells the one who will follow it.
struct RestartHandover<Event: Sendable>: Sendable {
    /// Told at the machine's end, with what closes its mailbox and answers with the envelopes left; answers with those
    /// that the machine has to deal with itself.
    var inherit: (@Sendable (_ hasSuccessor: Bool, _ close: () -> [Envelope<Event>]) -> [Envelope<Event>])?
    /// Told after each step, if the next machine is to continue from there.
    let keepSnapshot: (@Sendable (Result<Snapshot, any Error>) -> Void)?
    /// Told when an event of a timer begins its step, with the timers that are armed then: should the step fail, its
    /// event is lost like any other.
    let keepTimers: (@Sendable ([Snapshot.Timer]) -> Void)?
    /// Told at the machine's end how long it has run since the last snapshot.
    let ranOn: @Sendable (Duration) -> Void
    /// Given messages of ports that come when the machine has ended; answers whether another one will take them.
    let takeOver: @Sendable (Envelope<Event>) -> Bool
    /// Told when the ports give their messages to the machine, whose mailbox refuses them so far: has it take them, and
    /// first what has come until then, in the order of sending.
    let takeMail: @Sendable (_ open: ([Envelope<Event>]) -> Void) -> Void
    /// The ports of all lives.
    let ports: PortsOfLives
    /// Told when the first step is complete, before anything that was sent is taken.
    let started: @Sendable () -> Void
    /// Told when the machine has made itself known to its clock.
    let joined: @Sendable () -> Void
    /// When the last snapshot was kept.
    var keptAt: Duration?
    /// When the timers of that snapshot were due.
    var keptKeys: [NamedKey] = []
}

extension Machine {
    /// Names who follows. To be called before the start.
    /// - Parameter waiting: what waits in the mailbox that the machine is given.
    func prepare(_ handover: RestartHandover<Event>, from snapshot: Snapshot?, _ waiting: WaitingNumbers) {
        self.handover = handover
        if let snapshot { interpreter.restore(snapshot, waiting: waiting) }
    }

    /// Lets the successor have a snapshot to continue from.
    func keepSnapshot() {
        guard let keep = handover?.keepSnapshot else { return }
        let result = Result { try interpreter.snapshot { [] } }
        keep(result)
        // A failure leaves the snapshot before, with its time.
        guard case .success = result else { return }
        handover?.keptAt = time
        handover?.keptKeys = interpreter.engine?.services?.namedKeys ?? []
    }

    /// Lets the successor know that a timer has fired.
    func keepTimers(_ services: Services) {
        guard let keep = handover?.keepTimers, let timers = try? services.savedTimers() else { return }
        keep(timers)
        handover?.keptAt = time
        handover?.keptKeys = services.namedKeys
    }

    private var time: Duration { (keeper ?? TimeKeepers.continuous).now }

    /// Closes the mailbox. Answers with the envelopes that nobody inherits.
    func handOver(hasSuccessor: Bool) -> [Envelope<Event>] {
        let taken = Array(inbox[nextEnvelope...])
        inbox = []
        nextEnvelope = 0
        guard let inherit = handover?.inherit else { return taken + mailbox.close() }
        // Once only; a step that is still under way may end with a snapshot all the same.
        handover?.inherit = nil
        if let keptAt = handover?.keptAt { handover?.ranOn(time - keptAt) }
        let keys = handover?.keptKeys ?? []
        return inherit(hasSuccessor) { Self.naming(taken + mailbox.close(), keys) }
    }

    /// Envelopes that name the timers which have fired: when they were due means nothing to another machine.
    private static func naming(_ envelopes: [Envelope<Event>], _ keys: [NamedKey]) -> [Envelope<Event>] {
        var claimed: Set<UInt64> = []
        return envelopes.flatMap { envelope -> [Envelope<Event>] in
            switch envelope {
            case .resource(.due(let limit)):
                return keys.filter { $0.key <= limit && claimed.insert($0.timer).inserted }
                    .map { .resource(.expired($0.timer, node: $0.node)) }
            case .resource(.expired(let timer, _)):
                claimed.insert(timer)
                return [envelope]
            case .event, .inside, .request, .failure, .stop, .resource: return [envelope]
            }
        }
    }

    /// Ends the machine for its successor after the step under way; what waits is handed over and not taken.
    ///
    /// - Parameter exiting: whether the active states are left; if not, the successor continues in them.
    /// - Returns: whether it was this that ended the machine; not if it had come to its end before, or did in the step
    ///   under way.
    func halt(exiting: Bool) async -> Bool {
        while hasToYield { await Task.yield() }
        guard interpreter.status == .running else { return false }
        occupied {
            cold?.gates?.pause()
            for envelope in handOver(hasSuccessor: true) { discard(envelope) }
        }
        // The mailbox is closed, so that nothing but this request follows the step. Who was about to send already may
        // come first all the same.
        while isOccupied {
            guard isSuspended else {
                await Task.yield()
                continue
            }
            let reply = StepContinuation()
            inbox.append(.request({ _ in }, reply))
            _ = try? await reply.value()
        }
        guard let engine = interpreter.engine, engine.status == .running else { return false }
        _ = try? await finishAwaited(engine, begin(exiting ? .stop : .abandon, engine))
        return true
    }

    /// Runs the machine from its start to its end.
    ///
    ///     try await machine.run()  // starts it, returns at its end, stops it if the task is cancelled
    ///
    /// Starts the machine unless it was started before, and returns when it has ended. If the task is cancelled, the
    /// machine is stopped as by ``stop()``: it takes what it has accepted, exits its states, and then this returns
    /// normally. So it fits into task groups and wherever a long-running service is a `run()`.
    /// - Throws: what ``start()`` throws, ``StepError`` if the machine fails, also before the call.
    public func run() async throws {
        if Task.isCancelled { return try await stop() }
        if interpreter.status == .new { try await start() }
        do { try await finished } catch is CancellationError { try await stop() }
    }
}
