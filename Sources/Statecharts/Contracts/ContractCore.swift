import Synchronization

/// A contract without its public face: has its monitor judge what comes, one after the other, and reports violations.
final class ContractCore<Rules: Statechart>: Alarm {
    enum Policy: Sendable {
        case report, refuse, fail
    }

    /// The taker of an input port's messages, which fails for a missed deadline.
    struct Debtor {
        /// The machine, if it is one.
        let machine: ObjectIdentifier?
        let fail: @Sendable (StepError) -> Void
    }

    /// A port where the contract is enforced.
    private struct Member: Sendable {
        let identity: PortIdentity
        /// Answers the taker of the port's messages, if there is one. `nil` for an output.
        let debtor: (@Sendable () -> Debtor?)?
    }

    private struct Register: Sendable {
        var members: [Int: Member] = [:]
        var last = 0
    }

    let name: String
    var machineName: String { name }
    private let monitor: Serializer<ContractMonitor<Rules>>
    private let register = Guarded(Register())
    private let failsAtDeadlines: Bool
    private let report: @Sendable (ContractViolation) -> Void
    /// How much has been judged so far: a manual clock sees by it whether anything has happened.
    private let turns = Atomic<UInt64>(0)
    /// A reference to itself, while nobody else holds the contract and a deadline is to come.
    private let afterlife = Guarded<ContractCore?>(nil)

    init(
        _ monitor: sending ContractMonitor<Rules>, failsAtDeadlines: Bool,
        _ report: @escaping @Sendable (ContractViolation) -> Void
    ) {
        name = monitor.name
        self.monitor = Serializer(monitor)
        self.failsAtDeadlines = failsAtDeadlines
        self.report = report
        self.monitor.run { [weak self] in $0.core = self }
    }

    // MARK: Ports

    /// Takes in a port, and starts the chart with the first one.
    func join(_ identity: PortIdentity, debtor: (@Sendable () -> Debtor?)?) -> Lease {
        let (key, isAlone) = register.withLock { register in
            register.last += 1
            register.members[register.last] = Member(identity: identity, debtor: debtor)
            // A contract that is enforced again is at the port twice for a moment.
            return (register.last, register.members.values.allSatisfy { $0.identity === identity })
        }
        monitor.run { monitor in
            monitor.namesPorts = monitor.namesPorts || !isAlone
            monitor.start()
        }
        return Lease { [weak self] in self?.leave(key) }
    }

    private func leave(_ key: Int) {
        let member = register.withLock { $0.members.removeValue(forKey: key) }
        withExtendedLifetime(member) {}
    }

    private var members: [Member] { register.withLock { $0.members.sorted { $0.key < $1.key }.map(\.value) } }

    /// Does something after everything that was to be judged before.
    func inTurn(_ body: @escaping @Sendable () -> Void) { monitor.run { _ in body() } }

    // MARK: Judging

    /// Judges a message, and calls `goOn` with the verdict: at once, or after the messages that came before it.
    func judge<Message: Sendable>(
        _ parcel: Parcel<Message>, as event: @escaping @Sendable (Message) -> Rules.Event?, at identity: PortIdentity,
        _ policy: Policy, _ goOn: @escaping @Sendable (ContractVerdict) -> Void
    ) {
        monitor.run { [self] monitor in
            guard let event = event(parcel.message) else { return goOn(.accept) }
            turns.add(1, ordering: .relaxed)
            passDeadlines(monitor)
            if let context = parcel.context { monitor.note(identity, context) }
            guard let breach = monitor.judge(event, .message(parcel.message, identity), parcel.context) else {
                return goOn(.accept)
            }
            let violation = violation(
                breach, port: identity.label, message: parcel.message,
                trace: identity.journal?.trace(of: parcel.context) ?? [])
            identity.report(violation)
            report(violation)
            switch policy {
            case .report: goOn(.accept)
            case .refuse: goOn(.refuse)
            case .fail: goOn(.fail(error(violation, at: "\(identity.label)")))
            }
        }
    }

