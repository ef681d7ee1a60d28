/// A machine that a state owns: made when the state is entered, stopped when it is left.
///
///     final class Playing: State<Jukebox, Jukebox> {
///         let player = Child(of: Playing.self) { Player(song: $0.top.song) }  // made anew at each entry
///             .on(\.progress) { .heard($0) }  // up: its port, my event
///             .done(\.seconds) { .played($0) }  // up: its output at its end, my event
///
///         override func configure() { children(player) }
///
///         override func handle(_ event: Event) -> Reaction {
///             switch event {
///             case .stop: .handled { player.post(.stop) }  // down
///             case .heard(let part): .handled { top.part = part }
///             case .played: .to(superior.stopped)
///             default: .unhandled
///             }
///         }
///     }
///
/// It is stored in a property of the state and named in `configure()`. The child's chart is made with the scoped
/// properties, before the state's `entry()`. The machine begins when the step is over, as activities do; what is sent
/// to it earlier waits in its mailbox. It uses the clock of the machine that owns it, and runs on that machine's
/// executor.
///
/// When the state is left, the child is stopped, and what it still sends is discarded. Nothing waits for its end,
/// except the next child of this declaration, which begins after that end, and the end of the owner's machine. Such a
/// wait takes at most `stopWithin`; then the child is abandoned, which is reported on standard error. When `exit()` of
/// its state runs, the child has already been told to stop, and takes nothing more.
///
/// The child is an activity of its state: the state is complete when the child has ended, unless it is ``detached()``.
/// An error of the child goes to ``State/failed(_:)`` unless ``failed(_:)`` names an event. In an ``Interpreter`` the
/// step fails with ``StepError/Code/needsMachine``. A `TestMachine` does not run it, unless told to: the test says how
/// the child ends, and sees what is sent to it.
///
/// It is in the ``Snapshot`` of the machine that owns it. When that machine continues from one, the closure makes the
/// child's chart again, before `restored()` of the state, and the child continues too, or waits for the rest of its
/// time before a restart. A child that is not in the snapshot is not started.
///
/// - Isolation: that of the state; ``machine`` may be used from anywhere.
public final class Child<Owner: ChildOwner, Inner: Statechart>: DeclaredChildren {
    private typealias Seat = ChildSeat<Owner, Void, Inner>

    let declaration: ChildDeclaration<Owner, Void, Inner>
    private let seat: Seat
    override var entrySlot: EntrySlot { slot }
    private lazy var slot = EntrySlot(
        facts: { [weak self] in self?.declaration.facts },
        enter: { [unowned self] in enter($0) },
        leave: { [unowned self] in seat.leave() },
        restorer: ChildRestorer { [unowned self] in try restoration(of: $0, $1, migrate: $2) },
        unsuited: { $0 is Owner ? nil : ClassInfo.of(Owner.self).name })

    /// Its chart, where it runs in a ``SimulatedWorld``.
    package var simulatedChart: Inner? { seat.simulated?.simulation.top }

    /// The present machine; `nil` while the state is not active, in a simulation, and if the machine of the state
    /// continues from a snapshot in which the child had ended. Its state starts it: a call of its `start()` or `run()`
    /// makes it begin early, even before the previous child has ended.
    public var machine: Machine<Inner>? { seat.seenMachine }

    /// Declares a child of a state.
    /// - Parameters:
    ///   - owner: the class of the state.
    ///   - stopWithin: how long its end is waited for at most once it is stopped, by the machine's clock; below zero
    ///     the state's machine does not start, with ``ChartError/Code/wrongDeclaration``.
    ///   - make: makes its chart from the state, at each entry.
    @inlinable
    public convenience init(
        of owner: Owner.Type, stopWithin: Duration = .seconds(5), _ make: @escaping @Sendable (Owner) -> sending Inner
    ) { self.init(stopWithin, make, runCompiled: { machine, work in machine.perform(work) }) }

