/// The runtime monitor of a contract: runs its chart, with the timers, and says what violates it. Used by one thread at
/// a time, see ``ContractCore``.
final class ContractMonitor<Rules: Statechart> {
    /// What was not allowed, and what led there.
    struct Breach {
        let event: String
        let state: String
        let expected: [String]
        let history: [String]
    }

    /// What the chart is told of. Its text is made only if there is a breach.
    enum Occasion {
        case message(any Sendable, PortIdentity)
        /// A deadline, or something about a life.
        case event(any Sendable)
    }

    let name: String
    weak var core: ContractCore<Rules>?
    /// True if the contract is or was enforced at several ports.
    var namesPorts = false
    /// True when nobody holds the contract any more.
    var isOrphan = false
    /// True if one of the ports has got another contract.
    var wasReplaced = false
    /// The system that has watched a message.
    private(set) weak var journal: TraceJournal?

    private let interpreter: Interpreter<Rules>
    private let keeper: any TimeKeeper
    private let candidates: (@Sendable (Rules) -> [Rules.Event])?
    /// Why the chart could not start.
    private var refusal: (any Error)?
    private var history = FIFO<Occasion>()
    /// The serial number of the last timer that was armed while somebody held the contract.
    private var lastDeadline: UInt64 = 0

    init(
        _ interpreter: sending Interpreter<Rules>, named name: String, _ keeper: any TimeKeeper,
        _ candidates: (@Sendable (Rules) -> [Rules.Event])?
    ) {
        self.interpreter = interpreter
        self.name = name
        self.keeper = keeper
        self.candidates = candidates
    }

    // MARK: Steps

    /// Starts the chart unless that was done before.
    func start() {
        guard interpreter.status == .new, refusal == nil else { return }
        do {
            try interpreter.prepareStart()
            interpreter.engine?.host = self
            interpreter.beginStart()
            try interpreter.engine?.runWithoutSuspending()
            try interpreter.takeInbox()
        } catch {
            refusal = error
        }
    }

    /// Judges the event of a message or of an end of a life. Answers the breach, if it is one.
    func judge(_ event: Rules.Event, _ occasion: Occasion, _ context: TraceContext?) -> Breach? {
        start()
        return judged(as: ValueText.of(event), occasion, context) { try interpreter.send(event) }
    }

    private func judged(
        as text: @autoclosure () -> String, _ occasion: @autoclosure () -> Occasion, _ context: TraceContext?,
        _ step: () throws -> Outcome
    ) -> Breach? {
        do {
            if let refusal { throw refusal }
            switch try caused(by: context, step) {
            case .handled, .deferred:
                history.append(occasion())
                if history.count > 20 { _ = history.popFirst() }
                return nil
            // Nothing has changed: this is the state in which it happened.
            case .unhandled: return breach(text(), in: interpreter.configuration.description)
            case .finished: return breach(text(), in: "the end")
            }
        } catch {
            return breach(text(), in: ErrorText.of(error))
        }
    }

    /// Does a step with its message as the cause of what the step arms and sends.
    private func caused<Result>(by context: TraceContext?, _ step: () throws -> Result) rethrows -> Result {
        guard let context else { return try step() }
        return try Tracing.$cause.withValue(context, operation: step)
    }

    private func breach(_ event: String, in state: String) -> Breach {
        Breach(
            event: event, state: state, expected: expected,
            history: history.elements.map { occasion in
                switch occasion {
                case .message(let message, let port):
                    (namesPorts ? "\(port.label): " : "") + ValueText.of(message)
                case .event(let event): ValueText.of(event)
                }
            })
    }

    /// Those of the candidates that the chart would take now.
    private var expected: [String] {
        guard interpreter.status == .running else { return [] }
        return (candidates?(interpreter.top) ?? Self.cases).filter { interpreter.accepts($0) }.map { ValueText.of($0) }
    }

    private static var cases: [Rules.Event] {
        func all<Event: CaseIterable>(_ type: Event.Type) -> [Rules.Event] {
            type.allCases.compactMap { $0 as? Rules.Event }
        }
        guard let type = Rules.Event.self as? any CaseIterable.Type else { return [] }
        return all(type)
    }

    // MARK: Timers

    /// The last key of the timers that are due and have not been taken. `nil` if none is due, or if the clock rings for
    /// each, as a manual clock does.
    var passed: TimerKey? {
        guard keeper.letsTimersRunOn, let first = interpreter.engine?.services?.queue.first else { return nil }
        let now = keeper.now
        return first.deadline <= now ? TimerKey(deadline: now, sequence: keeper.lastSequence) : nil
    }

    /// Takes the timers that are due, in their order, and tells of each that is not allowed to pass, with the message
    /// that had armed it.
    func fire(through limit: TimerKey, _ miss: (Breach, TraceContext?) -> Void) {
        while let engine = interpreter.engine, engine.status == .running, let services = engine.services,
            let due = services.nextDue(through: limit)
        {
            let context = services.queue.cause(of: due.slot)
            let event = services.event(of: due.slot, due.node) ?? "a timer"
            let breach = judged(as: ValueText.of(event), .event(event), context) {
                let step = StepDriver(interpreter).expire(due, services)
                if case .refused = step.end { return .handled }
                return try interpreter.runToRest()
            }
            if let breach { miss(breach, context) }
        }
    }

    /// True if a deadline is to come that was armed while somebody held the contract.
    var hasDeadlines: Bool {
        guard let queue = interpreter.engine?.services?.queue else { return false }
        return queue.slotsInOrder.contains { slot in
            queue.timer(at: slot).map { !$0.repeats && $0.serial <= lastDeadline } ?? false
        }
    }

    func noteLastDeadline() { lastDeadline = interpreter.engine?.services?.lastMark ?? 0 }

    /// Takes back all timers.
    func cancelTimers() { interpreter.engine?.services?.leaveAll() }

    var timerRecords: [TimerRecord] { interpreter.engine?.services?.timerRecords ?? [] }

    // MARK: Traces

    /// Remembers the system of a message, which is asked about the message when a deadline has passed.
    func note(_ identity: PortIdentity, _ context: TraceContext) {
        if let known = journal, ObjectIdentifier(known) == context.journal { return }
        guard let present = identity.journal, ObjectIdentifier(present) == context.journal else { return }
        journal = present
    }
}

extension ContractMonitor: ServiceHost {
    func makeServices(for engine: Engine) -> Services {
        let alarm = WeakAlarm(core)
        let services = Services(engine: engine, keeper: keeper, alarm: alarm, deliver: { _ in false })
        services.hasTimersOnly = true
        if keeper.wantsEveryMachine { keeper.join(alarm) }
        return services
    }
}
