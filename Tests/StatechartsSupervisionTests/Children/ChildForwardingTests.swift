import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

/// Events that a handler leaves to the row whose key they name.
@Suite struct ChildForwardingTests {
    let clock = ManualClock()
    let notes = Notes()

    private func ward() async throws -> Machine<Ward> {
        let notes = notes
        let machine = Machine(
            Ward(notes), clock: clock,
            unhandled: .report { event, place in
                if case .bed(let key, let call) = event { notes.add("lost: \(call) of \(key) in \(place)") }
            })
        try await machine.start()
        try await machine.send(.enter)
        return machine
    }

    @Test func `an event is left to the row of its key, and one that no row understands is unhandled`() async throws {
        let machine = try await ward()
        for key in [1, 2] { try await machine.send(.admit(key)) }
        #expect(try await machine.send(.bed(2, .ring)) == .handled)
        #expect(try await machine.send(.babble(1)) == .unhandled)
        await clock.settle()
        #expect(notes.take() == ["2 rings"])
        try await machine.stop()
    }

    @Test func `an event for a row that is not there is unhandled, and its superior is asked`() async throws {
        let machine = try await ward()
        try await machine.send(.admit(1))
        #expect(try await machine.send(.bed(2, .ring)) == .unhandled)
        #expect(notes.take() == ["lost: ring of 2 in Open"])
        // The top takes what is for a bed below zero.
        #expect(try await machine.send(.bed(-1, .ring)) == .handled)
        #expect(notes.take() == ["top takes -1"])
        try await machine.send(.discharge(1))
        #expect(try await machine.send(.bed(1, .ring)) == .unhandled)
        await clock.settle()
        #expect(notes.take() == ["lost: ring of 1 in Open"])
        // Outside of the state that has the list, the superior alone is asked.
        try await machine.send(.admit(1))
        try await machine.send(.leave)
        #expect(try await machine.send(.bed(1, .ring)) == .unhandled)
        try await machine.send(.enter)
        #expect(try await machine.send(.bed(1, .ring)) == .unhandled)
        await clock.settle()
        #expect(notes.take() == ["lost: ring of 1 in Away", "lost: ring of 1 in Open"])
        try await machine.stop()
    }

    @Test func `what is left to a row before it has begun waits, and a row that has ended took it until that is known`()
        async throws
    {
        let machine = try await ward()
        // Both are taken before the row begins.
        machine.post(.admit(1))
        machine.post(.bed(1, .ring))
        await clock.settle()
        #expect(notes.take() == ["1 rings"])
        // The row has ended, and the owner learns of it after the event; without the row the top would take it.
        try await machine.send(.admit(-1))
        #expect(try await machine.send(.endAndRing(-1)) == .handled)
        await clock.settle()
        #expect(notes.take() == ["-1 goes", "end of -1"])
        #expect(try await machine.send(.bed(-1, .ring)) == .handled)
        #expect(notes.take() == ["top takes -1"])
        try await machine.stop()
    }

    @Test func `a row that waits for its restart keeps what is left to it`() async throws {
        let machine = try await ward()
        try await machine.send(.admit(1))
        #expect(try await machine.send(.bed(1, .fail)) == .handled)
        await clock.settle()
        #expect(try await machine.send(.bed(1, .ring)) == .handled)
        await clock.settle()
        #expect(notes.take() == [])
        await clock.advance(by: .seconds(10))
        await clock.settle()
        #expect(notes.take() == ["1 rings"])
        try await machine.stop()
    }

    @Test func `the handler of a top state leaves an event to a row too`() async throws {
        let machine = Machine(Corridor(notes), clock: clock)
        try await machine.start()
        #expect(try await machine.send(7) == .handled)
        #expect(try await machine.send(8) == .unhandled)
        #expect(try await machine.send(-7) == .unhandled)
        await clock.settle()
        #expect(notes.take() == ["7 rings"])
        try await machine.stop()
    }

