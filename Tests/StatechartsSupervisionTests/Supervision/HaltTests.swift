import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// A machine that is ended for its successor while its step is suspended.
@Suite struct HaltTests {
    /// All on the main actor, so that the order is that of the calls.
    @Test(arguments: [false, true])
    @MainActor func `who was about to send when a machine is halted has a whole step before it`(exits: Bool)
        async throws
    {
        let top = Held()
        let machine = Machine(top, on: MainActor.shared)
        try await machine.start()
        var late: Task<Outcome, any Error>?
        top.during = { number in
            MainActor.assumeIsolated {
                if number == 1 { late = Task { @MainActor in try await machine.send(2) } }
            }
        }
        let first = Task { @MainActor in try await machine.send(1) }
        try await eventually { await machine.holder == .actionTask }
        let halt = Task { @MainActor in try await machine.halt(exiting: exits) }
        #expect(try await first.value == .handled)
        #expect(try await halt.value)
        #expect(try await late?.value == .handled)
        #expect(top.log == ["1", "2"] + (exits ? ["exit"] : []))
    }
}

//   Held
//   ┌───────────────────────────────────────────────┐
//   │ ●──▶ Open   any number / awaits, notes it     │
//   └───────────────────────────────────────────────┘
private final class Held: TopState<Int>, @unchecked Sendable {
    let open = Open()
    var during: (Int) -> Void = { _ in }
    var log: [String] = []
    override func configure() { substates(open) }
    final class Open: State<Held, Held> {
        override func exit() { top.log.append("exit") }
        override func handle(_ event: Int) -> Reaction {
            .handled {
                for _ in 0..<20 { await Task.yield() }
                self.top.during(event)
                for _ in 0..<(event == 2 ? 20 : 0) { await Task.yield() }
                self.top.log.append("\(event)")
            }
        }
    }
}
