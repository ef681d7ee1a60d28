import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Errors of children that wait while a snapshot is taken.
@Suite struct ChildErrorSnapshotTests {
    @Test func `the event of an error that waits is in the snapshot, of a child and of a row of a list`() async throws {
        let clock = ManualClock(), later = ManualClock(), gate = Gate()
        let machine = Machine(Rack(gate), clock: clock)
        try await machine.start()
        try await machine.send(.add)
        await clock.settle()
        machine.post(.wait)
        await gate.reached()
        let (row, single) = (
            try #require(await machine.port(\.rows[7])), try #require(await machine.port(\.single.machine))
        )
        for register in [row, single] { await #expect(throws: StepError.self) { try await register.send(.fail) } }
        let taken = Task { try await machine.snapshot() }
        try await eventually { await machine.isAskedForSnapshots }
        gate.open()
        let snapshot = try await taken.value.throughJSON()
        let continued = Machine(restoring: snapshot, Rack(Gate()), clock: later)
        try await continued.start()
        await later.settle()
        #expect(
            Set(try await continued.withTop { $0.broken }) == [
                "7: \(StepError.Code.unhandledError)", "single: \(StepError.Code.unhandledError)",
            ])
        try await continued.stop()
        try await machine.stop()
    }
}

private final class Rack: TopState<Rack.Event>, Snapshotting {
    enum Event: Codable, Sendable { case add, wait, broke(String, String) }

    let single = Child(of: Rack.self) { _ in Register() }.failed { .broke("single", Rack.code($0)) }
    let rows = ChildMachines(of: Rack.self) { (_: Rack, _: Int) in Register() }
        .failed { .broke("\($0)", Rack.code($1)) }
    let gate: Gate
    var broken: [String] = []

    init(_ gate: Gate) { self.gate = gate }
    override func configure() { children(single, rows) }
    func save() -> [String] { broken }
    func restore(_ saved: [String]) { broken = saved }

    private static func code(_ error: any Error) -> String {
        (error as? StepError).map { "\($0.code)" } ?? "\(type(of: error))"
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add: .handled { self.rows.add(7) }
        case .wait: .handled { await self.gate.pass() }
        case .broke(let name, let code): .handled { self.broken.append("\(name): \(code)") }
        }
    }
}
