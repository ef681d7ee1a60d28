import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

/// The web service breaks down, its supervisor starts it again, and what was under way is asked once more.
@Suite struct CrashTests {
    @Test func `a fetch under way in a crash ends with the next service`() async throws {
        let desk = try await Desk()
        await desk.do(.email("ada@example.org"), .password("engine"), .login)
        await desk.clock.advance(by: .milliseconds(500))
        #expect(await desk.flow.cause(.crash) == nil)
        #expect(await desk.flow.service.caretaker.configuration.description == "Supervising.Down")
        #expect(desk.flow.service.webService.machine == nil)
        #expect(await desk.screen.expensesProgress == .fetching)
        #expect(await desk.screen.banner == "the service has broken down and is started again")
        #expect(await desk.flow.cause(.crash) == "the service is down")
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.flow.service.isUp)
        #expect(await desk.screen.expensesProgress == .fetching)
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.expensesProgress == .shown)
        #expect(await desk.screen.debtsProgress == .shown)
        #expect(await desk.screen.rows.count == 3)
        #expect(desk.clock.now.offset == .milliseconds(2500))
    }

    @Test func `what was created and deleted around a crash is done once`() async throws {
        for time in stride(from: 0, through: 2400, by: 300) {
            let desk = try await Desk()
            await desk.logIn()
            await desk.do(.add, .amount(Money(cents: 1250)), .category("lunch"), .create, .delete(1))
            await desk.clock.advance(by: .milliseconds(time))
            _ = await desk.flow.cause(.crash)
            await desk.clock.advance(by: .seconds(8))
            #expect(
                await desk.screen.rows.map(\.expense.category) == ["train", "books", "lunch"], "crash at \(time) ms")
            #expect(desk.flow.database.ledger.expenses.map(\.category) == ["train", "books", "lunch"])
        }
    }

    @Test func `a service that broke down too often is given up, and whoever waits is told`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        for _ in 0..<3 {
            #expect(await desk.flow.cause(.crash) == nil)
            await desk.clock.advance(by: .seconds(1))
        }
        await desk.do(.refresh)
        #expect(await desk.flow.cause(.crash) == nil)
        #expect(await desk.flow.service.caretaker.configuration.description == "GivenUp")
        #expect(await desk.screen.expensesProgress == .failed("the service is gone"))
        #expect(await desk.screen.rows.count == 3)
        await desk.do(.refresh)
        #expect(await desk.screen.expensesProgress == .failed("the service is gone"))
        await desk.do(.tab(.debts), .refresh)
        #expect(await desk.screen.debtsProgress == .failed("the service is gone"))
        #expect(await desk.flow.cause(.failNext) == "the service is down")
        try await desk.flow.stop()
    }

    @Test func `crashes that are far enough apart are survived without end`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        for _ in 0..<10 {
            await desk.do(.refresh)
            #expect(await desk.flow.cause(.crash) == nil)
            await desk.clock.advance(by: .seconds(30))
            #expect(await desk.screen.expensesProgress == .shown)
        }
    }

    @Test func `the system knows each service while it lives`() async throws {
        let desk = try await Desk()
        let members = { desk.flow.system.members.map(\.name) }
        let all = members()
        #expect(all.suffix(3) == ["Service", "Caretaker", "WebService"])
        #expect(await desk.flow.cause(.crash) == nil)
        await desk.clock.advance(by: .milliseconds(500))
        await desk.clock.advance(by: .seconds(1))
        #expect(desk.flow.system.members.last?.name == "WebService")
        let connections = desk.flow.system.connections.map(\.description)
        #expect(
            connections.filter { $0.hasSuffix("WebService.requests") } == ["Service.requests → WebService.requests"])
    }
}
