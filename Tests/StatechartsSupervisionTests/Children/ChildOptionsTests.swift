import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

/// Options of the machines that a declaration makes.
@Suite struct ChildOptionsTests {
    let clock = ManualClock()
    let notes = Notes()

    fileprivate typealias Single = Child<Firm, Artisan>
    fileprivate typealias List = ChildMachines<Firm, Int, Artisan>

    private func firm(
        _ worker: @Sendable (Single) -> Single = { $0 }, _ workers: @Sendable (List) -> List = { $0 }
    ) async throws -> Machine<Firm> {
        let machine = Machine(Firm(notes, worker, workers), clock: clock)
        try await machine.start()
        await clock.settle()
        return machine
    }

    /// Gives an event to the worker, and to the second one of the list.
    private func give(_ event: Artisan.Event, to firm: Machine<Firm>) async throws {
        try await firm.withTop {
            $0.worker.post(event)
            $0.workers.post(event, to: 2)
        }
        await clock.settle()
    }

    // MARK: Events that nobody reacts to

    @Test func `a child ignores an event that none of its states reacts to, unless its declaration says more`()
        async throws
    {
        let firm = try await firm()
        let worker = try #require(await firm.port(\.worker.machine))
        #expect(try await worker.send(.odd) == .unhandled)
        try await give(.odd, to: firm)
        #expect(notes.take() == [])
        #expect(await firm.activePaths == ["Firm", "Firm/worker:Here", "Firm/workers[1]:Here", "Firm/workers[2]:Here"])
        try await firm.stop()
    }

    @Test func `a child reports an event that none of its states reacts to, a row with its key`() async throws {
        let notes = notes
        let firm = try await firm(
            { $0.unhandled(.report { event, place in notes.add("\(event) in \(place)") }).restart(.transient) },
            { $0.unhandled { key in .report { event, place in notes.add("\(key): \(event) in \(place)") } } })
        try await give(.odd, to: firm)
        #expect(notes.take().sorted() == ["2: odd in Here", "odd in Here"])
        // So does the next one.
        try await firm.withTop { _ = $0.worker.post(.fail) }
        await clock.settle()
        try await firm.withTop { _ = $0.worker.post(.odd) }
        await clock.settle()
        #expect(notes.take() == ["odd in Here"])
        try await firm.stop()
    }

    @Test func `a child fails by an event that none of its states reacts to, as its declaration says`() async throws {
        let firm = try await firm({ $0.unhandled(.fail) }, { $0.unhandled(.fail) })
        try await give(.odd, to: firm)
        #expect(notes.take().sorted() == ["2: unhandledEvent", "unhandledEvent"])
        #expect(await firm.activePaths == ["Firm", "Firm/workers[1]:Here"])
        try await firm.stop()
    }

    @Test func `a child that fails so is restarted, and fails again`() async throws {
        let notes = notes
        let firm = try await firm({
            $0.unhandled(.fail).restart(.transient, limit: RestartLimit(1, in: .seconds(60))) { .failed(nil, $0) }
        })
        for _ in 1...2 {
            try await firm.withTop { _ = $0.worker.post(.odd) }
            await clock.settle()
        }
        #expect(notes.take() == ["unhandledEvent", "unhandledEvent"])
        #expect(await firm.activePaths == ["Firm", "Firm/workers[1]:Here", "Firm/workers[2]:Here"])
        try await firm.stop()
    }

    // MARK: Limits

    @Test func `the limits of a child are those that its declaration says`() async throws {
        let firm = try await firm(
            { $0.deferralLimit(2).eventlessLimit(3).raisedLimit(4).restart(.transient) { .failed(nil, $0) } },
            { $0.deferralLimit(2).eventlessLimit(3).raisedLimit(4).restart(.transient) { .failed($0, $1) } })
        for _ in 1...2 { try await give(.keep, to: firm) }
        try await give(.loop(3), to: firm)
        try await give(.raise(4), to: firm)
        #expect(notes.take() == [])
        try await give(.keep, to: firm)
        #expect(notes.take().sorted() == ["2: tooManyDeferred", "tooManyDeferred"])
        try await give(.loop(4), to: firm)
        #expect(notes.take().sorted() == ["2: eventlessCycle", "eventlessCycle"])
        try await give(.raise(5), to: firm)
        #expect(notes.take().sorted() == ["2: raisedCycle", "raisedCycle"])
        try await firm.stop()
    }

    @Test func `without them they are those of any machine`() async throws {
        let firm = try await firm()
        try await give(.loop(1_000), to: firm)
        try await give(.raise(10_000), to: firm)
        #expect(notes.take() == [])
        try await give(.loop(1_001), to: firm)
        #expect(notes.take().sorted() == ["2: eventlessCycle", "eventlessCycle"])
        try await firm.stop()
    }

