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
    typealias Make = @Sendable (Owner) -> sending Inner
    typealias Link = @Sendable (Inner, _ name: String, @escaping @Sendable (any Sendable) -> Bool) -> Void

    let make: Make
    let server: Machine<Inner>.Server
    let limit: Duration
    var links: [Link] = []
    var ending: @Sendable (Machine<Inner>) async -> ActivityEnd = { _ in .silently }
    var failure: (@Sendable (any Error) -> Owner.OwnerEvent)?
    var face: ((@Sendable (any Error) -> Owner.OwnerEvent)?) -> ActivityFace = { failed in
        ActivityFace(nil as (@Sendable (()) -> Owner.OwnerEvent)?, failed)
    }
    var facts = EntrySlot.Facts(chart: Inner.self)
    /// The present life, or the last one.
    var life: ChildLife<Inner>?
    private(set) lazy var entrySlot = EntrySlot(
        facts: { [unowned self] in facts }, enter: { [unowned self] in enter($0) },
        leave: { [unowned self] in machine = nil }, unsuited: { $0 is Owner ? nil : ClassFacts.of(Owner.self).name })

    /// The machine of the present entry of the state; `nil` while the state is not active.
    public internal(set) var machine: Machine<Inner>?

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
        facts.ports.append((property(port), Message.self))
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
        facts.output = Output.self
        return self
    }

    /// Says which event an error of the child is; without this it is offered to ``State/failed(_:)``.
    public func failed(_ event: @escaping @Sendable (any Error) -> Owner.OwnerEvent) -> Self {
        failure = event
        return self
    }

    /// Says that the state is complete without the child's end.
    public func detached() -> Self {
        facts.isDetached = true
        return self
    }

    /// The name of a property of the child's top state, of which the key path tells the description only.
    private func property(_ path: AnyKeyPath) -> String {
        "\(path)".split(separator: ".").last.map(String.init) ?? ""
    }

    // MARK: Down

    /// Gives the child an event and returns at once; see ``Machine/post(_:)``.
    /// - Returns: `false` if there is no child, or it has come to its end.
    @discardableResult
    public func post(_ event: Inner.Event) -> Bool { machine?.post(event) ?? false }

    /// Gives the child an event and waits until its step is complete; see ``Machine/send(_:)``.
    /// - Returns: ``Outcome/finished`` if there is no child, or it has come to its end.
    /// - Throws: what ``Machine/send(_:)`` throws; ``MachineError`` before the child has begun.
    @discardableResult
    public func send(_ event: sending Inner.Event) async throws -> Outcome {
        guard let machine else { return .finished }
        return try await machine.send(event)
    }

    /// Asks the child something and waits for the answer; see ``Machine/ask(within:_:)``.
    /// - Throws: what ``Machine/ask(within:_:)`` throws; ``MachineError`` with the code ``MachineError/Code/finished`` if
    ///   there is no child.
    public func ask<Value: Sendable>(
        within limit: Duration? = nil, _ event: (Reply<Value>) -> Inner.Event
    ) async throws -> Value {
        guard let machine else {
            throw MachineError(
                .finished, machine: ClassFacts.of(Inner.self).name,
                "the child was asked while its state is not active; ask it from the state's own actions")
        }
        return try await machine.ask(within: limit, event)
    }

    /// Returns when the last child of this declaration has ended, at the latest `stopWithin` after it was stopped.
    ///
    ///     override func exit() async { await player.stopped() }  // left only when the player is silent
    public func stopped() async { await life?.ended() }
}

extension Child: ScopedProperty {
    package var anySlot: ScopedSlot { entrySlot }
}
