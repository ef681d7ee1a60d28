import Testing

@testable import Statecharts
@testable import StatechartsCore

/// The table of plans keeps so many of one leaf; what is beyond is planned in place, and is the same step.
@Suite struct PlanCacheTests {
    private func engine(_ interpreter: Interpreter<Wheel>) throws -> Engine { try #require(interpreter.engine) }

    @Test func `seventy transitions from one leaf all lead where they should, though sixty-four are kept`() throws {
        let interpreter = Interpreter(Wheel(pairs: 1))
        try interpreter.start()
        for turn in 0..<2 {
            for number in 0..<70 {
                let away = try interpreter.step(number)
                #expect(
                    away.description
                        == "\(number): handled → Spoke\(number)\n"
                        + "  event, Hub → Spoke\(number), exits Hub, entries Spoke\(number)")
                #expect(try interpreter.send(number) == .handled)
                #expect(interpreter.configuration.description == "Hub", "turn \(turn)")
            }
        }
        // Unrecorded, which is what the table is for.
        for _ in 0..<2 {
            for number in 0..<70 {
                #expect(try interpreter.send(number) == .handled)
                #expect(interpreter.configuration.description == "Spoke\(number)")
                #expect(try interpreter.send(number) == .handled)
            }
        }
        let (engine, top) = (try engine(interpreter), interpreter.top)
        let known = top.spokes.count { spoke in
            let key = Plan.Key(top.hub.index, spoke.index, isLocal: false)
            return engine.plans.find(engine.leaves, engine.history, at: 0, key) != nil
        }
        #expect(known == PlanCache.limit)
    }

    @Test func `forty pairs of leaves are all left and entered, though thirty-two are kept`() throws {
        let interpreter = Interpreter(Wheel(pairs: 40))
        try interpreter.start()
        let (engine, top) = (try engine(interpreter), interpreter.top)
        var known = 0
        for turn in 0..<2 {
            for number in 0..<40 {
                #expect(try interpreter.send(100 + number) == .handled)
                #expect(interpreter.configuration.description == "(Pair.Left.Spoke\(number), Pair.Right.Rest)")
                let preview = interpreter.preview(0)?.description
                #expect(
                    preview == "event, Pair → Hub, exits Pair.Right.Rest Pair.Right Pair.Left.Spoke\(number) Pair.Left "
                        + "Pair, entries Hub")
                let key = Plan.Key(top.pair.index, top.hub.index, isLocal: false)
                if turn == 1, engine.plans.find(engine.leaves, engine.history, at: 1, key) != nil { known += 1 }
                #expect(try interpreter.send(0) == .handled)
                #expect(interpreter.configuration.description == "Hub")
            }
        }
        #expect(known == PlanCache.limitOfSeveral)
    }
}