    /// Judges something that no message brings.
    func judge(_ event: Rules.Event) {
        monitor.run { [self] monitor in
            turns.add(1, ordering: .relaxed)
            passDeadlines(monitor)
            if let breach = monitor.judge(event, .event(event), nil) { miss(breach, nil, monitor) }
            leaveAfterlife(unlessOwed: monitor)
        }
    }

    /// Takes the deadlines that have passed when something comes.
    private func passDeadlines(_ monitor: ContractMonitor<Rules>) {
        if let limit = monitor.passed { fire(through: limit, monitor) }
    }

    private func fire(through limit: TimerKey, _ monitor: ContractMonitor<Rules>) {
        monitor.fire(through: limit) { breach, context in miss(breach, context, monitor) }
        leaveAfterlife(unlessOwed: monitor)
    }

    /// Reports a breach that is no message: a missed deadline, or an end.
    private func miss(
        _ breach: ContractMonitor<Rules>.Breach, _ context: TraceContext?, _ monitor: ContractMonitor<Rules>
    ) {
        let members = members
        let violation = violation(breach, port: nil, message: nil, trace: monitor.journal?.trace(of: context) ?? [])
        var journals: [TraceJournal] = []
        for journal in members.map(\.identity.journal) + [monitor.journal] {
            if let journal, !journals.contains(where: { $0 === journal }) { journals.append(journal) }
        }
        for journal in journals { journal.violations.yield(violation) }
        report(violation)
        guard failsAtDeadlines else { return }
        let error = error(violation, at: name)
        var failed: Set<ObjectIdentifier> = []
        for debtor in members.compactMap({ $0.debtor?() }) {
            // Several ports may be those of one machine.
            if let machine = debtor.machine, !failed.insert(machine).inserted { continue }
            debtor.fail(error)
        }
    }

    private func violation(
        _ breach: ContractMonitor<Rules>.Breach, port: PortLabel?, message: (any Sendable)?, trace: [HeldMessage]
    ) -> ContractViolation {
        ContractViolation(
            contract: name, port: port, message: message, event: breach.event, state: breach.state,
            expected: breach.expected, history: breach.history, trace: trace)
    }

    private func error(_ violation: ContractViolation, at path: String) -> StepError {
        StepError(
            .contractViolation, path: path, "\(violation)",
            fix: "send what the contract allows, when it is due, or change the contract")
    }

    // MARK: Time

    /// Takes the timers that are due, when the clock says so.
    func ring(_ key: TimerKey) {
        monitor.run { [self] monitor in
            turns.add(1, ordering: .relaxed)
            fire(through: key, monitor)
        }
    }

    /// Answers how much has been judged, after all that came before.
    func settle() async -> UInt64? {
        await withCheckedContinuation { waiting in inTurn { waiting.resume() } }
        return turns.load(ordering: .relaxed)
    }

    var armed: [TimerRecord] {
        get async {
            await withCheckedContinuation { waiting in monitor.run { waiting.resume(returning: $0.timerRecords) } }
        }
    }

    // MARK: The end

    /// Nobody holds the contract, and it is enforced nowhere.
    func orphan() {
        monitor.run { [self] monitor in
            monitor.isOrphan = true
            monitor.noteLastDeadline()
            if monitor.hasDeadlines, !monitor.wasReplaced {
                afterlife.withLock { $0 = self }
            } else {
                monitor.cancelTimers()
            }
        }
    }

    /// A port has got another contract: this one would not learn any more what comes there.
    func leaveToAnother() { monitor.run { $0.wasReplaced = true } }

    /// Lets an orphan go when the last deadline is over that it was kept for: it has passed, or was taken back.
    private func leaveAfterlife(unlessOwed monitor: ContractMonitor<Rules>) {
        guard monitor.isOrphan, !monitor.hasDeadlines else { return }
        let itself = afterlife.withLock { $0.take() }
        withExtendedLifetime(itself) {}
    }
}
