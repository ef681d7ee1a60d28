import Statecharts
import Testing

/// What is active when a choice is asked, and what becomes of answers beside one that fails: with and without a record, which go different ways.
@Suite struct PassageTests {
    @Test(arguments: [false, true])
    func `a choice finds the state active that was entered on the way to it, also if nothing was called`(
        isRecorded: Bool
    ) throws {
        let interpreter = Interpreter(Passage())
        try interpreter.start()
        if isRecorded {
            #expect(try interpreter.step(.enter).microsteps.count == 2)
        } else {
            try interpreter.send(.enter)
        }
        #expect(interpreter.configuration.description == "Inside.Here")
    }

    @Test(arguments: [false, true])
    func `beside an answer that cannot be taken the others are, before the chart fails`(isRecorded: Bool) throws {
        let interpreter = Interpreter(Passage())
        try interpreter.start()
        try interpreter.send(.cross)
        if isRecorded {
            #expect(try interpreter.step(.go).failure?.code == .conflictingTargets)
        } else {
            #expect(throws: StepError.self) { try interpreter.send(.go) }
        }
        #expect(interpreter.top.entered == ["effect", "Late"])
        #expect(interpreter.failure?.path == "Halls.Left.Early")
        #expect(interpreter.configuration.description == "(Halls.Left.Early, Halls.Right.Late)")
    }
}
