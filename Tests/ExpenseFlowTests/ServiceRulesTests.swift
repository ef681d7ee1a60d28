import StatechartsTesting
import Testing

@testable import ExpenseFlow
@testable import Statecharts

/// What the web service owes.
@Suite struct ServiceRulesTests {
    @Test func `a service that takes too long has violated its contract, with the way of the request`() async throws {
        let clock = ManualClock()
        let flow = ExpenseFlow(clock: clock, ledger: .demo, latency: .seconds(4))
        try await flow.start()
        for command in [UserCommand.email("ada@example.org"), .password("engine"), .login] {
            #expect(await flow.give(command))
        }
        _ = await flow.advance(by: .seconds(3) - .nanoseconds(1))
        #expect(flow.takeViolations().map(\.description) == [])
        _ = await flow.advance(by: .nanoseconds(1))
        let violations = flow.takeViolations()
        #expect(violations.map(\.contract) == ["ServiceRules"])
        #expect(violations.map(\.event) == ["overdue(1)"])
        #expect(violations.map(\.expected) == [["answered(1)"]])
        #expect(violations.map(\.history) == [["Service.requests: GET expenses"]])
        #expect(
            violations.first?.trace.map(\.sender.description) == [
                "Phone.commands", "Application.requests", "ExpenseModel.service",
            ])
        // It answers after all, late and once.
        _ = await flow.advance(by: .seconds(60))
        #expect(flow.takeViolations().map(\.description) == [])
        #expect(await flow.screen.rows.count == 3)
        try await flow.stop()
    }

    @Test func `a service that breaks down owes nothing of what it was asked before`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.add, .amount(Money(cents: 1250)), .category("lunch"), .create, .delete(1))
        await desk.clock.advance(by: .milliseconds(400))
        #expect(await desk.flow.cause(.crash) == nil)
        await desk.clock.advance(by: .seconds(60))
        #expect(desk.flow.takeViolations().map(\.description) == [])
        #expect(await desk.screen.rows.count == 3)
    }
}
