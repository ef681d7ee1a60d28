import Statecharts
import Testing

@Suite struct ScannerTests {
    @Test func `a scanner with a thread of its own`() async throws {
        // snippet: a thread of its own
        let lane = try ThreadActor(named: "scanner")
        let machine = Machine(Scanner(on: lane, FlatbedDevice()), on: lane)
        // end snippet
        let configurations = machine.configurations
        try await machine.start()
        machine.post(.start)
        var states: [String] = []
        for await configuration in configurations {
            states.append("\(configuration)")
            if states.count == 3 { break }
        }
        #expect(states == ["Idle", "Scanning", "Idle"])
        #expect(try await machine.withTop { $0.pages } == ["a page"])
        try await machine.stop()
    }
}
