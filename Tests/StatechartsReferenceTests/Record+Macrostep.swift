@testable import Statecharts
@testable import StatechartsCore

extension Record {
    /// What the engine recorded, in numbers: vertices have the same numbers in both, which the comparison's end checks.
    init(_ macrostep: Macrostep<Int>, log: [World.Line]) {
        switch macrostep.trigger {
        case .start: trigger = .start
        case .event(let event): trigger = .event(event)
        case .recalled(let event): trigger = .recalled(event)
        case .eventInside(let event): trigger = .event(Int(event) ?? -1)
        case .recalledInside(let event): trigger = .recalled(Int(event) ?? -1)
        case .activity, .changed: trigger = .changed
        case .stop: trigger = .stop
        }
        failure = macrostep.failure.map { error in
            let tellsTheVertex: [StepError.Code] = [.unhandledError, .noBranch, .nothingToDefer, .conflictingTargets]
            return Failure(
                code: error.code, vertex: tellsTheVertex.contains(error.code) ? Record.number(error.path) : -1)
        }
        outcome = failure == nil ? macrostep.outcome : nil
        steps = macrostep.microsteps.map { Step($0) }
        leaves = macrostep.configuration.leaves.map { Int($0.index) }
        self.log = log
    }

    /// The number in the last component of a path; pseudostates without a class of their own have none.
    private static func number(_ path: String) -> Int {
        guard let name = path.split(separator: ".").last, name.first == "v" else { return -1 }
        return Int(name.dropFirst()) ?? -1
    }
}

extension Record.Step {
    init(_ microstep: Microstep) {
        switch microstep.trigger {
        case .event: cause = .event
        case .start: cause = .start
        case .eventless: cause = .eventless
        case .finish: cause = .finish
        case .raised(let event): cause = .raised(event)
        case .completion(let state): cause = .completion(Int(state.index))
        case .choice(let vertex): cause = .choice(Int(vertex.index))
        case .failure(let state, let error):
            let refused: [StepError.Code] = [.conflictingTargets, .junctionCycle, .nothingToDefer]
            let code = refused.first { error.hasSuffix("[\($0.rawValue)]") }
            cause = .failure(Int(state.index), code.map { "refused \($0.rawValue)" } ?? error)
        }
        transitions = microstep.transitions.map { Record.Transition($0) }
        preempted = microstep.preempted.map { Record.Transition($0) }
        exits = microstep.exits.map { Int($0.index) }
        effects = microstep.effects.map { Int($0.index) }
        entries = microstep.entries.map { Int($0.index) }
    }
}

extension Record.Transition {
    init(_ transition: Microstep.Transition) {
        self.init(
            source: Int(transition.source.index), kind: transition.kind,
            targets: transition.targets.map { Int($0.index) })
    }
}
