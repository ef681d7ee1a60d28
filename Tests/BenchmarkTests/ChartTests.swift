import Statecharts
import Testing

@testable import benchmark

/// The charts of the benchmark do in one event what their figures stand for.
@Suite struct ChartTests {
    private func step<Top: Statechart>(_ top: Top, _ event: Top.Event, after events: [Top.Event] = []) throws
        -> [String]
    {
        let interpreter = Interpreter(top)
        try interpreter.start()
        for event in events { try interpreter.send(event) }
        return try interpreter.step(event).microsteps.map(\.description)
    }

    @Test func `four regions react to all, one to one`() throws {
        #expect(
            try step(FourRegions(), .all) == [
                "event, first.On → first.Off; second.On → second.Off; third.On → third.Off; fourth.On → fourth.Off, "
                    + "exits fourth.On third.On second.On first.On, effects first.On second.On third.On fourth.On, "
                    + "entries first.Off second.Off third.Off fourth.Off"
            ])
        #expect(
            try step(FourRegions(), .one) == [
                "event, fourth.On → fourth.Off, exits fourth.On, effects fourth.On, entries fourth.Off"
            ])
    }

    @Test func `history leaves the composite and restores its second state`() throws {
        #expect(
            try step(ReturnsByHistory(), .again, after: [.next]) == [
                "event, Work → Work.history, exits Work.Second Work, entries Work Work.Second"
            ])
    }

    @Test func `fork and join leave both regions and enter both`() throws {
        let both =
            "exits Both.right.Busy Both.right Both.left.Busy Both.left Both, entries Both Both.left Both.left.Busy "
            + "Both.right Both.right.Busy"
        let forked = try step(ForksAndJoins(), .again, after: [.again])
        #expect(forked.count == 1 && forked[0].hasSuffix(both), "\(forked)")
        let joined = try step(ForksAndJoins(), .done, after: [.again])
        #expect(joined.count == 1 && joined[0].hasSuffix(both), "\(joined)")
    }

    @Test func `large and small charts do the same`() throws {
        for isLarge in [false, true] {
            let interpreter = Interpreter(Sized(isLarge: isLarge))
            try interpreter.start()
            for _ in 0..<13 { try interpreter.send(.tick) }
            #expect(interpreter.top.entries == 14)
            #expect(interpreter.configuration.leaves.map(\.name) == ["leaves4"])
        }
    }
}