    @Test func `what is said last counts, and less than nothing is nothing`() async throws {
        let firm = try await firm(
            { $0.unhandled(.fail).unhandled(.ignore).deferralLimit(1).deferralLimit(-1) },
            { $0.unhandled { _ in .fail }.unhandled(.ignore).deferralLimit(-1).deferralLimit(1) })
        try await give(.odd, to: firm)
        #expect(notes.take() == [])
        try await give(.keep, to: firm)
        #expect(notes.take() == ["tooManyDeferred"])
        try await give(.keep, to: firm)
        #expect(notes.take() == ["2: tooManyDeferred"])
        try await firm.stop()
    }

    // MARK: Where else they count

    @Test func `a child that continues from a snapshot goes by its declaration`() async throws {
        let first = try await firm()
        for _ in 1...2 { try await give(.keep, to: first) }
        let snapshot = try await first.snapshot()
        try await first.stop()
        let continued = Machine(
            restoring: snapshot, Firm(notes, { $0.unhandled(.fail).deferralLimit(2) }, { $0.deferralLimit(2) }),
            clock: clock)
        try await continued.start()
        await clock.settle()
        try await give(.odd, to: continued)
        #expect(notes.take() == ["unhandledEvent"])
        try await give(.keep, to: continued)
        #expect(notes.take() == ["2: tooManyDeferred"])
        try await continued.stop()
        // A snapshot with more than its limit is refused.
        let refusing = Machine(restoring: snapshot, Firm(notes, { $0.deferralLimit(1) }, { $0 }), clock: clock)
        try await refusing.start()
        await clock.settle()
        try #require(await refusing.status == .failed)
        let error = await #expect(throws: StepError.self) { try await refusing.finished }
        #expect((error?.underlying as? SnapshotError)?.code == .inconsistent)
        #expect(notes.take() == [])
    }

    @Test(arguments: [Artisan.Event.odd, .keep])
    fileprivate func `a child that runs beside its owner in a test goes by its declaration`(
        _ event: Artisan.Event
    ) async throws {
        let notes = notes
        let make: @Sendable () -> Firm = {
            Firm(
                notes, { $0.unhandled(.fail).deferralLimit(0) },
                { $0.unhandled { key in .report { event, _ in notes.add("\(key): \(event)") } } })
        }
        var explorer = Explorer(events: []) { make() }
        explorer.run(Explorer<Artisan>(events: [event]) { Artisan() })
        let test = TestMachine(make(), childrenOf: explorer)
        try await test.start()
        await test.letChildrenRun()
        await test.follow("child workers[2]: \(event)", of: explorer)
        #expect(notes.take() == (event == .odd ? ["2: odd"] : []))
        await test.follow("child worker: \(event)", of: explorer)
        await test.letChildrenRun { $0.reacts(\.self) }
        #expect(notes.take() == [event == .odd ? "unhandledEvent" : "tooManyDeferred"])
        #expect(test.activePaths == ["Firm", "Firm/workers[1]:Here", "Firm/workers[2]:Here"])
        await test.stop(.partial)
    }
}

/// The top state has a worker, and a list with two of them.
private final class Firm: TopState<Firm.Event> {
    enum Event: Sendable {
        case failed(Int?, any Error)
    }

    let worker: Child<Firm, Artisan>, workers: ChildMachines<Firm, Int, Artisan>
    let notes: Notes

    init(
        _ notes: Notes, _ worker: @Sendable (Child<Firm, Artisan>) -> Child<Firm, Artisan>,
        _ workers: @Sendable (ChildMachines<Firm, Int, Artisan>) -> ChildMachines<Firm, Int, Artisan>
    ) {
        self.notes = notes
        self.worker = worker(Child(of: Firm.self) { _ in Artisan() }.failed { .failed(nil, $0) })
        self.workers = workers(
            ChildMachines(of: Firm.self) { (_: Firm, _: Int) in Artisan() }.failed { .failed($0, $1) })
    }

    override func configure() { children(worker, workers) }
    override func entry() { for key in 1...2 { workers.add(key) } }
    override func handle(_ event: Event) -> Reaction {
        guard case .failed(let key, let error) = event else { return .unhandled }
        return .handled {
            let code = (error as? StepError)?.code.rawValue ?? "\(error)"
            self.notes.add(key.map { "\($0): \(code)" } ?? code)
        }
    }
}

private final class Artisan: TopState<Artisan.Event> {
    enum Event: Codable, Sendable, Hashable { case keep, loop(Int), raise(Int), nothing, fail, odd }
    struct Broken: Error {}

    let here = Here()
    var left = 0
    override func configure() { substates(here) }

    final class Here: State<Artisan, Artisan> {
        override func always() -> Reaction { top.left > 0 ? .to(self) { top.left -= 1 } : .unhandled }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .keep: .deferred
            case .loop(let count): .handled { top.left = count }
            case .raise(let count): .handled { for _ in 0..<count { top.raise(.nothing) } }
            case .nothing: .handled
            case .fail: .handled { throw Broken() }
            case .odd: .unhandled
            }
        }
    }
}
