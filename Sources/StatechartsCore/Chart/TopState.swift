/// The root of a chart: names the events, holds what is inside, and keeps the data that all states share.
///
///     final class DoorProtocol: TopState<DoorProtocol.Event> {
///         enum Event { case open, close }
///
///         let closed = Closed(), opened = Opened()
///         override func configure() { substates(closed, opened) }  // the first one is the initial state
///
///         final class Closed: State<DoorProtocol, DoorProtocol> {
///             override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.opened) : .unhandled }
///         }
///         final class Opened: State<DoorProtocol, DoorProtocol> {
///             override func handle(_ event: Event) -> Reaction { event == .close ? .to(superior.closed) : .unhandled }
///         }
///     }
///
/// A top state runs in a ``Machine``, in an ``Interpreter``, or inside another chart as a ``Submachine``. It is always
/// active while its chart runs: transitions from it and to it leave and enter what is inside, never the top itself.
@safe
open class TopState<Event: Sendable>: StateNode, Statechart {
    /// Makes a chart that no machine runs yet.
    public override init() { super.init() }

    /// Written once, by `makeStore`, when nothing else can touch it, and released in `deinit`: it lives as long as this
    /// object, whose caller keeps it alive, so that borrowing it for a call is sound.
    @exclusivity(unchecked) @usableFromInline final var storedStore: Unmanaged<TypedEventStore<Event>>?
    /// What `receive(_:_:)` declared; `nil` for nothing, which most charts receive. Each access is one load or store.
    @exclusivity(unchecked) package final var storedReceptions: (any PortReceptions)?

    /// Decides what an event means when no state inside reacted.
    ///
    /// A handler decides and changes nothing; what is to be done belongs in effects, `entry()` and `exit()`. Called on
    /// the isolation of the machine, at most once for an event.
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .power: .to(end)  // no state inside has reacted to it
    ///         case .tick: .handled { played += 1 }
    ///         default: .unhandled
    ///         }
    ///     }
    ///
    /// - Returns: ``Reaction/unhandled`` if no state reacts, which is also what the method returns unless overridden.
    open func handle(_ event: Event) -> Reaction { .unhandled }

    /// Decides whether something happens without an event (SCXML 3.13, eventless transitions).
    ///
    /// Asked after every microstep, after all states inside, until nothing is enabled. More than 1,000 such microsteps
    /// in a row are a ``StepError`` that names the cycle.
    open func always() -> Reaction { .unhandled }

    /// Decides what follows an error that was thrown by an action or activity and that no state inside handled.
    ///
    /// Asked when the transition in which it was thrown is complete. If this does not handle it either, the machine
    /// fails with a ``StepError``.
    ///
    /// An error that waited in the mailbox when a snapshot was taken is no longer of its type on the restored machine:
    /// a test such as `error is Unplayable` is false then.
    ///
    ///     override func failed(_ error: any Error) -> Reaction {
    ///         error is Unplayable ? .to(broken) { notices.send("out of order") } : .unhandled
    ///     }
    open func failed(_ error: any Error) -> Reaction { .unhandled }

    /// A handler decides and does not wait: what takes time is an effect, or an activity.
    @available(
        *, unavailable,
        message:
            "a handler decides and does not wait: await in an effect, .handled { await … } or .to(target) { await … }, or in an activity, run { … }"
    )
    open func handle(_ event: Event) async -> Reaction { .unhandled }

    /// Puts an event into the machine's internal queue, to be taken in the current step (SCXML 4.2).
    ///
    /// It is taken after eventless and completion transitions, before any recalled or mailbox event, in the order of
    /// raising. Outside a step it waits for the next one; after the end of the chart it is ignored. Traps while no
    /// machine runs the chart.
    public final func raise(_ event: Event) {
        guard let table else { unbound() }
        checkIsolation()
        if table.engine.isLookedAt || table.engine.status.isEnd { return }
        typedStore.raise(event)
        table.engine.didRaise(inScopeOf: index)
    }

    /// Declares what is inside the top state; the first state is the initial substate.
    ///
    /// To be called once, from ``StateNode/configure()``; elsewhere it is a mistake of the step.
    /// - Parameters:
    ///   - vertices: states and pseudostates of this chart, in document order.
    ///   - history: what a default entry resumes, such as that of `.to(self)`.
    public final func substates<Root: TopState<Event>>(_ vertices: Vertex<Root>..., history: HistoryKind = .none) {
        declare(vertices: vertices, initial: .first, history: history, regions: false)
    }

