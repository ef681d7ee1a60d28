import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

/// The model as a component that is connected to plain code on both sides.
@Suite struct ModelTests {
    private let clock = ManualClock()
    private let requests = OutputPort<ModelRequest>("requests")
    private let answers = OutputPort<WebAnswer>("answers")
    private let model: Model
    private let asked = InputPort<WebRequest>("asked")
    private let told = InputPort<ModelNotice>("told")

    init() async throws {
        model = Model(clock: clock)
        connect(requests, to: model.requests)
        connect(answers, to: model.answers)
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
