import TestSupport
import Statecharts
import StatechartsTesting
import Testing

@Suite struct RunToCompletionTests {
    static let senders = 4
    static let eventsEach = 25

    /// What four tasks do at the same time: events, some of them awaited, and visits between steps. The first event of
    /// each comes before all others, so that their events are mixed even where one task after the other gets its turn.
    private func hurry(_ machine: Machine<Maze>, seed: Int) async throws {
        for sender in 0..<Self.senders {
            machine.post(Maze.Event(kind: Maze.Event.Kind.allCases[0], sender: sender, number: 0))
        }
        try await withThrowingTaskGroup { group in
            for sender in 0..<Self.senders {
                group.addTask {
                    var random = SplitMix(seed: UInt64(seed * Self.senders + sender))
                    for number in 1..<Self.eventsEach {
                        let kind = Maze.Event.Kind.allCases[random.below(Maze.Event.Kind.allCases.count)]
                        let event = Maze.Event(kind: kind, sender: sender, number: number)
                        let roll = random.below(6)
                        if roll < 2 { machine.post(event) } else { try await machine.send(event) }
                        if roll == 0 { try await machine.withTop { $0.overlaps += $0.isActing ? 1 : 0 } }
                        if roll == 5 { await Task.yield() }
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func steps(_ stream: Machine<Maze>.Steps?) async -> [String] {
        var all: [String] = []
        if let stream { for await step in stream { all.append(step.description) } }
        return all
    }

    @Test(arguments: 0..<amount(20, long: 60))
    func `whenever actions suspend and whoever sends, the steps are those of the same events one by one`(
        _ seed: Int
    ) async throws {
        let isObserved = seed.isMultiple(of: 2)
        let schedule = Schedule(seed: UInt64(seed))
        let machine =
            seed % 3 == 0
            ? Machine(Maze(schedule), clock: ManualClock()) : Machine(Maze(schedule), clock: ContinuousClock())
        let seen = isObserved ? machine.steps : nil
        try await machine.start()
        try await hurry(machine, seed: seed)
        let (notes, arrived, overlaps) = try await machine.withTop { ($0.notes, $0.arrived, $0.overlaps) }
        let configuration = await machine.configuration
        try await machine.stop()

        let oneByOne = Machine(Maze(Schedule(seed: nil)))
        let expected = isObserved ? oneByOne.steps : nil
        try await oneByOne.start()
        for event in arrived { try await oneByOne.send(event) }
        #expect(try await oneByOne.withTop { $0.notes } == notes, "seed \(seed)")
        #expect(await oneByOne.configuration == configuration, "seed \(seed)")
        try await oneByOne.stop()
        #expect(await steps(seen) == steps(expected), "seed \(seed)")

        // None is lost, each sender's order is kept, nothing overlaps; and that means something, because much was going on.
        #expect(overlaps == 0, "seed \(seed)")
        for sender in 0..<Self.senders {
            let numbers = arrived.filter { $0.sender == sender }.map(\.number)
            #expect(numbers == Array(0..<Self.eventsEach), "seed \(seed)")
        }
        let turns = zip(arrived, arrived.dropFirst()).filter { $0.sender != $1.sender }.count
        #expect(turns > Self.senders, "seed \(seed)")
        #expect(schedule.suspensions > 100, "seed \(seed)")
    }
}
