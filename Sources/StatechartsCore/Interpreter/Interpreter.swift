/// Runs a chart synchronously, wherever you are: one event, one complete step.
///
///     let interpreter = Interpreter(Login())
///     try interpreter.start()
///     try interpreter.send(.typed("a"))
///     print(interpreter.isActive(\.typing))  // true
///
/// Use it inside an actor of your own, on the main actor, or in a plain command-line tool. It knows nothing of tasks
/// and time: charts with suspending actions, timers or activities run in a ``Machine``.
///
/// - Isolation: not `Sendable`; all calls come from one isolation domain. Actions run inside the call that causes them.
@safe
public final class Interpreter<Top: Statechart> {
    /// The chart's top state, with the data that all states share.
    public let top: Top

    /// Where a chart is in its life.
    public enum Status: Sendable, Hashable {
        /// Not started yet.
        case new
        /// Started and not at its end.
        case running
        /// Ended by reaching a final state of the top state, or one in each of its regions; also if an exit action
        /// threw on the way, see ``Interpreter/failure``.
        case finished
        /// Ended by `stop()`; also if an exit action threw on the way.
        case stopped
        /// Ended by a ``Terminate`` pseudostate.
        case terminated
        /// Ended by an error, see ``Interpreter/failure``.
        case failed
    }

    // One load or store each, and nothing runs meanwhile, so that no two accesses overlap.
    @exclusivity(unchecked) @usableFromInline var storedEngine: Engine?
    @exclusivity(unchecked) @usableFromInline var storedCold: ColdState?
    /// The engine while events can go straight to it: started, and nobody wants records. `engine` keeps it alive, and
    /// is never reset, so that borrowing it for a call is sound; nothing else than the three uses below touches it.
    @exclusivity(unchecked) @usableFromInline var storedReadyEngine: Unmanaged<Engine>?
    @usableFromInline let allowsSuspending: Bool
    /// Whether it was decided that it will not be started.
    package var isGivenUp = false
    var observesStart = true
    /// Whether actions of the current step have posted events.
    @exclusivity(unchecked) @usableFromInline var storedHasPosted = false
    /// Whether an event that no state reacts to fails the chart.
    var failsUnhandled = false

    /// What runs the chart, made at the start and never exchanged.
    @inlinable package var engine: Engine? {
        get { unsafe storedEngine }
        set { unsafe storedEngine = newValue }
    }

    /// What is not needed by most interpreters, made when it is.
    @inlinable package var cold: ColdState? {
        get { unsafe storedCold }
        set { unsafe storedCold = newValue }
    }

    /// Told of every complete step, including those of recalled events; nothing is recorded while this is `nil`.
    ///
    /// Called at the end of the step, inside the call that caused it. It must not send events to this interpreter;
    /// `post(_:)` is fine. What is set by an action or a handler is told of the steps after the one under way.
    public var onStep: ((Macrostep<Top.Event>) -> Void)? {
        get { cold?.onStep }
        set {
            if newValue == nil, cold == nil { return }
            needingCold.onStep = newValue
            connectObserver()
        }
    }

    /// Makes an interpreter; nothing runs before ``start()``.
    /// - Parameter top: a chart that is used nowhere else. A chart in use is refused by `start()`.
    @inlinable
    public convenience init(_ top: Top) {
        self.init(top, allowsSuspending: false)
    }

    @inlinable
    package init(_ top: Top, allowsSuspending: Bool) {
        self.top = top
        self.allowsSuspending = allowsSuspending
    }

    deinit {
        if allowsSuspending, unsafe storedEngine == nil, !isGivenUp { top.abandonPorts() }
    }

    // MARK: Running

    /// Checks the chart, enters its initial configuration and comes to rest.
    ///
    /// To be called once; later calls trap.
    /// - Throws: ``ChartError`` with everything that is wrong with the chart; then nothing was entered and start may be
    ///   called again. ``StepError`` if the first step failed.
    public func start() throws {
        try prepareStartWithInbox()
        beginStart()
        try runToRest()
    }

