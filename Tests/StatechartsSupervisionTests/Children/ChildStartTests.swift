import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts

//  ● ──▶ Shut ──open──▶ Open [worker: Locksmith] ──shut──▶ Shut; starts the worker itself, if it is told to
//
private final class KeyShop: TopState<KeyShop.Event> {
    enum Event { case open, shut, tell(Locksmith.Event), done, failed }

    let shut = Shut(), open = Open()
    let startsItself: Bool
    let gate: Gate
    let notes: Notes

    init(startsItself: Bool, _ gate: Gate, _ notes: Notes) {
        self.startsItself = startsItself
        self.gate = gate
        self.notes = notes
    }
    override func configure() { substates(shut, open) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .open: .to(open)
        case .shut: .to(shut)
        case .tell(let order): open.worker.forward(order)
        case .done: .handled { notes.add("done") }
        case .failed: .handled { notes.add("failed") }
        }
    }

    final class Shut: State<KeyShop, KeyShop> {}

    final class Open: State<KeyShop, KeyShop> {
        let worker = Child(of: Open.self) { Locksmith($0.top.gate, $0.top.notes) }.done(\.self.name) { _ in .done }
            .failed { _ in .failed }
        override func configure() { children(worker) }
        override func entry() async throws { if top.startsItself { try await worker.machine?.start() } }
    }
}

/// Waits at a gate before it begins.
private final class Locksmith: TopState<Locksmith.Event> {
    enum Event { case end }

    let name = "worker"
    let busy = Busy(), over = FinalState<Locksmith, Locksmith>()
    let gate: Gate
    let notes: Notes

    init(_ gate: Gate, _ notes: Notes) {
        self.gate = gate
        self.notes = notes
    }
    override func configure() { substates(busy, over) }
    override func entry() async throws {
        await gate.pass()
        notes.add("entered")
    }
    override func exit() { notes.add("left") }

    final class Busy: State<Locksmith, Locksmith> {
        override func handle(_ event: Event) -> Reaction { .to(superior.over) }
    }
}

//  ● ──▶ Shut ──open──▶ Open [worker: Slow] ──shut──▶ Shut; starts the worker early when it is told to
//
private final class EarlyShop: TopState<EarlyShop.Event> {
    enum Event { case open, shut, early }

    let shut = Shut(), open = Open()
    let notes: Notes
    /// One for each worker.
    var gates: [Gate]

    init(_ notes: Notes, _ gates: [Gate]) { (self.notes, self.gates) = (notes, gates) }
    override func configure() { substates(shut, open) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .open: .to(open)
        case .shut: .to(shut)
        case .early: .handled { try await open.worker.machine?.start() }
        }
    }

    final class Shut: State<EarlyShop, EarlyShop> {}
    final class Open: State<EarlyShop, EarlyShop> {
        let worker = Child(of: Open.self) { Slow($0.top.notes, $0.top.gates.removeFirst()) }
        override func configure() { children(worker) }
    }
}

/// Waits at a gate before it leaves.
private final class Slow: TopState<Int> {
    let notes: Notes
    let gate: Gate
    init(_ notes: Notes, _ gate: Gate) { (self.notes, self.gate) = (notes, gate) }
    override func exit() async throws {
        await gate.pass()
        notes.add("left")
    }
}

/// A child whose start takes long, or that its owner starts.
@Suite struct ChildStartTests {
    private let clock = ManualClock(), notes = Notes()

    @Test func `a child that is told to stop while it starts stops as soon as it has, at no other time`() async throws {
        let gate = Gate()
        let machine = Machine(KeyShop(startsItself: false, gate, notes), clock: clock)
        try await machine.start()
        try await machine.send(.open)
        await clock.settle()
        try await machine.send(.shut)
        await clock.settle()
        #expect(notes.take() == [])
        gate.open()
        await clock.settle()
        // The clock stands still: nothing has to be over for that.
        #expect(notes.take() == ["entered", "left"])
        try await machine.stop()
    }

    @Test(arguments: [false, true])
    func `a child that its owner starts lives as any other, and so does its end`(isLeft: Bool) async throws {
        let gate = Gate()
        gate.open()
        let machine = Machine(KeyShop(startsItself: true, gate, notes), clock: clock)
        try await machine.start()
        try await machine.send(.open)
        await clock.settle()
        #expect(notes.take() == ["entered"])
        try await machine.send(isLeft ? .shut : .tell(.end))
        await clock.settle()
        #expect(notes.take() == (isLeft ? ["left"] : ["left", "done"]))
        try await machine.stop()
        #expect(notes.take() == [])
    }

    @Test func `a child that its owner starts before its turn is waited for like any other`() async throws {
        let gates = [Gate(), Gate()]
        let machine = Machine(EarlyShop(notes, gates), clock: clock)
        try await machine.start()
        for event: EarlyShop.Event in [.open, .shut, .open, .early, .shut] {
            try await machine.send(event)
            await clock.settle()
        }
        gates[0].open()
        let end = Task { [notes] in
            try await machine.stop()
            notes.add("stopped")
        }
        await clock.settle()
        #expect(notes.take() == ["left"])
        gates[1].open()
        try await end.value
        #expect(notes.take() == ["left", "stopped"])
    }
}
