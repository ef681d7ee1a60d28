/// A child machine that runs beside its simulated owner, step by step, whatever its chart.
package protocol SimulatedChild: AnyObject {
    /// Where it is in its owner's chart: `Playing/player`, or `Queue/rows[3]` in a list.
    var path: String { get }
    /// The class of its chart.
    var chart: StateNode.Type { get }
    /// The activity that it is, and its state.
    var number: UInt64 { get }
    var node: Int32 { get }
    var rank: ChildRank { get }
    /// Whether it was made and has not begun.
    var isNew: Bool { get }
    /// Whether it has come to its end.
    var isOver: Bool { get }
    /// When it begins at the earliest.
    var due: Duration { get }
    /// When something of it is due first.
    var nextDeadline: Duration? { get }
    /// The most that waits for it or for a child of it.
    var mostMail: Int { get }
    /// The most events that it or a child of it has deferred.
    var mostDeferred: Int { get }
    /// As ``Machine/activePaths`` of its owner has them: `Playing/player:Loading`, without a state before it has begun.
    var activePaths: [String] { get }

    /// The children that run inside it.
    var children: [any SimulatedChild] { get }
    /// As ``Simulation/takeMistakes()``.
    func takeMistakes() -> [StepError]

    /// Enters its chart; the world's time moves on to when it is due.
    func begin(movingTime: Bool) async
    /// Lets what is due first happen: it begins, or a timer of it or of a child of it fires. The world's time moves on
    /// to then.
    func passTime() async
    /// Tells its owner if it has come to its end. To be called when something has happened in it.
    func tellEnd()
    /// Its state was left: it takes what it has accepted and comes to its end, and nobody is told.
    func stop() async
    /// Its owner waits for its end.
    func stopped() async
    func describe(_ words: inout ContiguousArray<Int32>, timesMatter: Bool, number: (AnyHashable) -> Int32)
    /// Calls the closure with all its data that tell situations apart and with the events that wait for it, by name,
    /// and with those of children inside it.
    func visitData(_ body: (_ name: String, _ value: AnyHashable) -> Void)
    /// As ``Simulation/visitWaiting(_:)``.
    func visitWaiting(_ body: (_ name: String, _ value: AnyHashable) -> Void)
}

/// Looks on while a child runs.
package protocol SimulatedChildWatch: AnyObject {
    /// It has taken steps, or its owner has, and may go on.
    func look() async
    /// Its state was left: it comes to its end now, and not by itself.
    func leave()
}

/// The path of a child machine in its chart.
enum ChildPath {
    /// `Playing/player`; without the state for one of the top.
    static func of(_ name: String, in owner: StateNode?) -> String {
        guard let owner, owner.index != 0 else { return name }
        return "\(owner.path)/\(name)"
    }
}

