@testable import Statecharts

/// What an interpreter says of an event before it takes it: compared with what happens then.
struct Foresight {
    let microstep: Microstep?
    let outcome: Outcome

    /// Asks; the log of the chart is as before.
    init(_ event: Int, _ interpreter: Interpreter<DynamicTop>, _ dynamic: DynamicChart) {
        let lines = dynamic.world.log.count
        microstep = interpreter.preview(event)
        outcome = interpreter.accepts(event) ? .handled : interpreter.defers(event) ? .deferred : .unhandled
        dynamic.world.log.removeLast(dynamic.world.log.count - lines)
    }

    /// Where the step is another one. Steps that fail are not compared: what was selected may be what fails.
    func mismatch(_ step: Macrostep<Int>) -> String? {
        guard step.failure == nil else { return nil }
        if outcome != step.outcome { return "\(outcome) was foreseen and \(step.outcome) happened" }
        let first = outcome == .handled ? step.microsteps.first : nil
        guard microstep != first else { return nil }
        return "\(microstep?.description ?? "nothing") was foreseen and \(first?.description ?? "nothing") happened"
    }
}
