import Statecharts
import StatechartsTesting
import Testing

// snippet: garden
final class Garden: Sendable {
    let fountain = Machine(Fountain())  // as long as the garden

    func open() async throws { try await fountain.start() }
}
// end snippet

/// What the article *The life of a machine* says.
@Suite struct FountainTests {
    private static let article = "DocC/Statecharts.docc/TheLifeOfAMachine.md"

    @Test func `a machine is there as long as somebody refers to it`() async throws {
        let garden = Garden()
        try await garden.open()
        #expect(await garden.fountain.status == .running)

        let clock = ManualClock()
        // snippet: forgotten
        func playForAWhile() async throws {
            let fountain = Machine(Fountain(), clock: clock)
            try await fountain.start()
            try await fountain.send(.turn)
        }  // the last reference goes: no second passes any more
        // end snippet
        try await playForAWhile()
        #expect(await clock.pending.isEmpty)
    }

    @Test func `run() ends cleanly when its task is cancelled`() async throws {
        let fountain = Machine(Fountain(), clock: ManualClock())
        // snippet: running
        let running = Task { try await fountain.run() }  // starts it, and returns at its end
        for await _ in fountain.configurations { break }  // it has started
        fountain.post(.turn)
        running.cancel()  // takes what was accepted, exits all states
        try await running.value
        print(await fountain.status)  // stopped
        // end snippet
        #expect(await fountain.status == .stopped)
    }

    @Test func `a final state of the top state finishes the machine`() async throws {
        let fountain = Machine(Fountain(), clock: ManualClock())
        try await fountain.start()
        // snippet: finishing
        try await fountain.send(.close)
        print(await fountain.status)  // finished
        print(try await fountain.send(.turn))  // finished
        // end snippet
        #expect(await fountain.status == .finished)
        #expect(fountain.post(.turn) == false)
    }

    @Test func `before the start a machine keeps what is posted, and it is started once`() async throws {
        let clock = ManualClock(), fountain = Machine(Fountain(), clock: clock)
        let early = await #expect(throws: MachineError.self) { try await fountain.send(.turn) }
        #expect(early?.code == .notStarted)
        fountain.post(.turn)
        try await fountain.start()
        #expect(await fountain.isActive(\.playing))
        await clock.advance(by: .seconds(3))
        try await fountain.stop()
        let late = await #expect(throws: MachineError.self) { try await fountain.start() }
        #expect(late?.code == .alreadyStarted)
        #expect(try await fountain.withTop { $0.litres } == 15)
    }

    @Test func `a failure is thrown to who waits, and the machine stays where it was`() async throws {
        let fountain = Machine(Fountain(), clock: ManualClock())
        try await fountain.start()
        try await fountain.send(.turn)
        // snippet: failing
        do {
            try await fountain.send(.leaf)
        } catch {
            print(error)
        }
        print(await fountain.status)  // failed
        // end snippet
        #expect(await fountain.status == .failed)
        #expect(await fountain.configuration.description == "Playing")
        let error = await #expect(throws: StepError.self) { try await fountain.finished }
        #expect(try Passage.blocks("text", in: Self.article).map(\.code).contains("\(try #require(error))"))
        #expect(fountain.post(.turn) == false)
    }
}
