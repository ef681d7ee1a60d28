import Statecharts
import StatechartsSimulation

/// What the chart does, as far as four keys of each kind lead.
enum Drawing {
    static func graph() async throws -> ChartGraph {
        let keys: [Key] = [
            .digit(0), .digit(1), .point, .operation(.minus), .operation(.over), .equals, .percent, .sign, .back,
            .clearEntry, .clear,
        ]
        var explorer = Explorer(events: keys) { Calculator() }
        explorer.limits = .init(depth: 4)
        return try await explorer.explore().graph
    }
}
