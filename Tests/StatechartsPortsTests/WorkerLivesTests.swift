import StatechartsSimulation
import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Workers that are restored, restarted and released.
@Suite struct WorkerLivesTests {
    private let clock = ManualClock()
    private let channel = PointToPointChannel<Int>("jobs")
    private let office = OutputPort<Int>("office")

    init() { connect(office, to: channel) }

    private func worker() -> sending Worker {
        let worker = Worker(seconds: 10)
        connect(channel, to: worker.jobs)
        return worker
    }

    @Test func `a machine that is restored in its idle state is ready at once, and one that is restored busy is not`()
        async throws
    {
        let former = Machine(Worker(), clock: clock)
        try await former.start()
        let idle = try await former.snapshot()
        try await former.send(.job(0))
        let busy = try await former.snapshot()
        try await former.stop()
        for job in 1...3 { office.send(job) }
        let machines = [
            Machine(restoring: busy, worker(), clock: clock), Machine(restoring: idle, worker(), clock: clock),
        ]
        for machine in machines { try await machine.start() }
        await clock.settle()
        #expect(channel.bufferedCount == 2)
        #expect(try await machines[1].withTop { $0.job } == 1)
        // What was under way in the snapshot ends after a second there, and the next job is taken.
        await clock.advance(by: .seconds(1))
        #expect(channel.bufferedCount == 1)
        #expect(try await machines[0].withTop { $0.job } == 2)
    }

    @Test func `a job whose step has not begun is its channel's, and in no snapshot`() async throws {
        let (pause, gate) = AsyncStream.makeStream(of: Void.self)
        let chart = Held(pause)
        connect(channel, to: chart.jobs)
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        machine.post(.hold)
        await clock.settle()
        machine.post(.job(1))
        office.send(2)
        async let asked = machine.snapshot()
        // The jobs and the snapshot wait behind the step under way.
        while machine.waitingCount < 2 { await Task.yield() }
        while await !machine.isAskedForSnapshots { await Task.yield() }
        gate.yield()
        let snapshot = try await asked
        await clock.settle()
        #expect(try await machine.withTop { $0.noted } == [1, 2])
        let restored = Machine(restoring: snapshot, Held(pause), clock: clock)
        try await restored.start()
        await clock.settle()
        #expect(try await restored.withTop { $0.noted } == [1])
    }

    @Test func `a plain machine that is restarted gives its jobs to another one meanwhile`() async throws {
        let supervisor = Supervisor(
            limit: RestartLimit(9, in: .seconds(60)), backOff: .exponential(from: .seconds(100), cap: .seconds(100)),
            clock: clock)
        let ports = [InputPort<Int>("numbers"), InputPort<Int>("numbers")]
        connect(channel, to: ports[0])
        let clock = clock
        let fragile = supervisor.add("fragile") { Machine(Fragile(ports[0]), clock: clock) }
        let run = Task { try await supervisor.run() }
        await clock.settle()
        try await fragile.withTop { [office] _ in
            fragile.post(.fail)
            for job in 1...3 { office.send(job) }
        }
        await clock.settle()
        #expect(channel.bufferedCount == 3)
        connect(channel, to: ports[1])
        let other = Machine(Fragile(ports[1]), clock: clock)
        try await other.start()
        await clock.settle()
        #expect(try await other.withTop { $0.noted } == [1, 2, 3])
        await clock.advance(by: .seconds(100))
        // The one that was restarted was given a job longest ago.
        for job in 4...5 { office.send(job) }
        await clock.settle()
        #expect(try await fragile.withTop { $0.noted } == [4])
        #expect(try await other.withTop { $0.noted } == [1, 2, 3, 5])
        #expect([ports[0].undeliveredCount, ports[1].undeliveredCount, channel.bufferedCount] == [0, 0, 0])
        run.cancel()
        try await run.value
        office.send(6)
        await clock.settle()
        #expect(try await other.withTop { $0.noted } == [1, 2, 3, 5, 6])
    }

