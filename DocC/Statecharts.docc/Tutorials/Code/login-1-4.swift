import StatechartsTesting
import Testing

@testable import Login

@Suite struct LoginTests {
    @Test func `the right password leads inside`() async throws {
        let test = TestMachine(Login { _ in true })
        try await test.start()
        await test.send(.submit("sesame")) {
            $0.exits(\.typing)
            $0.enters(\.asking)
            $0.begins(\.asking)  // the work
        }
        test.finish()
    }
}
