import Statecharts
import Testing

@Suite struct ScopedTests {
    private func start(_ events: String...) throws -> Interpreter<Scoping> {
        let interpreter = Interpreter(Scoping())
        try interpreter.start()
        for event in events { try interpreter.send(event) }
        return interpreter
    }

    @Test func `a scoped value is made before the entry action and destroyed after the exit action, before effects`()
        throws
    {
        let interpreter = try start("out")
        #expect(interpreter.top.ledger.lines == ["+Inside 1", "-Inside 1", "destroyed 1", "effect"])
    }

    @Test func `a scoped value is fresh on re-entry`() throws {
        let interpreter = try start("count", "count", "tag")
        #expect(interpreter.top.inside.count == 2)
        #expect(interpreter.top.inside.tags == ["tag 2"])
        try interpreter.send("out")
        try interpreter.send("in")
        #expect(interpreter.top.inside.count == 0)
        #expect(interpreter.top.inside.tags == [])
        #expect(interpreter.top.ledger.lines == ["+Inside 1", "-Inside 1", "destroyed 1", "effect", "+Inside 2"])
    }

    @Test func `a scoped value is fresh after a self transition`() throws {
        let interpreter = try start("count", "again")
        #expect(interpreter.top.inside.count == 0)
        #expect(interpreter.top.ledger.lines == ["+Inside 1", "-Inside 1", "destroyed 1", "+Inside 2"])
    }

    @Test func `a scoped value stays while substates change`() throws {
        let interpreter = try start("count", "next", "count")
        #expect(interpreter.top.inside.count == 2)
        #expect(interpreter.top.inside.two.more == "more")
        #expect(interpreter.top.ledger.lines == ["+Inside 1", "+Inside.Two 2"])
    }

    @Test func `values of nested states are destroyed from the inside out`() throws {
        let interpreter = try start("next", "again")
        #expect(
            interpreter.top.ledger.lines == [
                "+Inside 1", "+Inside.Two 2", "-Inside.Two 2", "destroyed 2", "-Inside 1", "destroyed 1", "+Inside 3",
            ])
    }

    @Test func `observed or not, scoped values live equally long`() throws {
        let interpreter = Interpreter(Scoping())
        interpreter.onStep = { _ in }
        try interpreter.start()
        for event in ["next", "again"] { try interpreter.send(event) }
        #expect(
            interpreter.top.ledger.lines == [
                "+Inside 1", "+Inside.Two 2", "-Inside.Two 2", "destroyed 2", "-Inside 1", "destroyed 1", "+Inside 3",
            ])
    }

    @Test func `stopping destroys scoped values`() throws {
        let interpreter = try start("next")
        try interpreter.stop()
        #expect(interpreter.top.ledger.lines.suffix(4) == ["-Inside.Two 2", "destroyed 2", "-Inside 1", "destroyed 1"])
    }

    @Test func `terminating destroys scoped values`() throws {
        let interpreter = try start("kill")
        #expect(interpreter.top.ledger.lines == ["+Inside 1", "-Inside 1", "destroyed 1"])
    }

    @Test func `releasing the interpreter destroys scoped values, even if the chart is kept`() throws {
        let chart = Scoping()
        do {
            let interpreter = Interpreter(chart)
            try interpreter.start()
        }
        #expect(chart.ledger.lines == ["+Inside 1", "destroyed 1"])
    }

    @Test func `access before the start is a trap, as there is no machine that could fail`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Scoping().inside.count
        }
        #expect(
            result.message.contains(
                "a scoped property was used while no machine runs this chart; use it from the state's own actions, handlers and substates, "
                    + "after start()"))
    }

    @Test func `between two steps of an interpreter nobody can be told, so that reading is a trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let interpreter = Interpreter(Scoping())
            try interpreter.start()
            try interpreter.send("out")
            _ = interpreter.top.inside.count
        }
        #expect(
            result.message.contains(
                "used Inside.count while Inside is not active; use it from the own actions and handlers of Inside, and from those of "
                    + "its substates"
            ))
    }

    @Test func `between two steps of an interpreter nobody can be told, so that writing is a trap`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let interpreter = Interpreter(Scoping())
            try interpreter.start()
            try interpreter.send("out")
            interpreter.top.inside.tags.append("late")
        }
        #expect(result.message.contains("used Inside.tags while Inside is not active"))
    }

    @Test func `an initial value that asks for itself is a trap, as there is none to give`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            try Interpreter(Narcissus()).start()
        }
        #expect(result.message.contains("the initial value of Only.depth asks for itself; let it depend on other data"))
    }

    @Test func `an initial value can be asked of the state, its superior and its top, on each entry`() throws {
        let interpreter = Interpreter(Forms())
        try interpreter.start()
        #expect(interpreter.top.form.values == ["Ada", "Ada Lovelace", "form 1"])
        interpreter.top.firstName = "Grace"
        #expect(interpreter.top.form.values == ["Ada", "Ada Lovelace", "form 1"])
        try interpreter.send(.again)
        #expect(interpreter.top.form.values == ["Grace", "Grace Lovelace", "form 2"])
        #expect(interpreter.top.form.page.title == "page of Grace Lovelace")
    }

    @Test func `a state that shows itself otherwise to mirrors keeps its scoped properties and its names`() throws {
        let interpreter = Interpreter(Forms())
        try interpreter.start()
        #expect(Mirror(reflecting: interpreter.top.form.page).children.count == 0)
        #expect(interpreter.configuration.description == "Form.page")
        try interpreter.send(.turn)
        #expect(interpreter.top.form.page.turns == 1)
        try interpreter.send(.again)
        #expect(interpreter.top.form.page.turns == 0)
    }

}

extension ExitTest.Result? {
    /// What the process said before it ended.
    var message: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}

/// Asks for a value to make it.
private final class Narcissus: TopState<Int> {
    let only = Only()
    override func configure() { substates(only) }
    final class Only: State<Narcissus, Narcissus> {
        @Scoped({ (only: Only) in only.depth + 1 }) var depth: Int
    }
}
