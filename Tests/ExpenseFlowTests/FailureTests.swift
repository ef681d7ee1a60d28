import StatechartsTesting
import Testing

@testable import ExpenseFlow
@testable import Statecharts

@Suite struct FailureTests {
    @Test func `an expense that is not created is told for four seconds`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.add, .amount(Money(cents: 777)), .category("coffee"), .create)
        #expect(await desk.flow.cause(.failNext))
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.banner == "coffee 7.77 was not created: service unavailable")
    }
}
