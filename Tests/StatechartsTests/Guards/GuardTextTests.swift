import Statecharts
import Testing

/// The words for guards, in everything that is made of a step.
@Suite struct GuardTextTests {
    private func keyhole(_ prepare: (Keyhole) -> Void = { _ in }) throws -> Interpreter<Keyhole> {
        let top = Keyhole()
        prepare(top)
        let interpreter = Interpreter(top)
        try interpreter.start()
        return interpreter
    }

    @Test func `a choice records the words of the branch that it took`() throws {
        let keyhole = try keyhole()
        #expect(
            try keyhole.step(.turn).description == """
                turn: handled → Closed
                  event, Closed → tried, exits Closed, effects Closed
                  choice tried, tried → Closed [else], entries Closed
                """)
        #expect(
            try keyhole.step(.turn).description == """
                turn: handled → Locked
                  event, Closed → tried, exits Closed, effects Closed
                  choice tried, tried → Locked [too many tries], effects tried, entries Locked
                """)
        #expect(keyhole.top.notes == ["locked"])
    }

    @Test func `words on the way through a junction are joined`() throws {
        let keyhole = try keyhole()
        #expect(
            try keyhole.step(.slip).description == """
                slip: handled → Open
                  event, Closed → Open [thin and wide], exits Closed, effects crack, entries Open
                """)
    }

    @Test func `a junction without a branch leaves no words behind`() throws {
        let keyhole = try keyhole { $0.isWide = false }
        #expect(try keyhole.step(.slip).description == "slip: unhandled → Closed")
        #expect(
            try keyhole.step(.look).description == """
                look: handled → Closed
                  event, Keyhole ↺ [no code], effects Keyhole
                """)
    }

    @Test func `several targets, the top, always and repeated words`() throws {
        let keyhole = try keyhole()
        let fall = try keyhole.step(.fall)
        #expect(fall.microsteps[0].transitions.map(\.guardText) == ["heavy"])
        #expect(fall.configuration.description == "(Broken.west.second, Broken.east.second)")
        #expect(keyhole.top.notes == ["fell"])
        #expect(try keyhole.step(.force).microsteps[0].transitions.map(\.guardText) == ["with force"])
        keyhole.top.isForced = true
        keyhole.top.tries = 5
        #expect(
            try keyhole.step(.turn).microsteps.flatMap(\.transitions).map(\.guardText) == [
                nil, "too many tries", "forced",
            ])
        #expect(try keyhole.step(.turn).microsteps[0].transitions.map(\.guardText) == ["last words"])
    }

    @Test func `a deferred event is deferred with words too`() throws {
        let keyhole = try keyhole()
        #expect(try keyhole.send(.wait) == .deferred)
    }

    @Test func `a preview has the words`() throws {
        let keyhole = try keyhole()
        #expect(keyhole.preview(.fall)?.transitions.map(\.guardText) == ["heavy"])
        #expect(keyhole.preview(.slip)?.transitions.map(\.guardText) == ["thin and wide"])
        #expect(keyhole.preview(.slip)?.transitions.map(\.guardText) == ["thin and wide"])
    }

    @Test func `whoever looks or not, the same happens`() throws {
        for seed in 0..<40 {
            let seen = try keyhole(), unseen = try keyhole()
            var state = UInt64(seed)
            for _ in 0..<30 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                let event = Keyhole.Event.allCases[Int(state >> 33) % Keyhole.Event.allCases.count]
                for keyhole in [seen, unseen] {
                    keyhole.top.fits = state >> 40 & 1 == 0
                    keyhole.top.isWide = state >> 41 & 1 == 0
                    keyhole.top.isForced = state >> 42 & 1 == 0
                }
                let outcome = try seen.step(event).outcome
                #expect(try unseen.send(event) == outcome)
                #expect(seen.configuration.description == unseen.configuration.description)
                #expect(seen.top.notes == unseen.top.notes)
            }
        }
    }

    @Test func `readers of a machine get the words, whatever way the step was taken`() async throws {
        let machine = Machine(Keyhole())
        let steps = machine.steps
        try await machine.start()
        for event in [Keyhole.Event.look, .force, .slip, .turn, .fall] { machine.post(event) }
        try await machine.stop()
        var words: [[String?]] = []
        for await step in steps { words.append(step.microsteps.flatMap { $0.transitions.map(\.guardText) }) }
        #expect(words == [[], ["no code"], ["with force"], ["thin and wide"], ["last words"], ["heavy"], []])
    }

    @Test func `a graph tells transitions apart by their words`() throws {
        let keyhole = try keyhole()
        var graph = ChartGraph(keyhole.vertices)
        graph.learn(from: [try keyhole.step(.turn), try keyhole.step(.turn)])
        let tried = try #require(graph.vertex(at: "tried"))
        #expect(graph.transitions.filter { $0.source == tried }.map(\.guardText) == ["else", "too many tries"])
    }
}
