import Testing

@testable import Statecharts
@testable import StatechartsCore

/// How the steps of a machine reach their readers.
@Suite struct StepSequenceTests {
    private typealias Record = Macrostep<Seesaw.Event>

    private func all(_ steps: Machine<Seesaw>.Steps) async -> [Record] {
        var seen: [Record] = []
        for await step in steps { seen.append(step) }
        return seen
    }

    /// What an interpreter records, whose steps are all recorded as they go.
    private func recorded(_ events: [Seesaw.Event], stops: Bool = true) throws -> [Record] {
        let interpreter = Interpreter(Seesaw())
        var records: [Record] = []
        interpreter.onStep = { records.append($0) }
        try interpreter.start()
        for event in events { try interpreter.send(event) }
        if stops { try interpreter.stop() }
        return records
    }

    /// Every event after every other, so that the short way and the general one alternate.
    private var everything: [Seesaw.Event] {
        Seesaw.Event.allCases.flatMap { first in Seesaw.Event.allCases.flatMap { [first, $0, first] } }
    }

    // MARK: What is read

    @Test func `the records of posted and of sent events are those that an interpreter makes`() async throws {
        let expected = try recorded(everything)
        let posted = Machine(Seesaw())
        let ofPosted = posted.steps
        for event in everything { posted.post(event) }
        try await posted.start()
        try await posted.stop()
        #expect(await all(ofPosted) == expected)

        let sent = Machine(Seesaw())
        let ofSent = sent.steps
        try await sent.start()
        for event in everything { try await sent.send(event) }
        try await sent.stop()
        #expect(await all(ofSent) == expected)
    }

    @Test func `records can be read when the machine and its chart are gone`() async throws {
        let steps: Machine<Seesaw>.Steps
        do {
            let machine = Machine(Seesaw())
            steps = machine.steps
            try await machine.start()
            for event in everything { try await machine.send(event) }
        }
        #expect(try await all(steps) == recorded(everything, stops: false))
    }

    @Test func `a reader that keeps up sees the same as one that comes when all is over`() async throws {
        let machine = Machine(Seesaw())
        let late = machine.steps
        let soon = machine.steps
        let reading = Task { await all(soon) }
        try await machine.start()
        for event in everything {
            machine.post(event)
            await Task.yield()
        }
        try await machine.stop()
        let expected = try recorded(everything)
        #expect(await reading.value == expected)
        #expect(await all(late) == expected)
    }

    @Test func `configurations tell of the same changes while steps are read`() async throws {
        let machine = Machine(Seesaw())
        let steps = machine.steps
        let configurations = machine.configurations
        try await machine.start()
        for event in everything { machine.post(event) }
        try await machine.stop()
        var seen: [Configuration] = []
        for await configuration in configurations { seen.append(configuration) }
        var expected: [Configuration] = []
        for step in await all(steps) where step.configuration != expected.last { expected.append(step.configuration) }
        #expect(seen == expected)
        #expect(seen.count > 50)
    }

    // MARK: From when on

    /// What is seen by somebody who subscribes inside the third of ten steps that were waiting together.
    private func seenFromInside(observed: Bool) async throws -> [Record] {
        let machine = Machine(Seesaw())
        let first = observed ? machine.steps : nil
        let (sequences, subscribed) = AsyncStream.makeStream(of: Machine<Seesaw>.Steps.self)
        try await machine.start()
        try await machine.withTop { [unowned machine] top in
            top.isLooking = { if $0 == 2 { subscribed.yield(machine.steps) } }
        }
        // Taken together, because the machine has no time before.
        try await machine.withTop { [unowned machine] _ in
            for _ in 0..<10 { machine.post(.look) }
            machine.post(.nothing)
        }
        try await machine.stop()
        subscribed.finish()
        withExtendedLifetime(first) {}
        var seen: [Record] = []
        for await steps in sequences { seen += await all(steps) }
        return seen
    }

    @Test(arguments: [true, false])
    func
        `who subscribes inside a step sees that one or the next first, with their own events, and misses none after it`(
            observed: Bool
        ) async throws
    {
        let expected = try recorded(Array(repeating: .look, count: 10) + [.nothing])
        let seen = try await seenFromInside(observed: observed)
        let begun = observed ? 8 : 7
        #expect(seen == Array(expected.suffix(begun + 2)))
    }

    @Test func `who comes again is not told of what happened while nobody read`() async throws {
        let machine = Machine(Seesaw())
        try await machine.start()
        do {
            var reader = machine.steps.makeAsyncIterator()
            try await machine.send(.double)
            #expect(await reader.next()?.event == .double)
        }
        #expect(machine.mailbox.isWatched == false)
        try await machine.send(.go)
        #expect(try await machine.withTop { $0.engine?.isObserved } == false)
        #expect(try await machine.send(.trip) == .handled)
        let steps = machine.steps
        try await machine.send(.nothing)
        try await machine.stop()
        #expect(try await all(steps) == Array(recorded([.double, .go, .trip, .nothing]).suffix(2)))
    }

    @Test func `a sequence asked for after the end is over at once, for every reader`() async throws {
        let machine = Machine(Seesaw())
        try await machine.start()
        try await machine.stop()
        let steps = machine.steps
        #expect(await all(steps) == [])
        #expect(await all(steps) == [])
        #expect(machine.mailbox.isWatched == false)
    }
}
