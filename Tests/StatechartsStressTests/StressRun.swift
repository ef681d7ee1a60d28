import Statecharts
import StatechartsTesting
import Synchronization
import TestSupport

/// One seeded round: machines, a supervisor, ports, a channel, a system and an interpreter, on which several tasks call everything that is public,
/// cancelled at any time, also from inside actions, handlers and the ends of events.
final class StressRun: Sendable {
    let seed: UInt64
    let dog: Watchdog
    private let random: Guarded<SplitMix>
    private let bag = Guarded<[Task<Void, Never>]>([])
    /// How many calls actions may still make: what they set off must come to an end.
    private let budget: Atomic<Int>
    private let calls = Atomic(0)
    let accepted = Guarded<[Int]>([])

    let clock = ManualClock()
    let machines: [Machine<Stressed>]
    let inputs: [InputPort<Int>]
    let outputs: [OutputPort<Int>]
    let states: [OutputPort<Int>]
    let free = [
        InputPort<Int>("free", buffering: .waiting(1)), InputPort<Int>("free too", buffering: .bufferingNewest(2)),
    ]
    let source = OutputPort<Int>("source"), value = OutputPort("value", current: 0)
    let channel = PointToPointChannel<Int>("channel")
    let system = System()
    let supervisor: Supervisor
    let supervised: [SupervisedMachine<Stressed>]
    let bench = Bench()
    let hooks: Hooks
    let views = ViewTally()

    init(seed: UInt64, calls: Int, dog: Watchdog) {
        self.seed = seed
        self.dog = dog
        var random = SplitMix(seed: seed)
        budget = Atomic(calls)
        let link = Link()
        let hooks = Hooks(now: { link.run?.doSomething($0) }, later: { await link.run?.waitForSomething($0) })
        self.hooks = hooks
        let lane = Lane(), clock = clock
        var machines: [Machine<Stressed>] = [], inputs: [InputPort<Int>] = [], outputs: [OutputPort<Int>] = []
        var states: [OutputPort<Int>] = []
        for _ in 0..<random.within(2...4) {
            let bufferings: [PortBuffering] = [
                .unbounded, .unbounded, .waiting(1), .bufferingOldest(2), .bufferingNewest(1),
            ]
            let chart = Stressed(hooks, buffering: random.pick(bufferings) ?? .unbounded)
            inputs.append(chart.numbers)
            outputs.append(chart.out)
            states.append(chart.state)
            let place = random.below(4)
            machines.append(Machine(chart, on: place == 0 ? lane : place == 1 ? MainActor.shared : nil, clock: clock))
        }
        self.machines = machines
        self.inputs = inputs
        self.outputs = outputs
        self.states = states
        let strategy = random.pick(Supervisor.Strategy.allCases) ?? .oneForOne
        supervisor = Supervisor(strategy, limit: RestartLimit(1_000, in: .seconds(60)))
        let restart: Supervisor.Restart = .fresh
        let kept = random.chance(50) ? Supervisor.MailboxPolicy.kept : .dropped
        let under = supervisor
        supervised = ["one", "two"].map { name in
            under.add(name, restart: restart, mailbox: kept) {
                Machine(Stressed(hooks, buffering: .unbounded), clock: clock)
            }
        }
        self.random = Guarded(random)
        link.set(self)
    }

    /// How actions find the run without keeping it.
    private final class Link: Sendable {
        private let place = Guarded(Weak())
        private struct Weak: Sendable { weak var run: StressRun? }
        var run: StressRun? { place.withLock { $0 }.run }
        func set(_ run: StressRun) { place.withLock { $0.run = run } }
    }

    actor Lane {}

    // MARK: Chance

    func below(_ bound: Int) -> Int { random.withLock { $0.below(bound) } }
    func chance(_ percent: Int) -> Bool { random.withLock { $0.chance(percent) } }
    func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
    var callCount: Int { calls.load(ordering: .relaxed) }

    func burden() -> Burden {
        Burden(below(3)) { [weak self] in self?.doSomething(1) }
    }

    /// What actions, handlers and the ends of events do: some calls that do not wait.
    func doSomething(_ count: Int) {
        for _ in 0..<count where below(4) == 0 {
            guard budget.subtract(1, ordering: .relaxed).newValue > 0 else { return }
            callAtOnce()
        }
    }

    /// What suspending actions and activities do: calls that wait.
    func waitForSomething(_ count: Int) async {
        await Task.yield()
        for _ in 0..<count where below(4) == 0 {
            guard budget.subtract(1, ordering: .relaxed).newValue > 0 else { return }
            await callFromAction()
        }
    }

    // MARK: Tasks

    /// Starts a call that somebody may cancel at any time.
    func start(_ what: String, _ body: @escaping @Sendable () async throws -> Void) {
        calls.add(1, ordering: .relaxed)
        let task = Task { [dog] in
            await dog.during(what) { try? await body() }
        }
        bag.withLock { $0.append(task) }
        if chance(30) { task.cancel() }
    }

    /// Counts a call. Answers how many there have been.
    @discardableResult
    func note() -> Int { calls.add(1, ordering: .relaxed).newValue }

    func cancelSome() {
        let task = bag.withLock { bag in bag.isEmpty ? nil : bag[below(bag.count)] }
        task?.cancel()
    }

    // MARK: The round

    func run() async {
        dog.phase("seed \(seed), calling")
        for (position, output) in outputs.enumerated() {
            connect(output, to: inputs[(position + 1) % inputs.count])
        }
        connect(source, to: channel)
        for machine in machines { await system.add(machine, named: "M") }
        system.add("free", ports: free[0], free[1], source, value, channel)
        let supervising = Task { [supervisor] in try? await supervisor.run() }
        await withDiscardingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<40 where self.budget.subtract(1, ordering: .relaxed).newValue > 0 {
                        self.callSomething()
                        if self.chance(30) { await Task.yield() }
                    }
                }
            }
        }
        dog.phase("seed \(seed), ending")
        system.resume()
        for machine in machines { try? await dog.during("start at the end") { try await machine.start() } }
        for machine in machines { try? await dog.during("stop at the end") { try await machine.stop() } }
        supervising.cancel()
        await dog.during("supervisor at the end") { await supervising.value }
        system.resume()
        for port in inputs + free { port.finish() }
        for port in outputs + states + [source, value] { port.finish() }
        dog.phase("seed \(seed), waiting for the rest")
        while let task = bag.withLock({ $0.popLast() }) {
            task.cancel()
            await task.value
        }
        await endViews()
        await clock.advance(by: .milliseconds(5))
    }
}
