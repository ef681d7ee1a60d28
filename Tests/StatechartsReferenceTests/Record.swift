import Statecharts

/// The record of a macrostep in plain numbers: what both interpretations are compared by.
struct Record: Equatable {
    enum Trigger: Equatable {
        case start, changed, stop
        case event(Int)
        case recalled(Int)
    }

    enum Cause: Equatable {
        case event, start, eventless, finish
        case raised(String)
        case completion(Int)
        case choice(Int)
        case failure(Int, String)
    }

    struct Transition: Equatable {
        var source: Int
        var kind: Microstep.Transition.Kind
        var targets: [Int]
    }

    struct Step: Equatable {
        var cause: Cause
        var transitions: [Transition] = []
        var preempted: [Transition] = []
        var exits: [Int] = []
        var effects: [Int] = []
        var entries: [Int] = []
    }

    struct Failure: Equatable {
        var code: StepError.Code
        /// The vertex, or -1 where it is a matter of wording.
        var vertex: Int
    }

    var trigger: Trigger
    /// `nil` in a step that failed: whether its event counts as handled says nothing then.
    var outcome: Outcome?
    var steps: [Step]
    /// The innermost active vertices afterwards.
    var leaves: [Int]
    var failure: Failure?
    /// What ran and what was asked, in order.
    var log: [World.Line]
}

extension Record: CustomStringConvertible {
    var description: String {
        var lines = ["\(trigger) \(outcome.map { "\($0)" } ?? "failed") → \(leaves)"]
        if let failure { lines.append("  failure \(failure.code.rawValue) in \(failure.vertex)") }
        for step in steps {
            lines.append("  \(step.cause)")
            lines += step.transitions.map { "    \($0.source) \($0.kind) \($0.targets)" }
            lines += step.preempted.map { "    preempted \($0.source) \($0.kind) \($0.targets)" }
            lines.append("    exits \(step.exits) effects \(step.effects) entries \(step.entries)")
        }
        lines += log.map { "  · \($0)" }
        return lines.joined(separator: "\n")
    }
}
