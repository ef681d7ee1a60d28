/// Why a machine failed in the middle of a step.
///
/// What the chart's own code does wrong inside of a step is one too, and is offered to `failed(_:)` before the machine
/// fails with it: ``Code/notActive``, ``Code/overlappingAccess``, ``Code/invalidPeriod``, ``Code/foreignTarget``,
/// ``Code/conflictingTargets``, ``Code/junctionCycle``, ``Code/nothingToDefer``.
///
/// A machine that has failed stands in the configuration that it had after its last complete microstep, takes no more
/// events, and answers every later call with this error.
public struct StepError: Error, Sendable, CustomStringConvertible {
    /// The kinds of failures.
    public enum Code: String, Sendable, CaseIterable {
        /// More transitions without an event in one step than the machine allows.
        case eventlessCycle
        /// More raised events without coming to rest than the machine allows.
        case raisedCycle
        /// A choice, or a junction entered by default, led nowhere.
        case noBranch
        /// A junction led to itself.
        case junctionCycle
        /// Something of a state was used while that was not active: a ``Scoped`` property, a timer, an activity.
        case notActive
        /// A ``Scoped`` property was used while it was being changed.
        case overlappingAccess
        /// A timer was to go off again and again after no time.
        case invalidPeriod
        /// `substates(…)`, `regions(…)`, `receive(_:_:)` or `requirement(_:)` was called outside `configure()`.
        case declaredLate
        /// A reaction had a target that does not belong to this machine.
        case foreignTarget
        /// A reaction had two targets that are not in different regions.
        case conflictingTargets
        /// A reaction to something else than an event was `.deferred`.
        case nothingToDefer
        /// More events are deferred than the machine allows.
        case tooManyDeferred
        /// A suspending effect was to run in a synchronous interpreter.
        case suspends
        /// An action or activity threw an error that no state handled.
        case unhandledError
        /// A machine was restored, and a state did not begin an activity again that has the policy
        /// ``ActivityPolicy/again``.
        case notBegunAgain
        /// A state armed a timer or ran an activity in a plain interpreter.
        case needsMachine
        /// An event was unhandled, and the policy of the machine is to fail then.
        case unhandledEvent
        /// A message came through a port when the port's contract did not allow it.
        case contractViolation
    }

    /// The kinds of actions of states.
    public enum Action: String, Sendable, Hashable {
        /// The exit action of the state.
        case exit
        /// The effect of a transition whose source is the state.
        case effect
        /// The entry action of the state.
        case entry
    }

    /// What kind of failure it is.
    public let code: Code
    /// The name of the machine, if it was given one by `named:` or is a child of a state; `nil` in what `failed(_:)`
    /// gets, and in the record of the step.
    public package(set) var machine: String?
    /// The path of the state where it happened.
    public let path: String
    /// The event that was being taken, as text; `nil` if the step had none, in what `failed(_:)` gets, and in the
    /// record of the step, which has the event itself.
    public internal(set) var event: String?
    /// Which action threw, if one did: the entry or exit of the state at ``path``, or the effect of its transition by
    /// ``event``.
    public let action: Action?
    /// The transition that the action is part of, as the record of its microstep describes it: `On.Playing → Off`.
    /// `nil` if no action of a transition threw: the chart was entered for the first time or came to its end, an
    /// activity failed, or something else is wrong.
    public internal(set) var transition: String?
    /// What happened.
    public let message: String
    /// What to change.
    public package(set) var fix: String
    /// What repeats itself, in order: the states of an eventless cycle, the events of a raised one with the states that
    /// were active. Empty for other kinds.
    public let cycle: [String]
    /// The error that an action threw, if that is the reason; of a mistake in `failed(_:)` the error that it was asked
    /// about; of one in code that visits the chart what that code threw afterwards.
    public internal(set) var underlying: (any Error)?

    package init(
        _ code: Code, path: String, _ message: String, fix: String, cycle: [String] = [], action: Action? = nil,
        transition: String? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.path = path
        self.message = message
        self.fix = fix
        self.cycle = cycle
        self.action = action
        self.transition = transition
        self.underlying = underlying
    }

    /// The machine, if it has a name of its own, the path, the event and the transition, if it leads somewhere, the
    /// message and the fix in one line.
    public var description: String {
        let way = transition.flatMap { Self.leadsSomewhere($0) ? " by \($0)" : nil } ?? ""
        let taken = event.map { ", taking \($0)\(way)" } ?? ""
        return "\(place)\(taken): \(message); \(fix) [\(code.rawValue)]"
    }

    private var place: String { machine.map { "\($0): \(path)" } ?? path }

    /// False of an internal transition. See ``Microstep/Transition/description``: the words of its guards may follow.
    private static func leadsSomewhere(_ transition: String) -> Bool { transition.first { "→⇢↺".contains($0) } != "↺" }
}

extension StepError {
    /// A mistake of code that then threw an error: both.
    func followed(by error: any Error) -> StepError {
        var both = StepError(
            code, path: path, "\(message), and then threw \(ErrorText.of(error))", fix: fix, cycle: cycle,
            action: action, transition: transition, underlying: error)
        both.machine = machine
        return both
    }
}

/// The error of somebody who would wait for ever.
package protocol RingError: Error {
    /// True if it names machines that wait for one another.
    var tellsOfRing: Bool { get }
}

extension StepError {
    /// The error that an action threw, or the one behind it, if that is the failure of a machine that awaited something
    /// in vain: a ring of machines that wait for each other fails one after the other, and each of them tells of the
    /// ring, not of the failures between.
    static func cause(of error: any Error) -> any Error {
        var cause = error
        while let failure = cause as? StepError, let underlying = failure.underlying { cause = underlying }
        guard let refusal = cause as? any RingError, refusal.tellsOfRing else { return error }
        return refusal
    }

    /// The error in one line; of the failure of another machine what happened, without the advice that it gives there.
    static func summary(of error: any Error) -> String {
        guard let failure = cause(of: error) as? StepError else { return ErrorText.of(cause(of: error)) }
        // Not of another machine: it is what the interpreter says of an effect.
        if failure.code == .suspends { return failure.message }
        return "the failure of another machine (\(failure.place): \(failure.message))"
    }
}