    @usableFromInline
    init(
        _ limit: Duration, _ make: @escaping @Sendable (Owner) -> sending Inner,
        runCompiled: @escaping Machine<Inner>.RunCompiled
    ) {
        declaration = ChildDeclaration(limit, { owner, _ in make(owner) }, runCompiled)
        seat = Seat((), declaration)
    }

    // MARK: Up

    /// Turns each message of one of the child's ports into an event of the state.
    public func on<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        _ event: @escaping @Sendable (Message) -> Owner.OwnerEvent
    ) -> Self {
        declaration.hear(port) { event($1) }
        return self
    }

    /// Turns the child's end into an event, with a value that is read from its top state.
    ///
    /// The event comes after everything that the child has sent. An end by an error does not send it.
    public func done<Output: Sendable>(
        _ output: any KeyPath<Inner, Output> & Sendable, _ event: @escaping @Sendable (Output) -> Owner.OwnerEvent
    ) -> Self {
        declaration.end(output) { event($1) }
        return self
    }

    /// Turns an error of the child into an event; without this it is offered to ``State/failed(_:)``.
    ///
    /// An error that refuses the child's part of a ``Snapshot`` is always offered there: the machine would go on
    /// without what was saved.
    public func failed(_ event: @escaping @Sendable (any Error) -> Owner.OwnerEvent) -> Self {
        declaration.failed = { event($1) }
        return self
    }

    // MARK: Its life

    /// Lets the state be complete without the child's end.
    public func detached() -> Self {
        declaration.facts.isDetached = true
        return self
    }

    /// Restarts the child when it has ended, while its state is active.
    ///
    /// A new chart is made, and its ports are connected, before the event for the end is handled; ``machine`` is the
    /// new one at once, and what is posted to it waits until it begins. The state is not complete meanwhile. When there
    /// are too many restarts, the last end is treated as without this: an error is offered to ``State/failed(_:)``.
    /// - Parameters:
    ///   - restart: which ends are followed by a restart.
    ///   - limit: how many restarts are made within a period, from an entry of the state on: each entry begins with
    ///     none, and with the first wait.
    ///   - backOff: how long it waits before a restart, by the machine's clock.
    ///   - event: the event for the error of a child that is restarted; without it there is none. A normal end has the
    ///     event of ``done(_:_:)``, each time.
    public func restart(
        _ restart: ChildRestart, limit: RestartLimit = RestartLimit(3, in: .seconds(60)), backOff: BackOff = .none,
        _ event: (@Sendable (any Error) -> Owner.OwnerEvent)? = nil
    ) -> Self {
        declaration.restarts = ChildRestarts(policy: restart, limit: limit, backOff: backOff)
        declaration.restarted = nil
        if let event { declaration.restarted = { event($1) } }
        return self
    }

    /// Places the child on another executor than that of the machine that owns it.
    /// - Parameter actor: the actor, such as a ``ThreadActor`` for actions that block; `nil` for an executor of the
    ///   child's own.
    public func place(in actor: (any Actor)?) -> Self {
        declaration.place = { _ in actor }
        return self
    }

    /// Where it is in its chart: `Playing/player`; without the state for one of the top.
    package var path: String { ChildPath.of(entrySlot.name, in: entrySlot.node) }

    private func enter(_ node: StateNode) {
        // Where a machine continues from a snapshot nothing is entered: see `restoration`.
        guard let owner = node as? Owner, let engine = node.engine, engine.phase == .entries else { return }
        guard let services = engine.servicesMakingThem() else {
            return engine.fail(
                StepError(
                    .needsMachine, path: node.path, "has the child \(entrySlot.name), but runs in a plain Interpreter",
                    fix: "run the chart in a Machine, which runs children"))
        }
        seat.begin(of: owner, in: entrySlot, services)
    }

    private func restoration(
        of saved: Snapshot.Activity, _ child: Snapshot.Child, migrate: Snapshot.Migration?
    ) throws -> ChildRestorer.Admitted {
        try child.refuseKey()
        let saved = try SavedChild<Inner>(saved.number, child, migrate: migrate)
        return ChildRestorer.Admitted(key: nil) { [unowned self] in
            guard let owner = entrySlot.node as? Owner, let services = owner.engine?.servicesMakingThem() else {
                return
            }
            seat.resume(saved, of: owner, in: entrySlot, services)
        }
    }

    override func declare(in node: StateNode) {
        super.declare(in: node)
        if let owner = node as? Owner { seat.declareSiblings(of: owner) }
    }

    /// Another child of the state is to be connected to an input of this one.
    func declare(_ key: ChildPlugKey, _ read: @escaping ChildPlugs<Inner>.Read) {
        let plugs = seat.plugs ?? ChildPlugs()
        seat.plugs = plugs
        plugs.add(key, read)
    }

    func offer(_ key: ChildPlugKey, _ introduces: Bool, _ connect: @escaping ChildPlugs<Inner>.Connect) {
        seat.plugs?.outputMade(key, introduces, connect)
    }

    // MARK: Down

    /// Returns the reaction of a handler that leaves an event to the child, as one of the child's events.
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .eject: .to(superior.stopped)
    ///         case .key(let key): player.forward(.key(key))  // whatever the player makes of it
    ///         default: .unhandled
    ///         }
    ///     }
    ///
    /// The event counts as handled, even if the child has ended or does nothing with it.
    /// - Parameter event: the event; `nil` for one that the child does not understand, which is unhandled.
    public func forward<Top: Statechart>(_ event: Inner.Event?) -> Reaction<Top> {
        guard let event else { return .unhandled }
        return .handled { self.post(event) }
    }

    /// Returns the same for the handler of a top state, whose reactions have a type of their own.
    public func forward<Event: Sendable>(_ event: Inner.Event?) -> TopState<Event>.Reaction {
        guard let event else { return .unhandled }
        return .handled { self.post(event) }
    }

    /// Gives the child an event and returns at once, as ``Machine/post(_:)`` does.
    /// - Returns: `false` if there is no child, it has come to its end, or was told to stop, as is the case in `exit()`
    ///   of its state.
    @discardableResult
    public func post(_ event: Inner.Event) -> Bool { seat.post(event) }

    /// Gives the child an event and waits until its step is complete, as ``Machine/send(_:)`` does.
    ///
    /// Before the child has begun, the event waits for that, like a posted one. If the child waits for its restart, an
    /// action of the owner that awaits this is suspended until then, and so is its step.
    /// - Returns: ``Outcome/finished`` if there is no child, it has come to its end, or was told to stop.
    /// - Throws: what ``Machine/send(_:)`` throws; ``MachineError`` with the code ``MachineError/Code/deadlock`` in the
    ///   step that has made the child, since it begins when that step is over.
    @discardableResult
    public func send(_ event: Inner.Event) async throws -> Outcome { try await seat.send(event) }

    /// Asks the child something and waits for the answer, as ``Machine/ask(within:_:)`` does.
    ///
    /// If the child waits for its restart, an action of the owner that awaits this is suspended until then, and so is
    /// its step; a limit bounds that.
    /// - Throws: what ``Machine/ask(within:_:)`` throws; ``MachineError`` with the code ``MachineError/Code/finished``
    ///   if there is no child, or it was told to stop, or where children do not run, as in a `TestMachine`.
    public func ask<Value: Sendable>(
        within limit: Duration? = nil, _ event: (Reply<Value>) -> Inner.Event
    ) async throws -> Value { try await seat.ask(within: limit, event) }

    /// Returns when the last child of this declaration has ended, at the latest `stopWithin` after it was stopped.
    ///
    ///     override func exit() async { await player.stopped() }  // left only when the player is silent
    ///
    /// In the step that has made the child this would never return, because the child begins when that step is over.
    /// Instead, once the action has run, it counts as having thrown a ``MachineError`` with the code
    /// ``MachineError/Code/deadlock``. An explorer, and a `TestMachine`, do not report that mistake.
    public func stopped() async { await Seat.end(of: seat.life, at: path, in: entrySlot.node) }
}
