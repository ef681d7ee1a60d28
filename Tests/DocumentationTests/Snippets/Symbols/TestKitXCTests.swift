import Statecharts
import StatechartsTesting
import XCTest

/// The test machine under the other test library.
final class TestKitXCTests: XCTestCase {
    func testFailuresAreThoseOfXCTest() async throws {
        // snippet: FailureReport
        let failures = FailureReport { XCTFail("\($0.place): \($0)") }
        // end snippet
        let test = TestMachine(Jukebox { "unused" }, failures: failures)
        try await test.start()
        await test.send(.play, .partial) { $0.enters(\.loading) }
        test.expect(configuration: \.loading)
    }
}
