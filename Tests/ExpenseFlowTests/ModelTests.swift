import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

/// The model as a component that is connected to plain code on both sides.
@Suite struct ModelTests {
    private let clock = ManualClock()
    private let requests = OutputPort<ModelRequest>("requests")
    private let debtsRequests = OutputPort<DebtsRequest>("debtsRequests")
    private let answers = OutputPort<WebAnswer>("answers")
    private let status = OutputPort<ServiceStatus>("status")
    private let model: Model
    private let asked = InputPort<WebRequest>("asked")
    private let told = InputPort<ModelNotice>("told")

    init() async throws {
        model = Model(clock: clock)
        connect(requests, to: model.requests)
        connect(debtsRequests, to: model.debtsRequests)
        connect(answers, to: model.answers)
        connect(status, to: model.status)
        connect(model.service, to: asked)
        connect(model.notices, to: told)
        try await model.start()
    }

    private func request(_ session: Int, _ contents: ModelRequest.Content...) async {
        for content in contents { requests.send(ModelRequest(session: session, content: content)) }
        await clock.settle()
    }

    private func answer(_ number: Int, _ content: WebAnswer.Content) async {
        answers.send(WebAnswer(number: number, content: content))
        await clock.settle()
    }

    /// What has come out so far and was not looked at.
    private func questions() async -> [String] {
        var iterator = asked.makeAsyncIterator()
        var result: [String] = []
        while asked.bufferedCount > 0, let next = await iterator.next() { result.append("\(next.number) \(next)") }
        return result
    }

    private func notices() async -> [String] {
        var iterator = told.makeAsyncIterator()
        var result: [String] = []
        while told.bufferedCount > 0, let next = await iterator.next() { result.append("\(next.session) \(next)") }
        return result.sorted()
    }

    @Test func `what goes in at one proxy comes out at the other`() async {
        await request(1, .signIn(User("Ada")), .fetchExpenses)
        #expect(await questions() == ["1 GET expenses"])
        #expect(await notices() == [])
        await answer(1, .ledger(.demo))
        #expect(
            await notices() == [
                "1 fetched debts: Alan owes Ada 23.50, Grace owes Ada 5.49", "1 fetched expenses: 3",
            ])
    }

    @Test func `a fetch under way answers all who ask`() async {
        await request(1, .signIn(User("Ada")), .fetchExpenses, .fetchExpenses, .fetchExpenses)
        #expect(await questions() == ["1 GET expenses"])
        await answer(1, .failed("no network"))
        #expect(await notices() == ["1 fetching failed: no network"])
        await request(1, .fetchExpenses)
        #expect(await questions() == ["2 GET expenses"])
    }

    @Test func `answers may come in any order, each once`() async throws {
        await request(1, .signIn(User("Ada")), .fetchExpenses)
        await answer(1, .ledger(.demo))
        let groceries = try #require(Ledger.demo.expenses.first)
        let lunch = Expense(id: 9, payer: User("Ada"), amount: Money(cents: 300), category: "lunch")
        await request(1, .deleteExpense(groceries), .createExpense(amount: lunch.amount, category: lunch.category))
        #expect(await questions() == ["1 GET expenses", "2 DELETE expense 1", "3 POST lunch 3.00 by Ada"])
        _ = await notices()
        await answer(3, .created(lunch))
        #expect(
            await notices() == [
                "1 changed debts: Alan owes Ada 24.50, Grace owes Ada 6.49", "1 changed expenses: 4",
            ])
        await answer(3, .created(lunch))
        #expect(await notices() == [])
        await answer(2, .failed("no"))
        #expect(await notices() == ["1 deleting groceries failed: no"])
    }

    @Test func `the debts model has a request port of its own and asks the expense model`() async {
        await request(1, .signIn(User("Ada")))
        debtsRequests.send(DebtsRequest(session: 1))
        await clock.settle()
        #expect(await model.debts.configuration.description == "Asking")
        #expect(await questions() == ["1 GET expenses"])
        await answer(1, .ledger(.demo))
        #expect(
            await notices() == [
                "1 fetched debts: Alan owes Ada 23.50, Grace owes Ada 5.49", "1 fetched expenses: 3",
            ])
        #expect(await model.debts.configuration.description == "Settled")
        debtsRequests.send(DebtsRequest(session: 1))
        await clock.settle()
        await answer(2, .failed("no network"))
        #expect(await notices() == ["1 fetching failed: no network", "1 no debts: no network"])
        #expect(await model.debts.configuration.description == "Empty")
    }

    @Test func `a request of the next login may overtake the end of the last one`() async {
        await request(1, .signIn(User("Ada")))
        debtsRequests.send(DebtsRequest(session: 2))
        await clock.settle()
        await request(1, .signOut)
        #expect(await model.debts.configuration.description == "Asking")
        debtsRequests.send(DebtsRequest(session: 1))
        await clock.settle()
        #expect(await questions() == [])
    }

    @Test func `what the service has not answered when it broke down is asked again when it is up, in order`() async {
        await request(1, .signIn(User("Ada")), .fetchExpenses)
        await answer(1, .ledger(.demo))
        await request(
            1, .createExpense(amount: Money(cents: 1), category: "gum"), .fetchExpenses,
            .createExpense(amount: Money(cents: 2), category: "tea"))
        _ = await (questions(), notices())
        status.send(.down)
        await clock.settle()
        #expect(await notices() == ["1 the service has failed"])
        #expect(await questions() == [])
        status.send(.up)
        await clock.settle()
        #expect(await questions() == ["2 POST gum 0.01 by Ada", "3 GET expenses", "4 POST tea 0.02 by Ada"])
        await answer(3, .ledger(.demo))
        status.send(.up)
        await clock.settle()
        #expect(await questions() == ["2 POST gum 0.01 by Ada", "4 POST tea 0.02 by Ada"])
    }

    @Test func `when the service is gone, what was asked fails, and what is asked later at once`() async {
        await request(1, .signIn(User("Ada")), .fetchExpenses, .createExpense(amount: Money(cents: 1), category: "gum"))
        debtsRequests.send(DebtsRequest(session: 1))
        await clock.settle()
        _ = await questions()
        status.send(.gone)
        await clock.settle()
        #expect(
            await notices() == [
                "1 creating gum failed: the service is gone", "1 fetching failed: the service is gone",
                "1 no debts: the service is gone",
            ])
        await request(1, .fetchExpenses)
        #expect(await questions() == [])
        #expect(await notices() == ["1 fetching failed: the service is gone"])
        #expect(await model.expenses.configuration.description == "SignedIn.Idle")
    }

    @Test func `what nobody asked for is dropped, and what belongs to another login`() async {
        await request(1, .fetchExpenses, .createExpense(amount: Money(cents: 1), category: "gum"))
        await answer(1, .ledger(.demo))
        #expect(await questions() == [])
        await request(1, .signIn(User("Ada")), .fetchExpenses, .signOut)
        await request(2, .signIn(User("Alan")))
        await request(1, .fetchExpenses, .createExpense(amount: Money(cents: 1), category: "gum"), .signOut)
        #expect(await questions() == ["1 GET expenses"])
        await answer(1, .ledger(.demo))
        #expect(await notices() == [])
        #expect(await model.expenses.configuration.description == "SignedIn.Idle")
        #expect(await model.debts.configuration.description == "Empty")
    }
}