/// The same for a class of charts.
package final class SimulatedChildMachine<Inner: Statechart>: SimulatedChild {
    private enum Phase: Int32 {
        case made, running, over
    }

    package let path: String
    /// What its machine would be called.
    private let name: String
    package let number: UInt64
    package let node: Int32
    package var rank: ChildRank { place() }
    private let place: () -> ChildRank
    package let due: Duration
    /// Its chart, as the explorer drives it.
    package let simulation: Simulation<Inner>
    private let tell: (ActivityEnd) -> Void
    private let isBeingMade: () -> Bool
    private let isLeft: () -> Bool
    private let ending: (Inner) -> ActivityEnd
    private let failing: (any Error) -> ActivityEnd
    private var phase = Phase.made
    private var data: HiddenData?
    /// What tells its situations from others besides all that can be compared; instead of it if `isAlone`.
    package var fingerprint: (isAlone: Bool, value: (Inner) -> AnyHashable)?
    /// The names of properties that are not compared.
    package var disregarded: [String] = []
    package weak var watch: (any SimulatedChildWatch)?

    /// - Parameters:
    ///   - unhandled: what it does about events that none of its states reacts to.
    ///   - limits: those of its steps.
    ///   - ending: what its end is to its owner.
    ///   - failing: what its error is to its owner.
    ///   - tell: puts that into the mailbox of its owner.
    ///   - isBeingMade: whether the step goes on in which it was made.
    ///   - isLeft: whether its state has been left, or is being left.
    init(
        _ chart: Inner, at path: String, named name: String, number: UInt64, node: Int32,
        rank: @escaping () -> ChildRank, due: Duration, in world: SimulatedWorld,
        _ unhandled: Machine<Inner>.UnhandledPolicy, _ limits: Limits,
        ending: @escaping (Inner) -> ActivityEnd, failing: @escaping (any Error) -> ActivityEnd,
        tell: @escaping (ActivityEnd) -> Void,
        isBeingMade: @escaping () -> Bool, isLeft: @escaping () -> Bool
    ) {
        self.path = path
        self.name = name
        self.number = number
        self.node = node
        place = rank
        self.due = due
        self.ending = ending
        self.failing = failing
        self.tell = tell
        self.isBeingMade = isBeingMade
        self.isLeft = isLeft
        simulation = Simulation(chart, inside: world)
        simulation.interpreter.obey(unhandled, limits)
        // What comes before it begins waits in its mailbox. What is wrong with the chart is told when it begins.
        try? simulation.prepare()
        simulation.reports = simulation.interpreter.reports(by: unhandled)
    }

    package var chart: StateNode.Type { Inner.self }
    package var isNew: Bool { phase == .made }
    package var isOver: Bool { phase == .over }

    package var nextDeadline: Duration? {
        switch phase {
        case .made: due > simulation.now ? due : nil
        case .running: simulation.nextDeadline
        case .over: nil
        }
    }

    package var mostMail: Int { simulation.mostMail }
    package var mostDeferred: Int { simulation.mostDeferred }
    package var children: [any SimulatedChild] { simulation.children }
    package func takeMistakes() -> [StepError] { simulation.takeMistakes() }

    package var activePaths: [String] {
        guard phase != .over else { return [] }
        let own = simulation.interpreter.configuration.leaves.map { "\(name):\($0.path)" }
        let inside = simulation.childPaths.map { "\(name):\($0)" }
        return (own.isEmpty ? [name] : own) + inside
    }

    package func begin(movingTime: Bool) async {
        guard phase == .made else { return }
        if movingTime { simulation.now = max(simulation.now, due) }
        phase = .running
        do {
            try await simulation.start()
            tellEnd()
        } catch {
            phase = .over
            tell(failing(error))
        }
    }

    package func passTime() async {
        if phase == .made { return await begin(movingTime: true) }
        await simulation.passTime()
        tellEnd()
    }

    package func tellEnd() {
        guard phase == .running, !simulation.isRunning else { return }
        phase = .over
        tell(simulation.interpreter.failure.map(failing) ?? ending(simulation.top))
    }

    package func stop() async {
        let isRunning = phase == .running
        phase = .over
        guard isRunning else { return }
        await simulation.takeWaiting()
        await watch?.look()
        watch?.leave()
        await simulation.stop()
    }

    // MARK: What its owner's actions do with it

    /// Answers `false` if it has come to its end.
    func post(_ event: Inner.Event) -> Bool {
        phase != .over && simulation.mailbox.put(.event(event, .nobody)) != .refused
    }

    /// Its owner waits for its end. If its state is left that comes now; else it takes what it has accepted, and the
    /// owner goes on, though that may not have ended it: nothing else happens while an owner waits.
    package func stopped() async {
        if isLeft() { return await stop() }
        guard phase == .running else { return }
        await simulation.takeWaiting()
        tellEnd()
    }

    /// Lets it begin, unless it was made in the present step of its owner, take all that waits for it, and then the
    /// event.
    func send(_ event: Inner.Event) async throws -> Outcome {
        if phase == .made {
            if isBeingMade() { throw MachineError.beforeItBegins(ValueText.of(event), to: path) }
            await begin(movingTime: true)
        }
        if phase == .running { await simulation.takeWaiting() }
        let outcome = await simulation.send(event)
        // Records of steps hold the event, and with it a reply.
        await watch?.look()
        tellEnd()
        if let failure = simulation.interpreter.failure { throw failure }
        return outcome
    }

    /// Lets it take all that waits for it, and then the question, which it has to answer in that step.
    func ask<Value: Sendable>(_ event: (Reply<Value>) -> Inner.Event) async throws -> Value {
        switch try await put(event).fate {
        case .answered(let value):
            if let value = value as? Value { return value }
        case .failed(let error): throw error
        case .dropped: throw MachineError.dropped(Value.self, by: path)
        case .kept: break
        }
        throw MachineError(
            .late, machine: path,
            "the Reply<\(Value.self)> was kept for later, but nothing goes on in an exploration while the owner waits; let the child answer in the step of the question, or tell the owner by a port"
        )
    }

    /// The event is gone afterwards, so that the probe tells whether the chart still has the reply.
    private func put<Value: Sendable>(_ event: (Reply<Value>) -> Inner.Event) async throws -> ReplyProbe {
        let (reply, probe) = ReplyProbe.reply(of: Value.self)
        if try await send(event(reply)) == .finished {
            throw MachineError(
                .finished, machine: path, "the child has come to its end and answers nothing any more")
        }
        return probe
    }

    // MARK: What tells it from others

    package func describe(
        _ words: inout ContiguousArray<Int32>, timesMatter: Bool, number: (AnyHashable) -> Int32
    ) {
        words += [-19, number(AnyHashable(path)), phase.rawValue]
        if phase == .over { return }
        if phase == .made, timesMatter { words.append(number(AnyHashable(max(due - simulation.now, .zero)))) }
        // It is not known before the child begins, and is asked of charts that run.
        let fingerprint = phase == .running ? fingerprint : nil
        let isAlone = fingerprint?.isAlone == true
        simulation.describe(&words, timesMatter: timesMatter, dataMatter: !isAlone, number: number)
        if !isAlone { describeData(&words, number) }
        if let fingerprint { words += [-20, number(fingerprint.value(simulation.top))] }
        simulation.describeWorld(&words, timesMatter: timesMatter, number: number)
    }

    package func visitData(_ body: (_ name: String, _ value: AnyHashable) -> Void) {
        guard phase == .running else { return }
        if let fingerprint { body("\(path): the fingerprint", fingerprint.value(simulation.top)) }
        let all = simulation.hiddenData(dataMatter: false)
        let values = simulation.read(all, with: simulation.host.reader) { _, _ in }
        for (item, value) in zip(all.items, values) where fingerprint?.isAlone != true {
            if let value, !disregarded.contains(item.name) { body("\(path): \(item.name)", value) }
        }
        for child in children { child.visitData { body("\(path): \($0)", $1) } }
    }

    package func visitWaiting(_ body: (_ name: String, _ value: AnyHashable) -> Void) {
        if phase == .over { return }
        simulation.visitWaiting { body("\(path): \($0)", $1) }
        for child in children { child.visitWaiting { body("\(path): \($0)", $1) } }
    }

    /// Nobody notices where two situations of a child were taken for one: so all that it has counts.
    private func describeData(_ words: inout ContiguousArray<Int32>, _ number: (AnyHashable) -> Int32) {
        guard phase == .running else { return }
        let known = data ?? simulation.hiddenData(dataMatter: true)
        data = known
        let values = simulation.read(known, with: simulation.host.reader) { item, what in
            simulation.host.world?.noteOpaque("\(path): \(known.items[item].name)", what)
        }
        for (item, value) in zip(known.items, values) where !disregarded.contains(item.name) {
            words += [-22, value.map(number) ?? -1]
        }
    }
}
