import StatechartsSimulation
import Testing

@testable import Statecharts

/// Child machines without whose ends their state is complete.
@Suite struct DetachedChildTests {
    @Test(arguments: [true, false])
    func `a detached child is not in place of work that has failed`(isDetached: Bool) async throws {
        let clock = ManualClock(), gate = Gate()
        let machine = Machine(Yard(gate, isDetached: isDetached), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.send(.hire)
        await clock.settle()
        try await machine.send(.dismiss)
        await clock.settle()
        gate.open()
        await clock.settle()
        #expect(try await machine.withTop { $0.log } == ["Broken()"])
        #expect(await machine.configuration.description == (isDetached ? "Working" : "Done"))
        try await machine.stop()
    }
}

//  ● ──▶ Working [hands], does two things of which one fails ──completed──▶ Done
private final class Yard: TopState<Yard.Event> {
    enum Event: Sendable { case hire, dismiss }
    struct Broken: Error {}

    let working: Working, done = Done()
    let gate: Gate
    var log: [String] = []

    init(_ gate: Gate, isDetached: Bool) {
        self.gate = gate
        working = Working(isDetached)
    }
    override func configure() { substates(working, done) }
    override func failed(_ error: any Error) -> Reaction { .handled { self.log.append("\(error)") } }

    final class Working: State<Yard, Yard> {
        let hands: ChildMachines<Working, Int, Helper>

        init(_ isDetached: Bool) {
            let hands = ChildMachines(of: Working.self) { (_: Working, _: Int) in Helper() }
            self.hands = isDetached ? hands.detached() : hands
        }
        override func configure() { children(hands) }
        override func entry() {
            let gate = top.gate
            run { throw Broken() }
            run { await gate.pass() }
        }
        override func completed() -> Reaction { .to(superior.done) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .hire: .handled { self.hands.add(1) }
            case .dismiss: .handled { self.hands.remove(1) }
            }
        }
    }
    final class Done: State<Yard, Yard> {}
}

private final class Helper: TopState<Int> {}
