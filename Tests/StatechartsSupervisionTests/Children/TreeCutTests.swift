@testable import Statecharts
import StatechartsSimulation
import TestSupport
import Testing

@testable import StatechartsCore

/// Snapshots of trees of machines that work: each is one cut.
@Suite struct TreeCutTests {
    /// Runs a match to its end. Answers what it has noted of the children. How often its own timer has ticked until
    /// both were over depends on when the clock found everything at rest.
    private func end(_ machine: Machine<Match>, _ clock: ManualClock, _ beats: Beats) async throws
        -> [String: [String]]
    {
        await clock.advance(by: .seconds(10))
        _ = try await beats.taken?.value
        await clock.settle()
        #expect(await machine.configuration.description == "Over")
        var heard = try await machine.withTop { $0.heard }
        try await machine.stop()
        heard["clock"] = nil
        return heard
    }

    private func play(_ beats: Beats) async throws -> [String: [String]] {
        let clock = ManualClock()
        let machine = Machine(Match(beats), clock: clock)
        beats.watch(machine)
        try await machine.start()
        return try await end(machine, clock, beats)
    }

    // Without method tables every action suspends, and the clock goes on in the midst of those that the cut waits for.
    @Test(.needsMethodTables)
    func `at every step of two children that talk, what continues equals what was never stopped`() async throws {
        let beats = Beats()
        let whole = try await play(beats)
        #expect(beats.count > 30)
        for cut in 1...beats.count {
            let beats = Beats(cut: cut)
            let stood = try await play(beats)
            #expect(stood == whole, "stood still at \(cut): \(stood), not \(whole)")
            let snapshot = try #require(try await beats.taken?.value).throughJSON()
            let others = Beats(), clock = ManualClock()
            let continued = Machine(restoring: snapshot, Match(others), clock: clock)
            others.watch(continued)
            try await continued.start()
            let went = try await end(continued, clock, others)
            #expect(went == whole, "continued from \(cut): \(went), not \(whole)")
        }
    }

    // Without method tables every action suspends, and the clock goes on in the midst of those that the cut waits for.
    @Test(.needsMethodTables)
    func `a machine that continues can be cut again, at every step`() async throws {
        let whole = try await play(Beats())
        let first = Beats(cut: 9)
        _ = try await play(first)
        let snapshot = try #require(try await first.taken?.value)
        for cut in stride(from: 1, through: 21, by: 2) {
            let again = Beats(cut: cut), clock = ManualClock()
            let continued = Machine(restoring: snapshot, Match(again), clock: clock)
            again.watch(continued)
            try await continued.start()
            #expect(try await end(continued, clock, again) == whole)
            guard let second = try await again.taken?.value else {
                // There were no more steps.
                #expect(cut >= 15)
                break
            }
            let last = Beats(), later = ManualClock()
            let twice = Machine(restoring: second, Match(last), clock: later)
            last.watch(twice)
            try await twice.start()
            #expect(try await end(twice, later, last) == whole, "continued from \(cut)")
        }
    }

    // MARK: Under load

    /// Who has arrived where.
    private func arrivals(_ snapshot: Snapshot, _ place: String = "") throws -> [String: Set<Traveller>] {
        var all = [place: Set(try snapshot.data[""]?.decode([Traveller].self) ?? [])]
        for activity in snapshot.activations.flatMap(\.activities) {
            guard let child = activity.child, case .runs(let part) = child.life else { continue }
            for (inner, set) in try arrivals(part, "\(place)/\(try child.key?.decode(Int.self) ?? -1)") {
                all[inner] = set
            }
        }
        return all
    }

    @Test(arguments: 0..<amount(3, long: 60))
    func `snapshots of a tree under load are cuts: everybody arrives, and nobody twice`(seed: Int) async throws {
        var random = SplitMix(seed: UInt64(seed))
        // All numbers whole: 1,111 machines, taken 17 times each.
        let depth = random.within(amount(1, long: 3)...3)
        let breadth = random.within(amount(2, long: 10)...amount(4, long: 10))
        let travellers = random.within(10...60), hops = random.within(20...120)
        let field = Field()
        let machine = Machine(Node(field, depth: depth, breadth: breadth))
        field[[]] = machine
        try await machine.start()
        for number in 0..<travellers { machine.post(.came(Traveller(number: number + 1_000 * seed, hops: hops))) }
        var snapshots: [Snapshot] = []
        for _ in 0..<amount(8, long: 17) {
            for _ in 0..<random.below(300) { await Task.yield() }
            snapshots.append(try await machine.snapshot(within: .seconds(60)))
        }
        try await eventually { field.count == travellers }
        let whole = try arrivals(try await machine.snapshot())
        #expect(whole.values.map(\.count).reduce(0, +) == travellers)
        try await machine.stop()
        field.clear()
        for snapshot in snapshots {
            let clock = ManualClock(), field = Field()
            let continued = Machine(
                restoring: try snapshot.throughJSON(), Node(field, depth: depth, breadth: breadth), clock: clock)
            field[[]] = continued
            try await continued.start()
            await clock.settle()
            let reached = try arrivals(try await continued.snapshot())
            #expect(reached == whole)
            try await continued.stop()
            field.clear()
        }
    }

