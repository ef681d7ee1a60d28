import Testing

@testable import Statecharts

/// Events that wait for a start that never comes can be found.
@Suite(.serialized) struct UnstartedTests {
    /// What is told while `body` runs of machines with this name.
    private func told(of name: String, _ body: () async throws -> Void) async rethrows -> [String] {
        let lines = Guarded<[String]>([])
        Misuse.hear { line in if line.contains("machine \(name) ") { lines.withLock { $0.append(line) } } }
        defer { Misuse.hear(nil) }
        try await body()
        return lines.withLock { $0 }
    }

    @Test func `a machine that is released with events and was never started says so`() async {
        let lines = await told(of: "Idle radio") {
            let radio = Machine(Player(), named: "Idle radio")
            radio.post("toggle")
            radio.post("faster")
            #expect(radio.waitingCount == 2)
        }
        #expect(
            lines == [
                "the machine Idle radio was released before start(), and 2 events with it (toggle, …); call start(), and keep the "
                    + "machine until it is done"
            ])
    }

    @Test func `nothing is told of machines that were started or stopped, or have no events`() async throws {
        let lines = try await told(of: "Radio") {
            let started = Machine(Player(), named: "Radio")
            started.post("toggle")
            try await started.start()
            #expect(started.waitingCount == 0)
            let stopped = Machine(Player(), named: "Radio")
            stopped.post("toggle")
            try await stopped.stop()
            _ = Machine(Player(), named: "Radio")
        }
        #expect(lines == [])
    }
}
