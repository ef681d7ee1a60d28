import Statecharts
import StatechartsSimulation

/// What the chart does, as far as it can: all of it.
enum Drawing {
    static func graph() async throws -> ChartGraph {
        try await Explorer(events: [.timerTick, .buttonTap]) { RunningLights(leds: LampBoard()) }.explore().graph
    }
}
