import StatechartsBridge
import TestSupport
import Testing

@testable import monitor

/// What the screen of the demo `monitor` shows.
@Suite(RealLinks.asked) struct MonitorScreenTests {
    @Test func `the screen has machines with their configurations, the newest messages, and what is held`() async throws
    {
        let sample = try await Sample(access: .stepping)
        let monitor = Monitor(over: sample.link)
        try await monitor.start()
        let commands = Commands(monitor: monitor, sample: sample)
        for dish in ["soup", "tea", "fish"] { #expect(try await commands.perform("order \(dish)") == []) }
        _ = try await commands.perform("pause")
        for dish in [String(repeating: "long-", count: 30), "rice"] {
            #expect(try await commands.perform("order \(dish)") == [])
        }
        let held = try await monitor.ask(.look).held
        try await eventually { monitor.configurations["Kitchen"] == "Hot" }

        let lines = Watching.drawing(monitor, "a sample", held, (rows: 11, columns: 60))
        #expect(
            lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") } == [
                "  monitor of a sample", "", "  Guest    ", "  Kitchen  Hot", "",
                "  sample #3 Guest.orders → Kitchen.orders: tea",
                "  └─ sample #4 Kitchen.dishes → Guest.dishes: hot tea",
                "  sample #5 Guest.orders → Kitchen.orders: fish",
                "  └─ sample #6 Kitchen.dishes → Guest.dishes: hot fish", "",
                "  held: sample #7 Guest.orders: long-long-long-long-long-l…",
                "  held: sample #8 Guest.orders: rice",
            ])
        await monitor.stop()
    }
}