    /// Declares what is inside the top state, with an initial substate other than the first.
    ///
    /// To be called once, from ``StateNode/configure()``; elsewhere it is a mistake of the step.
    /// - Parameters:
    ///   - vertices: states and pseudostates of this chart, in document order.
    ///   - initial: the substate (or choice, junction, history) that the start enters, or one further inside; `nil` to
    ///     rest on the top itself.
    ///   - history: what a default entry resumes, such as that of `.to(self)`.
    public final func substates<Root: TopState<Event>>(
        _ vertices: Vertex<Root>..., initial: Vertex<Root>?, history: HistoryKind = .none
    ) {
        declare(vertices: vertices, initial: initial.map { .node($0) } ?? .none, history: history, regions: false)
    }

    /// Declares regions, which are all active as long as the chart runs, and pseudostates that belong to the chart as a
    /// whole.
    ///
    /// To be called once, from ``StateNode/configure()``, instead of `substates(…)`; elsewhere it is a mistake of the
    /// step. Each region is a ``State``. The chart is at its end when all of them are in a final state.
    /// - Parameter vertices: the regions, in document order, and pseudostates.
    public final func regions<Root: TopState<Event>>(_ vertices: Vertex<Root>...) {
        declare(vertices: vertices, initial: .first, history: .none, regions: true)
    }

    /// Declares what is inside the top state as an array, whose length is known only when the chart is created; the
    /// first state is the initial substate. See `State.substates`.
    public final func substates<Root: TopState<Event>>(_ vertices: [Vertex<Root>], history: HistoryKind = .none) {
        declare(vertices: vertices, initial: .first, history: history, regions: false)
    }

    /// Declares what is inside the top state as an array, whose length is known only when the chart is created, with an
    /// initial substate other than the first (`nil`: none at all).
    public final func substates<Root: TopState<Event>>(
        _ vertices: [Vertex<Root>], initial: Vertex<Root>?, history: HistoryKind = .none
    ) {
        declare(vertices: vertices, initial: initial.map { .node($0) } ?? .none, history: history, regions: false)
    }

    /// Declares the regions as an array, whose length is known only when the chart is created. See
    /// `OrthogonalState.regions`.
    public final func regions<Root: TopState<Event>>(_ vertices: [Vertex<Root>]) {
        declare(vertices: vertices, initial: .first, history: .none, regions: true)
    }

    /// Keeps the event of an armed timer.
    @inlinable package final func keepTimed(_ event: Event, at slot: Int32) {
        withStore { store in
            if let events = unsafe store.storedTimedEvents, events.hasRoom(for: slot) {
                events.put(event, at: slot)
            } else {
                makeRoom(forTimer: slot)
                store.timedEvents.put(event, at: slot)
            }
        }
    }

    /// The event of a timer that is due.
    @inlinable package final func takeTimed(at slot: Int32, repeats: Bool) -> Event {
        withStore { $0.timedEvents.take(at: slot, keeping: repeats) }
    }

    @usableFromInline @inline(never)
    final func makeRoom(forTimer slot: Int32) {
        table?.engine.resources?.adopt(typedStore)
        typedStore.timedEvents.makeRoom(for: slot)
    }

    override var kind: VertexKind { .top }
    override var eventStore: EventStore? { typedStore }
    override func useEventStore(makes: Bool, _ body: (EventStore) -> Void) {
        guard let store = unsafe storedStore ?? (makes ? makeStore() : nil) else { return }
        unsafe store._withUnsafeGuaranteedRef { body($0) }
    }
    package override var portReceptions: (any PortReceptions)? { unsafe storedReceptions }
    override func acceptsSuperior(_ node: StateNode) -> Bool { true }
    override func acceptsTop(_ node: StateNode) -> Bool { true }
    override func react(to event: EventPointer) -> RawReaction? { unsafe handle(lent: event.lent().pointee).raw }

    /// Calls `handle(_:)` with an event that is not copied, see `LentEvent`.
    @inline(__always) private final func handle(lent: borrowing LentEvent<Event>) -> Reaction { handle(lent.event) }

    override func reactAlways() -> RawReaction? { always().raw }
    override func reactToFailure(_ error: any Error) -> RawReaction? { failed(error).raw }

    final var typedStore: TypedEventStore<Event> { withStore { $0 } }

    /// Uses the store without counting a reference.
    @inlinable @inline(__always)
    final func withStore<Result>(_ body: (TypedEventStore<Event>) -> Result) -> Result {
        unsafe (storedStore ?? makeStore())._withUnsafeGuaranteedRef(body)
    }

    @usableFromInline @inline(never)
    final func makeStore() -> Unmanaged<TypedEventStore<Event>> {
        let made = unsafe Unmanaged.passRetained(TypedEventStore<Event>())
        unsafe storedStore = made
        return unsafe made
    }

    deinit { unsafe storedStore?.release() }
}
