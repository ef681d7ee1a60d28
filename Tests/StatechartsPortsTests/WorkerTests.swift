import Statecharts
import StatechartsSimulation
import TestSupport
import Testing

/// Machines that take messages in some of their states only, see `receive(_:while:as:)`.
@Suite struct WorkerTests {
    private let clock = ManualClock()
    private let channel = PointToPointChannel<Int>("jobs")
    private let office = OutputPort<Int>("office")

    init() { connect(office, to: channel) }

    private func start(_ worker: sending Worker) async throws -> Machine<Worker> {
        connect(channel, to: worker.jobs)
        let machine = Machine(worker, clock: clock)
        try await machine.start()
        return machine
    }

    private func done(_ machines: [Machine<Worker>]) async throws -> [[Int]] {
        var all: [[Int]] = []
        for machine in machines { all.append(try await machine.withTop { $0.done }) }
        return all
    }

    @Test func `no job waits behind a busy worker while another one is idle`() async throws {
        let workers = [try await start(Worker(seconds: 100)), try await start(Worker())]
        for job in 1...4 { office.send(job) }
        await clock.settle()
        var waiting = [channel.bufferedCount]
        var doneBySecond: [[[Int]]] = []
        for _ in 1...3 {
            await clock.advance(by: .seconds(1))
            doneBySecond.append(try await done(workers))
            waiting.append(channel.bufferedCount)
        }
        #expect(doneBySecond == [[[], [2]], [[], [2, 3]], [[], [2, 3, 4]]])
        #expect(waiting == [2, 1, 0, 0])
        await clock.advance(by: .seconds(97))
        #expect(try await done(workers) == [[1], [2, 3, 4]])
    }

    @Test func `the worker that was given a job longest ago is next, also if another one has been ready for longer`()
        async throws
    {
        var workers = [try await start(Worker(seconds: 2)), try await start(Worker(seconds: 1))]
        for job in 1...2 { office.send(job) }
        // The second one is ready a second before the first.
        await clock.advance(by: .seconds(2))
        office.send(3)
        await clock.advance(by: .seconds(2))
        #expect(try await done(workers) == [[1, 3], [2]])
        // Whoever is newly connected comes after all others.
        workers.append(try await start(Worker()))
        for job in 4...6 { office.send(job) }
        await clock.advance(by: .seconds(2))
        #expect(try await done(workers) == [[1, 3, 5], [2, 4], [6]])
    }

    @Test func `none of seven jobs is lost where a worker takes them in its idle state`() async throws {
        let chart = Worker(), jobs = chart.jobs
        let worker = try await start(chart)
        for job in 1...7 { office.send(job) }
        await clock.advance(by: .seconds(7))
        #expect(try await done([worker]) == [[1, 2, 3, 4, 5, 6, 7]])
        #expect(try await worker.withTop { $0.strays } == [])
        #expect([channel.bufferedCount, jobs.bufferedCount, jobs.undeliveredCount] == [0, 0, 0])
    }

    @Test func `a job goes back to the channel when its worker leaves idle before its turn, and keeps its place`()
        async throws
    {
        let worker = try await start(Worker())
        try await worker.withTop { [office] _ in
            // In one visit, so that the job is behind it in the mailbox.
            worker.post(.pause)
            office.send(1)
            office.send(2)
        }
        await clock.settle()
        #expect(channel.bufferedCount == 2)
        try await worker.send(.wake)
        await clock.advance(by: .seconds(2))
        #expect(try await done([worker]) == [[1, 2]])
        #expect(try await worker.withTop { $0.strays } == [])
    }

    @Test func `messages of other connections wait in the port, in order, until the state is there`() async throws {
        let chart = Worker(), jobs = chart.jobs
        connect(office, to: jobs)
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        try await machine.send(.pause)
        // The channel has no receiver; the port has one, which rests.
        for job in 1...3 { office.send(job) }
        #expect(jobs.bufferedCount == 3)
        try await machine.send(.wake)
        await clock.advance(by: .seconds(3))
        #expect(try await done([machine]) == [[1, 2, 3]])
        try await machine.send(.pause)
        for job in 4...6 { office.send(job) }
        try await machine.send(.leave)
        #expect([jobs.bufferedCount, jobs.undeliveredCount] == [0, 3])
    }

