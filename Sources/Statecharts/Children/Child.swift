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
///             case .played: .to(superior.stopped)
///             default: .unhandled
///             }
///         }
///     }
///
/// It is stored in a property of the state and named in `configure()`. The chart is made with the scoped properties,
/// before the state's `entry()`. The machine begins when the step is over, as activities do; what is sent to it before
/// waits in its mailbox. It goes by the clock of the machine that owns it and runs on its executor.
///
/// When the state is left, the child is stopped, and what it still sends is discarded. Nobody waits for its end, except
/// the next child of this declaration, which begins when it has ended, and the end of the owner's machine. Who waits
/// does so for at most `stopWithin`; then the child is abandoned, which is told on the standard error.
///
/// The child is an activity of its state: that is complete when the child has ended, unless it is ``detached()``. An
/// error of the child goes to ``State/failed(_:)`` unless ``failed(_:)`` names an event. In an ``Interpreter`` the step
/// fails with ``StepError/Code/needsMachine``. A `Simulation` or `TestMachine` does not run it: it is told how the
/// child ends. A machine with a living child has no snapshot.
///
/// - Isolation: that of the state; ``machine`` may be used from anywhere.
public final class Child<Owner: ChildOwner, Inner: Statechart> {
    @usableFromInline typealias Ending = @Sendable (Machine<Inner>) async -> ActivityEnd
    typealias Link = @Sendable (Inner, _ name: String, @escaping @Sendable (any Sendable) -> Bool) -> Void

    private let make: @Sendable (Owner) -> sending Inner
    private let server: Machine<Inner>.Server
    private let limit: Duration
    private var links: [Link] = []
    private var ending: Ending = { _ in .silently }
    private var failure: (@Sendable (any Error) -> Owner.OwnerEvent)?
    private var face: ((@Sendable (any Error) -> Owner.OwnerEvent)?) -> ActivityFace = { failed in
        ActivityFace(nil as (@Sendable (()) -> Owner.OwnerEvent)?, failed)
    }
    private var output: any Any.Type = Void.self
    private var isDetached = false
    private var life: ChildLife?
    private lazy var entrySlot = EntrySlot(
        enter: { [unowned self] in enter($0) }, leave: { [unowned self] in machine = nil },
        unsuited: { $0 is Owner ? nil : ClassFacts.of(Owner.self).name })

    /// The machine of the present entry of the state; `nil` while the state is not active.
    public private(set) var machine: Machine<Inner>?

    /// Declares a child of a state.
    /// - Parameters:
    ///   - owner: the class of the state.
    ///   - stopWithin: how long others wait for its end once it is stopped, by the machine's clock.
    ///   - make: makes its chart from the state, at each entry.
    @inlinable
    public convenience init(
        of owner: Owner.Type, stopWithin: Duration = .seconds(5), _ make: @escaping @Sendable (Owner) -> sending Inner
    ) { self.init(stopWithin, make, server: { machine, work in machine.perform(work) }) }

    @usableFromInline
    init(
        _ limit: Duration, _ make: @escaping @Sendable (Owner) -> sending Inner,
        server: @escaping Machine<Inner>.Server
    ) {
        self.limit = limit
        self.make = make
        self.server = server
    }

    // MARK: Up

    /// Says which event of the state a message of one of the child's ports is.
    public func on<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        _ event: @escaping @Sendable (Message) -> Owner.OwnerEvent
    ) -> Self {
        links.append { chart, name, deliver in
            _ = Connection.make(chart[keyPath: port].storage, ChildSink(name) { deliver(event($0)) })
        }
        return self
    }

    /// Says which event the child's end is, with something that is read from its top state.
    ///
    /// It comes after everything that the child has sent. An end by an error is none.
    public func done<Output: Sendable>(
        _ output: any KeyPath<Inner, Output> & Sendable, _ event: @escaping @Sendable (Output) -> Owner.OwnerEvent
    ) -> Self {
        ending = { machine in .event(event(await machine.port(output))) }
        face = { ActivityFace(event, $0) }
        self.output = Output.self
        return self
    }

    /// Says which event an error of the child is; without this it is offered to ``State/failed(_:)``.
    public func failed(_ event: @escaping @Sendable (any Error) -> Owner.OwnerEvent) -> Self {
        failure = event
        return self
    }

    /// Says that the state is complete without the child's end.
    public func detached() -> Self {
        isDetached = true
        return self
    }

    // MARK: Down

    /// Gives the child an event and returns at once.
    /// - Returns: `false` if there is no child, or it has come to its end.
    @discardableResult
    public func post(_ event: Inner.Event) -> Bool { machine?.post(event) ?? false }

    /// Returns when the last child of this declaration has ended, at the latest `stopWithin` after it was stopped.
    ///
    ///     override func exit() async { await player.stopped() }  // left only when the player is silent
    public func stopped() async { await life?.ended() }

    // MARK: Its life

    func declare() { entrySlot.isDeclared = true }

    private func enter(_ node: StateNode) {
        // Where a machine continues from a snapshot nothing is entered.
        guard let owner = node as? Owner, let engine = node.engine, engine.phase == .entries else { return }
        let path = "\(node.path)/\(entrySlot.name)"
        guard let services = engine.servicesMakingThem() else {
            return engine.fail(
                StepError(
                    .needsMachine, path: node.path, "has the child \(entrySlot.name), but runs in a plain Interpreter",
                    fix: "run the chart in a Machine, which runs children"))
        }
        let index = node.index
        services.begin(index)
        let failed = failure
        let error = failed.map { failed in { @Sendable (error: any Error) -> any Sendable in failed(error) } }
        var activity = Activity(
            kind: .run(output), name: entrySlot.name, policy: .failed, failure: error, isDetached: isDetached)
        if services.isSimulated {
            activity.face = face(failed)
            activity.work = { _ in .silently }
            return services.run(index, activity)
        }
        let activation = services.activations[index].number, deliver = services.deliver
        let chart = make(owner)
        for link in links {
            link(chart, path) { event in
                deliver(.event(event, node: index, activation: activation, cause: Tracing.present))
            }
        }
        let lane = (engine.host as? any ServiceHost)?.lane
        let machine = Machine(
            child: chart, Machine<Inner>.MachineOptions(child: path, on: lane, services.keeper), server: server)
        let former = life.flatMap { $0.isOver ? nil : $0 }
        let life = ChildLife(
            services.nextNumber(), of: ObjectIdentifier(machine), named: path, stopWithin: limit, services.keeper,
            in: services.works)
        self.machine = machine
        self.life = life
        activity.awaited = life
        let ending = ending
        activity.work = { _ in
            do {
                try await life.run(machine, after: former)
                return await ending(machine)
            } catch {
                return failed.map { .failed($0(error)) } ?? .failure(error)
            }
        }
        services.run(index, activity)
    }
}

extension Child: ScopedProperty {
    package var anySlot: ScopedSlot { entrySlot }
}
