import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

@Suite struct NavigationTests {
    /// The states of the expenses tab: list, detail, bar.
    private func states(_ desk: Desk) async -> String {
        await desk.configuration.leaves.prefix(3).map { $0.path.split(separator: ".").suffix(2).joined(separator: ".") }
            .joined(separator: ", ")
    }

    @Test func `an expense slides in and out, which takes time`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        #expect(await states(desk) == "List.ShowingData, Detail.Empty, Bar.Root")
        await desk.do(.open(2))
        #expect(await states(desk) == "List.ShowingData, Detail.Filled, Bar.Pushing")
        await desk.clock.advance(by: .milliseconds(299))
        #expect(await states(desk) == "List.ShowingData, Detail.Filled, Bar.Pushing")
        await desk.clock.advance(by: .milliseconds(1))
        #expect(await states(desk) == "List.ShowingData, Detail.Filled, Bar.Detail")
        #expect(await desk.screen.opened?.description == "train 18.00 by Grace")
        await desk.do(.back)
        #expect(await states(desk) == "List.ShowingData, Detail.Filled, Bar.Popping")
        await desk.clock.advance(by: .milliseconds(300))
        #expect(await states(desk) == "List.ShowingData, Detail.Empty, Bar.Root")
        #expect(await desk.screen.opened == nil)
    }

    @Test func `during an animation nothing can be opened, deleted or left`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.open(1))
        for command in [UserCommand.open(2), .delete(2), .back] { #expect(await !desk.tries(command)) }
        await desk.clock.advance(by: .milliseconds(300))
        for command in [UserCommand.open(2), .delete(2)] { #expect(await !desk.tries(command)) }
        await desk.do(.back)
        for command in [UserCommand.open(2), .delete(2), .back] { #expect(await !desk.tries(command)) }
    }

    @Test func `rows that are not there cannot be opened or deleted`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        for command in [UserCommand.open(0), .open(4), .delete(4), .open(-1), .open(.max)] {
            #expect(await !desk.tries(command), "\(command)")
        }
    }

    @Test func `the tab keeps its state while the other one is in front, animations included`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.open(2), .tab(.debts))
        await desk.clock.advance(by: .milliseconds(300))
        #expect(await desk.screen.tab == .debts)
        #expect(await !desk.tries(.back))
        await desk.do(.tab(.expenses))
        #expect(await desk.screen.slide == .detail)
        #expect(await desk.screen.opened?.category == "train")
        await desk.do(.add, .cancel)
        #expect(await desk.screen.slide == .detail)
    }

    @Test func `a tab that is in front cannot be chosen, nor any behind a sheet`() async throws {
        let desk = try await Desk()
        #expect(await !desk.tries(.tab(.debts)))
        await desk.logIn()
        #expect(await !desk.tries(.tab(.expenses)))
        await desk.do(.tab(.debts))
        #expect(await !desk.tries(.tab(.debts)))
        await desk.do(.add)
        #expect(await !desk.tries(.tab(.expenses)))
    }

    @Test func `an opened expense that is deleted meanwhile slides out`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.open(2))
        await desk.clock.advance(by: .milliseconds(300))
        let train = try #require(await desk.screen.opened)
        desk.flow.model.requests.send(ModelRequest(session: 1, content: .deleteExpense(train)))
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.slide == .closing)
        #expect(await desk.screen.rows.map(\.expense.category) == ["groceries", "books"])
        await desk.clock.advance(by: .milliseconds(300))
        #expect(await desk.screen.slide == .list)
    }
}
