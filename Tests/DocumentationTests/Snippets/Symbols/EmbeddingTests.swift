import Statecharts
import Testing

@Suite struct EmbeddingTests {
    @Test func `a chart inside another one is led into, out of, and heard, as its documentation says`() throws {
        let machine = Interpreter(Embeddings.App())
        try machine.start()
        for key in "ann\n" { try machine.send(.typed(key)) }
        #expect(machine.top.users == ["ann"])
        machine.top.isLocked = true
        #expect(try machine.send(.typed("x")) == .unhandled)
        #expect(machine.top.login.chart.name == "ann")
    }

    @Test func `an entry point leads into the chart inside, an exit point on in the host`() throws {
        let machine = Interpreter(Embeddings.App())
        try machine.start()
        try machine.send(.cancel)
        #expect(machine.configuration.description == "Home")
        try machine.send(.forgotPassword)
        #expect(machine.top.login.chart.recovering.isActive)
        try machine.send(.typed("\n"))
        #expect(machine.configuration.description == "Home")
    }

    @Test func `as many regions and substates as there are elements`() throws {
        let row = Interpreter(Embeddings.Street(5))
        try row.start()
        #expect(row.top.row.lamps.allSatisfy { $0.isActive })
        let recipe = Interpreter(Embeddings.Recipe(["wash", "cut", "cook"]))
        try recipe.start()
        try recipe.send(())
        try recipe.send(())
        #expect(recipe.top.steps.map(\.isActive) == [false, false, true])
        #expect(try recipe.send(()) == .unhandled)
    }
}