    @Test func `several snapshots at once follow each other, those of a child too`() async throws {
        let field = Field()
        let machine = Machine(Node(field, depth: 2, breadth: 2))
        field[[]] = machine
        try await machine.start()
        try await eventually { field[[0, 1]] != nil && field[[1, 1]] != nil }
        let child = try #require(field[[1]])
        for number in 0..<20 { machine.post(.came(Traveller(number: number, hops: amount(20, long: 60)))) }
        try await withThrowingTaskGroup(of: Snapshot.self) { group in
            for number in 0..<12 {
                group.addTask {
                    if number.isMultiple(of: 3) { return try await child.snapshot(within: .seconds(60)) }
                    return try await machine.snapshot(within: .seconds(60))
                }
            }
            for try await snapshot in group { #expect(snapshot.chart == "Node") }
        }
        try await eventually { field.count == 20 }
        try await machine.stop()
        field.clear()
    }

    // MARK: Rings

    @Test func `a child whose step waits for the snapshot of its owner is told the ring`() async throws {
        let clock = ManualClock(), notes = Notes()
        let machine = Machine(Asking(notes), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.withTop { asking in
            let owner = machine
            _ = asking.child.post(.save { _ = try await owner.snapshot() })
        }
        await clock.settle()
        #expect(notes.take() == ["deadlock"])
        #expect(try await machine.snapshot().chart == "Asking")
    }

    @Test func `who calls a machine that stands still is answered when it goes on`() async throws {
        let clock = ManualClock(), notes = Notes(), gate = Gate()
        let machine = Machine(Asking(notes), clock: clock)
        try await machine.start()
        await clock.settle()
        let child = try #require(await machine.port(\.child.machine))
        child.post(.save { await gate.pass() })
        await gate.reached()
        let taken = Task { try await machine.snapshot() }
        try await eventually { await child.isAskedForSnapshots }
        // The owner is held and goes on for each of them, as the cut has to wait anyway.
        #expect(try await machine.send(.ping) == .handled)
        #expect(try await machine.withTop { $0.pings } == 1)
        #expect(try await machine.ask { .count($0) } == 1)
        machine.post(.ping)
        #expect(try await machine.withTop { $0.pings } == 2)
        gate.open()
        #expect(try await taken.value.chart == "Asking")
        try await machine.stop()
    }

    @Test func `a machine may be stopped while it stands still`() async throws {
        let clock = ManualClock(), notes = Notes(), gate = Gate()
        let machine = Machine(Asking(notes), clock: clock)
        try await machine.start()
        await clock.settle()
        let child = try #require(await machine.port(\.child.machine))
        child.post(.save { await gate.pass() })
        await gate.reached()
        let taken = Task { try await machine.snapshot() }
        try await eventually { await child.isAskedForSnapshots }
        let end = Task { try await machine.stop() }
        try await eventually { await machine.isEnding }
        gate.open()
        try await end.value
        let error = try await #require(throws: SnapshotError.self) { try await taken.value }
        #expect(error.code == .notRunning)
    }
}

extension Machine {
    fileprivate var isEnding: Bool { interpreter.status != .running }
}

private final class Asking: TopState<Asking.Event> {
    enum Event: Sendable { case ping, count(Reply<Int>) }

    let notes: Notes
    let child = Child(of: Asking.self) { Inner($0.notes) }
    var pings = 0

    init(_ notes: Notes) { self.notes = notes }
    override func configure() { children(child) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .ping: .handled { pings += 1 }
        case .count(let reply): .handled { reply.answer(pings) }
        }
    }

    final class Inner: TopState<Inner.Event> {
        enum Event: Sendable { case save(@Sendable () async throws -> Void) }

        let notes: Notes
        init(_ notes: Notes) { self.notes = notes }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .save(let save):
                .handled {
                    do { try await save() } catch let error as MachineError { notes.add("\(error.code)") }
                }
            }
        }
    }
}
