import Statecharts
import Testing

/// The programs of the pages of ``PortError``: see ``CodePage``.
@Suite struct PortCodeTests {
    @Test func `finished`() async throws {
        try await CodePage("PortError.finished").shows {
            // snippet: finished
            let readings = OutputPort<Int>("readings")
            readings.finish()
            try await readings.sendWaiting(1)
            // end snippet
        } repaired: {
            // snippet: finished, repaired
            let readings = OutputPort<Int>("readings")
            try await readings.sendWaiting(1)
            readings.finish()
            // end snippet
        }
    }

    @Test func `numbersChanges`() async throws {
        try await CodePage("PortError.numbersChanges").shows {
            // snippet: numbersChanges
            struct Added: Delta {
                let name: String
                func apply(to whole: inout [String]) { whole.append(name) }
            }
            let guests = OutputPort<Numbered<Added>>("guests", changesOf: [])
            try await guests.sendWaiting(.change(Added(name: "Emma"), number: 0))
            // end snippet
        } repaired: {
            struct Added: Delta {
                let name: String
                func apply(to whole: inout [String]) { whole.append(name) }
            }
            let guests = OutputPort<Numbered<Added>>("guests", changesOf: [])
            // snippet: numbersChanges, repaired
            guests.send(Added(name: "Emma"))
            // end snippet
        }
    }
}
