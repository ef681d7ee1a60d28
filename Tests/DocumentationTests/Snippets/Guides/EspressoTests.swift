import Statecharts
import StatechartsTesting
import Testing

/// What the article *States and reactions* says of its chart.
@Suite struct EspressoTests {
    private static let article = "DocC/Statecharts.docc/StatesAndReactions.md"

    private func started(_ events: [Espresso.Event]) throws -> Interpreter<Espresso> {
        let machine = Interpreter(Espresso())
        try machine.start()
        for event in events { try machine.send(event) }
        return machine
    }

    @Test func `the records that the article shows are those of the chart`() throws {
        let records = try Passage.blocks("text", in: Self.article).map(\.code)
        let brewing = try started([.power, .hot, .brew])
        #expect(records.contains(try brewing.step(.strength(3)).description))
        #expect(brewing.top.strength == 3)

        let third = try started([.power, .hot, .brew, .poured, .brew, .poured, .brew])
        #expect(records.contains(try third.step(.poured).description))

        let ready = try started([.power, .hot, .brew, .poured])
        #expect(records.contains(try ready.step(.rinse).description))
        #expect(ready.top.on.cupsSinceOn == 1)
    }

    @Test func `what is deferred is taken when the configuration has changed`() throws {
        // snippet: deferral
        let machine = Interpreter(Espresso())
        try machine.start()
        try machine.send(.power)
        print(try machine.send(.brew))  // deferred
        try machine.send(.hot)
        print(machine.configuration)  // On.Brewing: what was deferred has been taken
        // end snippet
        #expect(machine.isActive(\.on.brewing))
    }

    @Test func `one deferred event more than the limit is the error that the article shows`() throws {
        let machine = Interpreter(Espresso())
        machine.deferralLimit = 2
        try machine.start()
        try machine.send(.power)
        try machine.send(.brew)
        try machine.send(.brew)
        let error = #expect(throws: StepError.self) { try machine.send(.brew) }
        #expect(error?.code == .tooManyDeferred)
        #expect(try Passage.blocks("text", in: Self.article).map(\.code).contains("\(try #require(error))"))
    }

    @Test func `without water the junction has no way, and the event is not accepted`() throws {
        let machine = try started([.power, .hot, .brew, .poured, .brew, .poured, .brew, .poured, .emptyTray])
        #expect(machine.top.water == 0)
        #expect(!machine.accepts(.brew))
        #expect(try machine.send(.brew) == .unhandled)
        try machine.send(.refill)
        #expect(machine.accepts(.brew))
    }

    @Test func `a machine that brews is switched off behind the cup`() throws {
        let machine = try started([.power, .hot, .brew])
        #expect(try machine.send(.power) == .deferred)
        try machine.send(.poured)
        #expect(machine.isActive(\.off))
        #expect(machine.top.cups == 1)
    }
}
