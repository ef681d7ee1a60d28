import TestSupport
import Testing

@testable import Statecharts

/// In which order a machine's end is told, see `Observers.end`.
@Suite struct EndOrderTests {
    @Test func `who visits a machine that is being stopped reads it after the end, also in a task that is cancelled`()
        async throws
    {
        let gate = Gate(), machine = Machine(Errands())
        try await machine.start()
        machine.post(.work { await gate.wait() })
        await gate.reached()
        let stopping = Task { try await machine.stop() }
        while machine.post(.nothing) { await Task.yield() }
        let visit = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await machine.withTop { $0.engine?.status == .stopped }
        }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        #expect(try await visit.value)
        try await stopping.value
    }

    /// How the machine ends; only the first way has a last step, with a record.
    enum End: CaseIterable, Sendable { case stopped, stoppedBeforeStart, refused }

    @Test(arguments: End.allCases)
    @MainActor func `closures find all readers over, and those who await the end find all closures called`(
        _ end: End
    ) async throws {
        let machine = Machine(Player(), on: MainActor.shared)
        if end == .stopped { try await machine.start() }
        let told = Told()
        let observers = machine.observers
        let awaiting = Task {
            try? await machine.finished
            told.lines.append("has awaited")
        }
        // Nobody else does anything with the machine yet.
        try await eventually { observers.isHeard }
        let (steps, configurations) = (machine.steps, machine.configurations)
        observers.whenEnded { _ in
            let areOver = observers.contents.withLock { contents in
                contents.steps.allSatisfy { $0.isOver } && contents.configurations.allSatisfy { $0.queue.isOver }
            }
            MainActor.assumeIsolated { told.lines.append(areOver ? "called" : "called before readers are over") }
            // The main actor takes its jobs in their order.
            Task { @MainActor in told.lines.append("task of the call") }
        }
        switch end {
        case .stopped, .stoppedBeforeStart: try await machine.stop()
        case .refused:
            await #expect(throws: PlaceError.self) { try await machine.start(in: \.playing, \.paused) }
        }
        await awaiting.value
        #expect(told.lines == ["called", "task of the call", "has awaited"])
        withExtendedLifetime((steps, configurations)) {}
    }
}

@MainActor private final class Told {
    var lines: [String] = []
}