    @Test func `who is connected to a port of a former life is heard in the states of the present one`() async throws {
        let supervisor = Supervisor(limit: RestartLimit(9, in: .seconds(60)), backOff: .none, clock: clock)
        let clock = clock
        let notes = Guarded<[Hand.Event]>([])
        let hand = supervisor.add("hand") {
            Machine(Hand(InputPort<Int>("jobs")) { event in notes.withLock { $0.append(event) } }, clock: clock)
        }
        let run = Task { try await supervisor.run() }
        await clock.settle()
        let port = await (try #require(hand.machine)).port(\.jobs)
        connect(office, to: port)
        await #expect(throws: StepError.self) { try await hand.send(.fail) }
        await clock.settle()
        for job in 1...2 { office.send(job) }
        await clock.settle()
        #expect(port.bufferedCount == 2)
        try await hand.send(.wake)
        await clock.settle()
        #expect(port.bufferedCount == 1)
        await #expect(throws: StepError.self) { try await hand.send(.fail) }
        await clock.settle()
        for event in [Hand.Event.wake, .done] { try await hand.send(event) }
        await clock.settle()
        #expect(notes.withLock { $0 } == [.fail, .wake, .job(1), .fail, .wake, .job(2), .done])
        run.cancel()
        try await run.value
        office.send(3)
        #expect([port.bufferedCount, port.undeliveredCount] == [0, 1])
    }

    @Test func `what waits for a supervised machine is lost, and counted, when its supervisor has ended`() async throws
    {
        let supervisor = Supervisor(clock: clock)
        let clock = clock
        let port = InputPort<Int>("jobs")
        supervisor.add("hand") { Machine(Hand(port) { _ in }, clock: clock) }
        connect(office, to: port)
        let run = Task { try await supervisor.run() }
        await clock.settle()
        for job in 1...2 { office.send(job) }
        #expect([port.bufferedCount, port.undeliveredCount] == [2, 0])
        run.cancel()
        try await run.value
        #expect([port.bufferedCount, port.undeliveredCount] == [0, 2])
    }

    @Test func `a machine that is released before its end gives nothing to wait for`() async throws {
        let port = InputPort<Int>("jobs")
        connect(office, to: port)
        var machine: Machine<Hand>? = Machine(Hand(port) { _ in }, clock: clock)
        try await machine?.start()
        office.send(1)
        #expect([port.bufferedCount, port.undeliveredCount] == [1, 0])
        machine = nil
        await clock.settle()
        office.send(2)
        #expect([port.bufferedCount, port.undeliveredCount] == [0, 2])
    }

    @Test func `a machine whose step is suspended is given nothing`() async throws {
        let (pause, gate) = AsyncStream.makeStream(of: Void.self)
        let chart = Slow(pause)
        connect(channel, to: chart.jobs)
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        var waiting: [Int] = []
        for job in 1...3 { office.send(job) }
        for _ in 1...3 {
            await clock.settle()
            waiting.append(channel.bufferedCount)
            gate.yield()
        }
        await clock.settle()
        #expect(waiting == [2, 1, 0])
        #expect(try await machine.withTop { $0.done } == [1, 2, 3])
    }

    @Test func `a machine is given nothing while a step is suspended that follows another one`() async throws {
        let (pause, gate) = AsyncStream.makeStream(of: Void.self)
        let chart = Gated(pause)
        connect(channel, to: chart.jobs)
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        machine.post(.hold)
        machine.post(.hold)
        await clock.settle()
        gate.yield()
        await clock.settle()
        // The first one is over, the second one is suspended.
        #expect(machine.waitingCount == 0)
        office.send(7)
        await clock.settle()
        #expect([channel.bufferedCount, machine.waitingCount] == [1, 0])
        gate.yield()
        await clock.settle()
        #expect(channel.bufferedCount == 0)
        #expect(try await machine.withTop { $0.noted } == [7])
        try await machine.stop()
    }

    @Test func `a worker that is cancelled gives back what it has not begun`() async throws {
        let chart = Worker(), other = Worker()
        connect(channel, to: chart.jobs)
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        let run = Task { try await machine.run() }
        for job in 1...2 { office.send(job) }
        await clock.settle()
        run.cancel()
        try await run.value
        // It has begun the first one.
        #expect(try await machine.withTop { $0.job } == 1)
        #expect(channel.bufferedCount == 1)
        connect(channel, to: other.jobs)
        let successor = Machine(other, clock: clock)
        try await successor.start()
        await clock.advance(by: .seconds(1))
        #expect(try await successor.withTop { $0.done } == [2])
    }
}

/// Works in the step itself.
///
///     Slow: receives jobs while Ready
///     └─ Ready   job / waits at the gate
private final class Slow: TopState<Int> {
    let jobs = InputPort<Int>("jobs")
    let ready = Ready()
    let pause: AsyncStream<Void>
    var done: [Int] = []

    init(_ pause: AsyncStream<Void>) { self.pause = pause }
    override func configure() {
        receive(jobs, while: ready) { $0 }
        substates(ready)
    }
    final class Ready: State<Slow, Slow> {
        override func handle(_ event: Int) -> Reaction {
            .handled {
                for await _ in top.pause { break }
                top.done.append(event)
            }
        }
    }
}

/// Takes jobs in any state, and fails if it is told to.
private final class Fragile: TopState<Fragile.Event> {
    enum Event: Sendable { case job(Int), fail }
    struct Broken: Error {}

    let numbers: InputPort<Int>
    var noted: [Int] = []

    init(_ numbers: InputPort<Int>) { self.numbers = numbers }
    override func configure() { receive(numbers) { .job($0) } }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .job(let number): .handled { noted.append(number) }
        case .fail: .handled { throw Broken() }
        }
    }
}

/// Takes jobs while it is ready, which it always is; a step may take time.
private final class Gated: TopState<Held.Event> {
    let jobs = InputPort<Int>("jobs")
    let ready = Ready()
    let pause: AsyncStream<Void>
    var noted: [Int] = []

    init(_ pause: AsyncStream<Void>) { self.pause = pause }
    override func configure() {
        receive(jobs, while: ready) { .job($0) }
        substates(ready)
    }
    final class Ready: State<Gated, Gated> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .job(let number): .handled { top.noted.append(number) }
            case .hold: .handled { for await _ in top.pause { break } }
            }
        }
    }
}

/// Takes jobs in any state, also while a step is suspended.
private final class Held: TopState<Held.Event> {
    enum Event: Codable, Sendable { case job(Int), hold }

    let jobs = InputPort<Int>("jobs")
    let pause: AsyncStream<Void>
    var noted: [Int] = []

    init(_ pause: AsyncStream<Void>) { self.pause = pause }
    override func configure() { receive(jobs) { .job($0) } }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .job(let number): .handled { noted.append(number) }
        case .hold: .handled { for await _ in self.pause { break } }
        }
    }
}
