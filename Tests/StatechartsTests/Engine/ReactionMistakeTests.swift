import Statecharts
import Testing

/// Reactions that cannot be taken.
@Suite struct ReactionMistakeTests {
    @Test(arguments: ["foreign", "conflict", "round"])
    func `a reaction that cannot be taken stays where it is, and is offered like an error that was thrown`(
        event: String
    ) throws {
        let other = Broken()
        for isWatched in [true, false] {
            let interpreter = Interpreter(Broken())
            interpreter.top.rescues = true
            if isWatched { interpreter.onStep = { _ in } }
            try interpreter.start()
            // The chart of another machine, which is not checked with this one.
            interpreter.top.foreign = other
            let step = try interpreter.step(event)
            #expect(step.microsteps.first?.description == "event, Home ↺")
            #expect(step.microsteps.count == 2)
            #expect(step.outcome == .handled && step.failure == nil)
            #expect(interpreter.configuration.description == "Away")
            try interpreter.stop()
        }
    }
}
