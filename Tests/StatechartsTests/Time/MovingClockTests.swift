import Dispatch
import Statecharts
@testable import StatechartsSimulation
import Synchronization
import Testing

@Suite struct MovingClockTests {
    /// Jobs of an executor are run in the order of their priorities: who asks again and again at a high one whether
    /// there is rest must not believe so while an action with a lower one has yet to go on.
    @Test func `who moves a clock at a high priority waits for actions at a lower one`() async throws {
        let clock = ManualClock(), woken = Counted()
        let machine = Machine(Sleeper(clock, woken), clock: clock)
        try await machine.start()
        await Task.detached(priority: .high) {
            for number in 1...2_000 {
                await Task.detached(priority: .low) { _ = machine.post(.sleep) }.value
                await clock.advance(by: .seconds(1))
                guard woken.count == number else {
                    Issue.record("after \(number) moves \(woken.count) have slept")
                    return
                }
            }
        }.value
    }

    /// Between the last look for somebody to wake and the arrival a sleeper of another task could come, who was to be
    /// woken at that very time and then slept on.
    @Test func `a clock that finds nobody to wake stands at its new time`() async throws {
        let keeper = ManualKeeper(patience: .seconds(60))
        let woken = keeper.fireNext(through: .seconds(1))
        #expect(woken == nil && keeper.now == .seconds(1))
        // Returns at once.
        try await keeper.sleep(until: .seconds(1))
    }

    /// Each look at a machine changed the thread twice where an actor moved the clock, such as the main one.
    @Test func `who moves a clock is not gone back to between two machines`() async throws {
        let few = try await jobsOfMoving(2), many = try await jobsOfMoving(20)
        #expect(few == many)
    }

    /// How many jobs an actor's executor is given while the actor moves a clock with so many machines, each of which
    /// has a timer.
    private func jobsOfMoving(_ count: Int) async throws -> Int {
        let clock = ManualClock(), jobs = CountedJobs()
        var machines: [Machine<Snoozer>] = []
        for _ in 0..<count { machines.append(Machine(Snoozer(), clock: clock)) }
        for machine in machines { try await machine.start() }
        await Mover(jobs).move(clock)
        for machine in machines {
            #expect(await machine.isActive(\.awake))
            try await machine.stop()
        }
        return jobs.count.count
    }
}

/// Runs jobs one after the other, and counts them.
private final class CountedJobs: SerialExecutor {
    let count = Counted()
    private let queue = DispatchQueue(label: "CountedJobs")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        count.add()
        // `runSynchronously` is unsafe because a job may run only once, which it does here.
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}

private actor Mover {
    private let jobs: CountedJobs
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe jobs.asUnownedSerialExecutor() }

    init(_ jobs: CountedJobs) { self.jobs = jobs }

    func move(_ clock: ManualClock) async { await clock.advance(by: .seconds(1)) }
}

private final class Snoozer: TopState<Snoozer.Event> {
    enum Event: Sendable { case wake }
    let asleep = Asleep(), awake = Awake()
    override func configure() { substates(asleep, awake) }

    final class Asleep: State<Snoozer, Snoozer> {
        override func entry() { after(.seconds(1), send: .wake) }
        override func handle(_ event: Event) -> Reaction { .to(superior.awake) }
    }

    final class Awake: State<Snoozer, Snoozer> {}
}

private final class Counted: Sendable {
    private let value = Atomic(0)
    var count: Int { value.load(ordering: .acquiring) }
    func add() { value.add(1, ordering: .acquiringAndReleasing) }
}

private final class Sleeper: TopState<Sleeper.Event> {
    enum Event: Sendable { case sleep }
    let asleep = Asleep(), clock: ManualClock, woken: Counted

    init(_ clock: ManualClock, _ woken: Counted) {
        self.clock = clock
        self.woken = woken
    }

    override func configure() { substates(Awake(), asleep) }

    final class Awake: State<Sleeper, Sleeper> {
        override func handle(_ event: Event) -> Reaction { .to(top.asleep) }
    }

    final class Asleep: State<Sleeper, Sleeper> {
        override func entry() async throws {
            try? await top.clock.sleep(for: .seconds(1))
            top.woken.add()
        }
        override func handle(_ event: Event) -> Reaction { .to(self) }
    }
}