    @Test func `a test sees what is left to a row, and that there is none`() async throws {
        let test = TestMachine(Ward(notes))
        try await test.place(in: \.open)
        await test.send(.admit(1)) {
            $0.reacts(\.open)
            $0.begins(\.open)
        }
        await test.send(.bed(1, .ring)) {
            $0.reacts(\.open)
            $0.sends(to: \.open.beds, key: 1, .ring)
        }
        await test.send(.bed(2, .ring)) { $0.isUnhandled() }
        await test.send(.bed(-1, .ring)) { $0.reacts(\.self) }
        await test.stop(.partial)
    }

    @Test func `rows that run beside their owner get what is left to them`() async throws {
        var explorer = Explorer(events: []) { [notes] in Ward(notes) }
        explorer.run(Explorer<Ward.Bed>(events: []) { [notes] in Ward.Bed(0, notes) })
        let test = TestMachine(Ward(notes), childrenOf: explorer)
        try await test.place(in: \.open)
        await test.send(.admit(1)) { $0.reacts(\.open) }
        await test.send(.bed(1, .ring), .partial)
        await test.letChildrenRun()
        #expect(notes.take() == ["1 rings"])
        await test.stop(.partial)
    }
}

//  ● ──▶ Away ──enter──▶ Open [beds] ──leave──▶ Away
private final class Ward: TopState<Ward.Event> {
    enum Event: Sendable, Equatable {
        case enter, leave, admit(Int), discharge(Int), bed(Int, Bed.Event), babble(Int), endAndRing(Int), ended(Int)
    }

    let away = Away(), open = Open()
    let notes: Notes

    init(_ notes: Notes) { self.notes = notes }
    override func configure() { substates(away, open) }
    override func handle(_ event: Event) -> Reaction {
        if case .bed(let key, _) = event, key < 0 { .handled { notes.add("top takes \(key)") } } else { .unhandled }
    }

    final class Away: State<Ward, Ward> {
        override func handle(_ event: Event) -> Reaction { event == .enter ? .to(superior.open) : .unhandled }
    }

    final class Open: State<Ward, Ward> {
        let beds = ChildMachines(of: Open.self) { Bed($1, $0.top.notes) }
            .done(\.number) { key, _ in .ended(key) }
            .restart(.transient, backOff: .exponential(from: .seconds(10), cap: .seconds(10)))

        override func configure() { children(beds) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .admit(let key): .handled { beds.add(key) }
            case .discharge(let key): .handled { beds.remove(key) }
            case .bed(let key, let call): beds.forward(call, to: key)
            case .babble(let key): beds.forward(nil, to: key)
            case .endAndRing(let key):
                .handled {
                    guard let machine = beds[key] else { return }
                    machine.post(.go)
                    try await machine.finished
                    // Until its end waits in the mailbox.
                    for _ in 0..<1_000 { await Task.yield() }
                    top.raise(.bed(key, .ring))  // is taken before that
                }
            case .ended(let key): .handled { top.notes.add("end of \(key)") }
            case .leave: .to(superior.away)
            case .enter: .unhandled
            }
        }
    }

    final class Bed: TopState<Bed.Event> {
        enum Event: Sendable, Equatable { case ring, go, fail }
        struct Broken: Error {}

        let used = Used(), over = FinalState<Bed, Bed>()
        let number: Int, notes: Notes

        init(_ number: Int, _ notes: Notes) { (self.number, self.notes) = (number, notes) }
        override func configure() { substates(used, over) }

        final class Used: State<Bed, Bed> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .ring: .handled { top.notes.add("\(top.number) rings") }
                case .go: .to(superior.over) { top.notes.add("\(top.number) goes") }
                case .fail: .handled { throw Broken() }
                }
            }
        }
    }
}

/// The top state has the list.
private final class Corridor: TopState<Int> {
    let beds = ChildMachines(of: Corridor.self) { (top: Corridor, key: Int) in Ward.Bed(key, top.notes) }
    let notes: Notes

    init(_ notes: Notes) { self.notes = notes }
    override func configure() { children(beds) }
    override func entry() { beds.add(7) }
    override func handle(_ event: Int) -> Reaction { beds.forward(event > 0 ? .ring : nil, to: abs(event)) }
}
