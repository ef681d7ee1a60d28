/// Why a machine refused a call. The machine itself is unharmed.
public struct MachineError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusals.
    public enum Code: String, Sendable, CaseIterable {
        /// The machine has not been started.
        case notStarted
        /// The machine has been started before.
        case alreadyStarted
        /// Waiting would never end, because the machine itself is waited for.
        case deadlock
        /// The machine has come to its end and cannot answer.
        case finished
        /// A reply was dropped without an answer.
        case unanswered
        /// A question was not answered within its limit, measured by the machine's clock: see
        /// ``Machine/ask(within:_:)``. The question is not cancelled; an answer that comes later goes nowhere.
        case late
    }

    /// What kind of refusal it is.
    public let code: Code
    /// The name of the machine: the one it was made with, or the class of its chart, such as `RunningLights`.
    public let machine: String
    /// The event that was not taken, as text; `nil` if the refusal is not about an event, or the event is gone.
    public let event: String?
    /// What happened and what to do instead.
    public let message: String

    init(_ code: Code, machine: String, event: String? = nil, _ message: String) {
        self.code = code
        self.machine = machine
        self.event = event
        self.message = message
    }

    /// The machine, the message and the code in one line.
    public var description: String { "\(machine): \(message) [\(code.rawValue)]" }
}

extension MachineError: RingError {
    package var tellsOfRing: Bool { code == .deadlock }
}

extension MachineError {
    static func notStarted(_ event: String, to machine: String) -> MachineError {
        MachineError(
            .notStarted, machine: machine, event: event,
            "\(event) was sent before start(); start the machine first, or post the event, which then waits for the start"
        )
    }

    /// Of an exploration: an action waits for a child that begins when its step is over.
    static func beforeItBegins(_ event: String, to child: String) -> MachineError {
        MachineError(
            .deadlock, machine: child, event: event,
            "waiting would never end: it begins when the step is over that sends it \(event); post the event, which "
                + "then waits, or send it in a later step")
    }

    /// Of a simulation: nobody answers for a child that does not run.
    static func notRun<Inner: Statechart>(_ chart: Inner.Type, at child: String) -> MachineError {
        MachineError(
            .finished, machine: child,
            "the child was asked and does not run here, where its owner is simulated: nobody answers; have it run by "
                + "explorer.run(Explorer<\(ClassInfo.of(chart).name)>(…)), and in a test by "
                + "TestMachine(…, childrenOf: explorer)")
    }

    /// The machine has dropped a reply without an answer.
    static func dropped(_ answer: Any.Type, by machine: String) -> MachineError {
        MachineError(
            .unanswered, machine: machine,
            "the Reply<\(answer)> was dropped without an answer; answer it, or keep it for later, in every state that may "
                + "get the question: it is dropped too if no state reacts, as for a row that is not there")
    }
}
