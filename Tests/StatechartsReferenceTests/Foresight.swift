@testable import Statecharts
@testable import StatechartsCore

/// What an interpreter says of an event before it takes it: compared with what happens then.
struct Foresight {
    let microstep: Microstep?
    let outcome: Outcome

    /// The chart is another one after it was asked.
    struct Change: Error, CustomStringConvertible {
        let before: Snapshot
        let after: Snapshot
        var description: String { "asking changed \(before) to \(after)" }
    }

    init(microstep: Microstep?, outcome: Outcome) { (self.microstep, self.outcome) = (microstep, outcome) }

    /// Asks; the log of the chart is as before.
    /// - Parameter comparing: whether everything that a snapshot has of the chart is compared, which takes a while.
    init(_ event: Int, _ interpreter: Interpreter<DynamicTop>, _ dynamic: DynamicChart, comparing: Bool) throws {
        let lines = dynamic.world.log.count
        let before = comparing ? try interpreter.snapshot() : nil
        microstep = interpreter.preview(event)
        outcome = interpreter.accepts(event) ? .handled : interpreter.defers(event) ? .deferred : .unhandled
        dynamic.world.log.removeLast(dynamic.world.log.count - lines)
        guard let before else { return }
        let after = try interpreter.snapshot()
        if before != after { throw Change(before: before, after: after) }
    }

    /// Where the step is another one. Steps that fail are not compared: what was selected may be what fails.
    /// - Parameters:
    ///   - happened: how the event was taken; `nil` if that failed.
    ///   - step: the record of its step, if somebody wanted one.
    func mismatch(_ happened: Outcome?, _ step: Macrostep<Int>?) -> String? {
        guard let happened, step?.failure == nil else { return nil }
        if outcome != happened { return "\(outcome) was foreseen and \(happened) happened" }
        guard let step else { return nil }
        let first = outcome == .handled ? step.microsteps.first : nil
        guard microstep != first else { return nil }
        return "\(microstep?.description ?? "nothing") was foreseen and \(first?.description ?? "nothing") happened"
    }
}
