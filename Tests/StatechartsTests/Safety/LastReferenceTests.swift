import Statecharts
import Testing

/// Whoever runs a chart may be let go by the chart's own actions, and what a step destroys may use other charts.
@Suite struct LastReferenceTests {
    @Test func `an interpreter that is let go by its own effect completes the step`() throws {
        let holder = Holder()
        let interpreter = Interpreter(Leaving(holder))
        try interpreter.start()
        holder.interpreter = interpreter
        #expect(try holder.sendToLast(1) == .handled)
        #expect(holder.interpreter == nil)
        #expect(holder.log == ["effect", "entry of Gone"])
    }

    @Test func `what is captured by a reaction that is not taken may run a whole other chart when it ends`() throws {
        let holder = Holder()
        let chart = Leaving(holder)
        let interpreter = Interpreter(chart)
        try interpreter.start()
        for _ in 0..<3 {
            #expect(try interpreter.send(2) == .unhandled)
            #expect(interpreter.configuration.description == "Here")
        }
        #expect(holder.log == ["Odd", "Odd", "Odd"])
    }

    /// Keeps the last reference to an interpreter.
    private final class Holder {
        var interpreter: Interpreter<Leaving>?
        var log: [String] = []
        func sendToLast(_ event: Int) throws -> Outcome? { try interpreter?.send(event) }
    }

    /// Runs another chart when it ends.
    private final class Runner {
        let holder: Holder
        init(_ holder: Holder) { self.holder = holder }
        deinit {
            let other = Interpreter(Counter())
            try? other.start()
            _ = try? other.send(.tick)
            holder.log.append(other.configuration.description)
        }
    }

    private final class Leaving: TopState<Int> {
        let here = Here(), gone = Gone()
        let nowhere = Junction<Leaving, Leaving> { _ in .unhandled }
        unowned let holder: Holder
        init(_ holder: Holder) { self.holder = holder }
        override func configure() { substates(here, gone, nowhere) }

        final class Here: State<Leaving, Leaving> {
            override func handle(_ event: Int) -> Reaction {
                if event == 2 {
                    let runner = Runner(top.holder)
                    return .to(superior.nowhere) { withExtendedLifetime(runner) {} }
                }
                return .to(superior.gone) {
                    self.top.holder.log.append("effect")
                    self.top.holder.interpreter = nil
                }
            }
        }
        final class Gone: State<Leaving, Leaving> {
            override func entry() { top.holder.log.append("entry of Gone") }
        }
    }
}
