import StatechartsTesting
import Testing

@testable import Login

@Suite struct LoginTests {
    struct Unreachable: Error {}
    @Test func `the right password leads inside`() async throws {
        let test = TestMachine(Login { _ in true })
        try await test.start()
        await test.send(.submit("sesame")) {
            $0.exits(\.typing)
            $0.enters(\.asking)
            $0.begins(\.asking)  // the work
        }
        await test.complete(\.asking, returning: true) {
            $0.exits(\.asking)
            $0.enters(\.inside)
        }
        test.finish()
    }

    @Test func `after three wrong passwords nobody gets in for half a minute`() async throws
    {
        let test = TestMachine(Login { _ in false })
        try await test.start()
        for _ in 1...2 {
            await test.send(.submit("simsalabim"), .partial) { $0.enters(\.asking) }
            await test.complete(\.asking, returning: false, .partial) {
                $0.enters(\.typing)
            }
        }
        await test.send(.submit("simsalabim"), .partial) { $0.enters(\.asking) }
        await test.complete(\.asking, returning: false) {
            $0.exits(\.asking)
            $0.enters(\.locked)
            $0.arms(.unlock, after: .seconds(30))
        }
        await test.send(.submit("sesame")) { $0.isUnhandled() }
        await test.advance(by: .seconds(30), .partial) { $0.enters(\.typing) }
        test.finish()
    }

    @Test func `a server that is out of reach is asked five more times`() async throws {
        let test = TestMachine(Login { _ in true })
        try await test.start()
        await test.send(.submit("sesame"), .partial) { $0.enters(\.asking) }
        for _ in 1...5 {
            await test.fail(\.asking, with: Unreachable(), .partial) {
                $0.enters(\.waiting)
            }
            await test.advance(by: .seconds(2), .partial) { $0.enters(\.asking) }
        }
        await test.fail(\.asking, with: Unreachable(), .partial) { $0.enters(\.typing) }
        test.finish()
    }
}
