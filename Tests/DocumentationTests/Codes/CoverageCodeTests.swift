import StatechartsTesting
import Testing

/// The programs of the pages of ``CoverageError``: see ``CodePage``.
@Suite struct CoverageCodeTests {
    @Test func `otherChart`() async throws {
        try await CodePage("CoverageError.otherChart").shows {
            // snippet: otherChart
            var coverage = Coverage(chart: "Lamp")
            try coverage.merge(Coverage(chart: "Radio"))
            // end snippet
        } repaired: {
            // snippet: otherChart, repaired
            var coverage = [Coverage(chart: "Lamp"), Coverage(chart: "Radio")]
            try coverage[0].merge(Coverage(chart: "Lamp"))
            // end snippet
        }
    }
}
