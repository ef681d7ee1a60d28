import Statecharts
import StatechartsSimulation
import Testing

/// Handlers that act while they decide: `accepts` asks them too, and nothing of that happens.
@Suite struct ChildPreviewTests {
    @Test func `who only asks what would come of an event adds no child, removes none, and gives none an event`()
        async throws
    {
        let clock = ManualClock(), notes = Notes()
        let machine = Machine(Yard(notes), clock: clock)
        try await machine.start()
        #expect(try await machine.send(.add(1)) == .handled)
        let keys = { try await machine.withTop { Array($0.rows.keys) } }
        #expect(try await keys() == [1])
        #expect(try await !machine.accepts(.add(2)))
        #expect(try await !machine.accepts(.drop(1)))
        #expect(try await !machine.accepts(.ring(1)))
        #expect(try await !machine.accepts(.ringOne))
        await clock.settle()
        #expect(try await keys() == [1])
        #expect(notes.take() == [])
        // In a step they do what they say.
        #expect(try await machine.send(.ring(1)) == .handled)
        #expect(try await machine.send(.ringOne) == .handled)
        await clock.settle()
        #expect(notes.take().sorted() == ["0 rings", "1 rings"])
        #expect(try await machine.send(.drop(1)) == .handled)
        #expect(try await keys() == [])
        try await machine.stop()
    }
}

private final class Yard: TopState<Yard.Event> {
    enum Event: Sendable { case add(Int), drop(Int), ring(Int), ringOne }

    let rows = ChildMachines(of: Yard.self) { (top: Yard, key: Int) in Bell(key, top.notes) }
    let one = Child(of: Yard.self) { Bell(0, $0.notes) }
    let notes: Notes

    init(_ notes: Notes) { self.notes = notes }
    override func configure() { children(rows, one) }
    override func handle(_ event: Event) -> Reaction {
        let acts =
            switch event {
            case .add(let key): rows.add(key)
            case .drop(let key): rows.remove(key)
            case .ring(let key): rows.post((), to: key)
            case .ringOne: one.post(())
            }
        return acts ? .handled : .unhandled
    }
}

private final class Bell: TopState<Void> {
    let number: Int, notes: Notes

    init(_ number: Int, _ notes: Notes) { (self.number, self.notes) = (number, notes) }
    override func handle(_ event: Void) -> Reaction { .handled { self.notes.add("\(self.number) rings") } }
}
