import Statecharts
import Testing

/// What was restored needs neither the snapshot nor what its migration captures.
@Suite struct UsedSnapshotTests {
    private final class Captured: Sendable {}

    private func snapshot() throws -> Snapshot {
        let interpreter = Interpreter(Shop())
        try interpreter.start()
        return try interpreter.snapshot()
    }

    @Test func `an interpreter that has started lets go of its migration`() throws {
        let snapshot = try snapshot()
        weak var gone: Captured?
        let interpreter: Interpreter<NewShop>
        do {
            let captured = Captured()
            gone = captured
            interpreter = Interpreter(restoring: snapshot, NewShop()) { [captured] snapshot in
                _ = captured
                snapshot.configuration = ["Archive"]
                snapshot.data = [:]
            }
        }
        #expect(gone != nil)
        // Continuing where nothing is to be done is no step, and still has a record.
        #expect(try interpreter.startStep().microsteps.isEmpty)
        #expect(gone == nil)
        #expect(interpreter.configuration.description == "Archive")
    }

    @Test func `a machine that has started lets go of its migration`() async throws {
        let snapshot = try snapshot()
        weak var gone: Captured?
        let machine: Machine<Shop>
        do {
            let captured = Captured()
            gone = captured
            machine = Machine(restoring: snapshot, Shop()) { [captured] _ in _ = captured }
        }
        #expect(gone != nil)
        try await machine.start()
        #expect(gone == nil)
        #expect(await machine.configuration.description == "Cart.Open")
    }
}