    /// Takes an event and runs the step to completion, with the steps of events that can be recalled afterwards.
    ///
    /// - Returns: how the event was taken; ``Outcome/finished`` if the chart had reached its end.
    /// - Throws: ``StepError`` if the chart fails in this step or has failed earlier.
    /// - Precondition: the interpreter was started, and this is not called from inside a step, be it in an action, in a
    ///   handler or in the `deinit` of what the step lets go; use ``post(_:)`` or `raise(_:)` there. Both trap.
    @discardableResult
    @inlinable
    public func send(_ event: Top.Event) throws -> Outcome {
        guard let engine = unsafe storedReadyEngine else { return try sendElsewhere(event) }
        let end = unsafe engine._withUnsafeGuaranteedRef { $0.begin(borrowing: event) }
        guard case .over(let outcome) = end else { return try finish(event, end) }
        if unsafe storedHasPosted { try takeInbox() }
        return outcome
    }

    /// `send(_:)` where the step is not over at once, or could not begin.
    @usableFromInline @inline(never)
    func finish(_ event: Top.Event, _ end: StepEnd) throws -> Outcome {
        if case .refused = end { return try sendElsewhere(event) }
        do { try runSteps() } catch { throw naming(event, in: error) }
        return try takeInbox()
    }

    /// `send(_:)` while somebody wants records, and before the start and after the end.
    @usableFromInline
    func sendElsewhere(_ event: Top.Event) throws -> Outcome {
        guard let engine = try engineAtRest("an event was sent") else { return .finished }
        try run(event, engine)
        return try takeInbox()
    }

    /// The error with which a step has failed, with the event of the step.
    func naming(_ event: Top.Event, in error: any Error) -> any Error {
        nameEvent(event)
        return engine?.failure ?? error
    }

    /// Notes in the chart's failure the event that was being taken, unless it is known.
    package func nameEvent(_ event: Top.Event) {
        guard let engine, let failure = engine.failure, failure.event == nil else { return }
        engine.failure?.event = ValueText.of(event)
    }

    func run(_ event: Top.Event, _ engine: Engine) throws {
        _ = begin(event, engine)
        do { try runSteps() } catch { throw naming(event, in: error) }
    }

    /// Like ``send(_:)``, and answers with the record of the event's own step.
    ///
    ///     let record = try interpreter.step(.typed("\n"))
    ///     print(record)  // typed("\n"): handled → done …
    ///
    /// Steps of recalled events that ran after it are seen by ``onStep``. If the chart had reached its end, the record
    /// is empty with the outcome ``Outcome/finished``. If the step fails, the record says so instead of throwing.
    public func step(_ event: Top.Event) throws -> Macrostep<Top.Event> {
        guard let engine = try engineAtRest("step() was called") else {
            return Macrostep(trigger: .event(event), StepContent(.finished, [], configuration))
        }
        return try recording {
            try run(event, engine)
            try takeInbox()
        }
    }

    /// Like ``start()``, and answers with the record of the first step.
    public func startStep() throws -> Macrostep<Top.Event> {
        try recording {
            try prepareStartWithInbox()
            beginStart()
            try runToRest()
        }
    }

    /// Keeps an event until the current step is over, or takes it at once if there is none.
    ///
    /// May be called from inside actions and handlers; posted events are taken in order. After the end of the chart
    /// they are ignored.
    /// - Throws: as ``send(_:)``, when the event is taken at once.
    public func post(_ event: Top.Event) throws {
        if engine?.status.isEnd == true { return }
        needingCold.inbox.append(event)
        unsafe storedHasPosted = true
        guard let engine, !engine.isStepping, engine.status == .running else { return }
        try takeInbox()
    }

    /// Runs eventless transitions and raised events that changed data has enabled; call it after changing data from
    /// outside.
    ///
    /// Without effect after the end. Traps before the start and from inside a step.
    /// - Throws: ``StepError`` if the chart fails in this step or has failed earlier.
    public func settle() throws {
        guard let engine = try engineAtRest("settle() was called") else { return }
        _ = engine.begin(.changed)
        try runToRest()
    }

    /// Exits all active states, innermost first, and ends the chart (SCXML: exitInterpreter).
    ///
    /// Without effect before the start and after the end. Traps from inside a step.
    /// - Throws: ``StepError`` if an exit action threw.
    public func stop() throws {
        guard let engine, engine.status == .running else { return }
        forbidNesting("stop() was called", engine)
        _ = engine.begin(.stop)
        try runToRest()
    }
}
