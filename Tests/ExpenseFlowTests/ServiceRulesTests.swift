import StatechartsTesting
import Testing

@testable import ExpenseFlow
@testable import Statecharts
@testable import StatechartsCore

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
        // Two lists are asked for at the login, in either order: the one that came first is late first.
        let ways = [
            ["Phone.commands", "Application.requests", "ExpenseModel.service"],
            ["Phone.commands", "Application.debtsRequests", "DebtsModel.expenses", "ExpenseModel.service"],
        ]
        #expect(ways.contains(violations.first?.trace.map(\.sender.description) ?? []))
        // It answers after all, late and once.
        _ = await flow.advance(by: .seconds(60))
        #expect(flow.takeViolations().map(\.description) == [])
        #expect(await flow.screen.rows.count == 3)
        try await flow.stop()
    }

    @Test func `what is sent to nobody while the service is down is asked again, and owed once`() async throws {
        let flow = ExpenseFlow(clock: ManualClock(), ledger: .demo)
        try await flow.start()
        let session = Session(flow), recorder = flow.system.recorder()
        func type(_ lines: String...) async {
            for line in lines {
                let messages = await session.perform(line).messages
                #expect(!messages.contains { $0.hasPrefix("violated") }, "\(line): \(messages)")
            }
        }
        await type("email ada@example.org", "password engine", "login", "advance 1s", "crash")
        _ = recorder.take()
        await type("refresh", "advance 1s")
        let asked = recorder.take().filter { $0.sender.description == "ExpenseModel.service" }
        #expect(asked.map { $0.receivers.count } == [0, 1])
        await type("advance 1min", "tab debts", "refresh", "crash", "advance 300ms", "logout")
        await type("email ada@example.org", "password engine", "login", "advance 1s", "crash", "advance 1s", "crash")
        await type("advance 1min")
        try await flow.stop()
        #expect(flow.takeViolations().map(\.description) == [])
    }

    @Test func `a service that answers one after the other may take its time for each`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.delete(1), .delete(2), .delete(3), .add, .amount(Money(cents: 1)), .category("tea"), .create)
        await desk.do(.refresh)
        await desk.clock.advance(by: .seconds(20))
        #expect(desk.flow.takeViolations().map(\.description) == [])
        #expect(await desk.screen.rows.map(\.expense.category) == ["tea"])
    }

    @Test func `an answer that nobody asked for is a violation, and one too many`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        desk.flow.service.answers.send(WebAnswer(number: 1, content: .failed("again")))
        #expect(desk.flow.takeViolations().map(\.event) == ["answered(1)"])
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