    @Test func `a job that its worker had not taken at its end is done by another one`() async throws {
        let first = try await start(Worker()), second = try await start(Worker())
        try await second.send(.pause)
        // In one visit, so that the end is before the job in the mailbox.
        try await first.withTop { [office] _ in
            first.post(.leave)
            office.send(1)
        }
        await clock.settle()
        #expect(await first.status == .finished)
        #expect(channel.bufferedCount == 1)
        try await second.send(.wake)
        await clock.advance(by: .seconds(1))
        #expect(try await done([second]) == [[1]])
        #expect(await first.port(\.jobs).undeliveredCount == 0)
    }

    @Test func `the job of a plain machine that ends goes to another one too`() async throws {
        let ended = Counter(), alive = Counter()
        let numbers = (ended.numbers, alive.numbers)
        let machines = (Machine(ended), Machine(alive))
        connect(channel, to: numbers.0)
        try await machines.0.start()
        try await machines.0.withTop { [office] _ in
            machines.0.post(.stop)
            office.send(1)
        }
        _ = try await machines.0.finished
        connect(channel, to: numbers.1)
        try await machines.1.start()
        var noted: [Int] = []
        while noted.isEmpty { noted = try await machines.1.withTop { $0.noted } }
        #expect(noted == [1])
        #expect([numbers.0.undeliveredCount, channel.bufferedCount] == [0, 0])
    }

    @Test func `a state that is not in the chart is a mistake that the start reports`() async throws {
        final class Stranger: TopState<Int> {
            let jobs = InputPort<Int>("jobs")
            let idle = Idle()
            override func configure() {
                receive(jobs, while: Idle()) { $0 }
                substates(idle)
            }
            final class Idle: State<Stranger, Stranger> {}
        }
        let error = await #expect(throws: ChartError.self) { try await Machine(Stranger()).start() }
        #expect(
            error?.diagnostics.map(\.description) == [
                "Stranger: receives an input port while Idle, which is not in the chart; name states that "
                    + "substates(…) or regions(…) declare [notReceived]"
            ])
    }

    /// Workers end, rest, wake and are hired at random.
    @Test(arguments: 0..<amount(50, long: 200)) func `no job is lost or done twice while workers come and go`(seed: Int)
        async throws
    {
        var random = SplitMix(seed: UInt64(seed))
        var workers: [Machine<Worker>] = [try await start(Worker())]
        var sent = 0
        for _ in 0..<120 {
            let one = workers[Int.random(in: 0..<workers.count, using: &random)]
            switch Int.random(in: 0..<10, using: &random) {
            case 0: workers.append(try await start(Worker(seconds: .random(in: 1...5, using: &random))))
            case 1: one.post(.leave)
            case 2: one.post(.pause)
            case 3: one.post(.wake)
            case 4: await clock.advance(by: .seconds(1))
            default:
                sent += 1
                office.send(sent)
            }
        }
        await clock.settle()
        // Who is busy when it leaves has taken its job.
        var given: [Int] = []
        for worker in workers {
            let (done, job, strays) = try await worker.withTop { ($0.done, $0.job, $0.strays) }
            given += done
            if job != 0, done.last != job { given.append(job) }
            #expect(strays == [])
        }
        #expect(given.count + channel.bufferedCount == sent)
        let last = try await start(Worker())
        await clock.advance(by: .seconds(sent + 10))
        given = []
        for worker in workers + [last] {
            let (done, job) = try await worker.withTop { ($0.done, $0.job) }
            given += done
            if job != 0, done.last != job { given.append(job) }
        }
        #expect(given.sorted() == Array(1...max(sent, 1)))
        #expect(channel.bufferedCount == 0)
    }
}
