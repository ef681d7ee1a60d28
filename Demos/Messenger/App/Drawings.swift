import DemoSupport
import MessengerModel
import StatechartsDiagrams
import StatechartsSimulation

/// What can be seen without a session.
enum Drawings {
    /// Draws the system with a chat open, or the chart of one of its machines as far as a tour through everything has
    /// led.
    /// - Throws: ``UsageError`` that names the machines.
    static func print(_ format: DiagramFormat, of name: String?) async throws {
        guard let name else { return StandardStreams.say(try format.text(of: try await Tour.drawing())) }
        let charts = try await Tour.charts()
        guard let chart = charts.first(where: { $0.name == name }) else {
            throw UsageError(
                "unknown machine '\(name.printable)'; there are " + charts.map(\.name).joined(separator: ", "))
        }
        StandardStreams.say(format.text(of: chart.graph))
    }
}
