/// The base class of every part of a chart: the top state, states, regions and pseudostates.
///
/// Programs do not subclass `StateNode`; they subclass ``TopState``, ``State`` and ``OrthogonalState``, and override
/// the methods that are declared here.
///
/// A node belongs to one machine at a time. Everything that it offers beyond its own stored properties works
/// from the moment its machine starts until the machine is released; earlier or later it traps with an explanation.
///
/// - Isolation: a node runs on the isolation of its machine (or of the code that owns the ``Interpreter``) and is never
///   touched from anywhere else. It is not `Sendable`.
@safe
open class StateNode {
    // Written only while a chart is bound or released, when none of its actions runs; a dynamic check of exclusivity at
    // each read would cost more than the read. Nothing but the five properties below touches them.
    @exclusivity(unchecked) @usableFromInline final var storedTable: NodeTable?
    @exclusivity(unchecked) @usableFromInline final var storedIndex: Int32 = -1
    @exclusivity(unchecked) @usableFromInline final var storedSuperiorIndex: Int32 = -1
    @exclusivity(unchecked) @usableFromInline final var storedTopIndex: Int32 = 0
    @exclusivity(unchecked) @usableFromInline final var storedTag: UInt32 = 0

    @inlinable package final var table: NodeTable? {
        get { unsafe storedTable }
        set { unsafe storedTable = newValue }
    }
    @inlinable package final var index: Int32 {
        get { unsafe storedIndex }
        set { unsafe storedIndex = newValue }
    }
    @inlinable final var superiorIndex: Int32 {
        get { unsafe storedSuperiorIndex }
        set { unsafe storedSuperiorIndex = newValue }
    }
    @inlinable package final var topIndex: Int32 {
        get { unsafe storedTopIndex }
        set { unsafe storedTopIndex = newValue }
    }
    /// The number of the machine that the node belongs to, 0 for none.
    @inlinable final var tag: UInt32 {
        get { unsafe storedTag }
        set { unsafe storedTag = newValue }
    }
    /// Whether a machine has the node, or is being made ready with it.
    final var isTaken: Bool { index >= 0 }

    /// Takes the node for a machine that is being made ready. Answers whether it was free.
    final func claim(as index: Int32) -> Bool {
        guard !isTaken else { return false }
        self.index = index
        return true
    }

    /// Gives the node free again if no machine has got it.
    final func releaseClaim() {
        if table == nil { index = -1 }
    }

    final var isBeingConfigured: Bool { Declaration.isOpen(for: self) }

    init() {}

    // MARK: What a chart overrides

    /// Declares what is inside: `substates(…)`, `regions(…)` or nothing.
    ///
    ///     override func configure() { substates(idle, loading, measuring, ready, size) }
    ///
    /// Called once each time a machine starts with this chart, before anything is entered. What it declares is checked
    /// as a whole afterwards, see ``ChartError``. The chart is not assembled yet: `superior` and `top` trap here. What
    /// is declared may depend on the object's own properties, as its initializer has set them.
    open func configure() {}

    /// Runs when the state becomes active, after its superior's entry and before its substates' (UML 2.5.1,
    /// 14.2.3.4.5).
    ///
    ///     override func entry() { notices.send("welcome") }
    ///
    /// Overrides need not be marked `throws`. A thrown error ends this action only: the transition still completes, and
    /// then the error is offered to `failed(_:)`, innermost state first.
    open func entry() throws {}

    /// Runs when the state stops being active, after its substates' exit and before its superior's.
    ///
    ///     override func exit() { top.text = "" }
    ///
    /// A thrown error ends this action only, as with `entry()`.
    open func exit() throws {}

    /// The entry action of a state whose entry takes time.
    ///
    /// While it is suspended the machine stays in its step: later events wait and nothing interleaves. It runs after
    /// the synchronous ``entry()`` if a class overrides both. A chart that overrides it runs in a ``Machine``; an
    /// ``Interpreter`` refuses it with a ``ChartError``.
    ///
    /// It runs on the machine's executor, also between suspensions. An override that is marked `@concurrent` would not,
    /// and may then not use anything of the chart.
    open func entry() async throws {}

    /// The exit action of a state whose exit takes time; see the suspending entry for its rules.
    open func exit() async throws {}

    /// Runs instead of the entry when the machine starts from a ``Snapshot`` in which this state is active.
    ///
    /// The place to reopen what belongs to the outside world and to restart what a snapshot cannot hold: activities
    /// that were under way. Their ``ActivityPolicy`` says what happens to those that are not restarted. Timers are
    /// already armed. Called once for each active state, outermost first in document order, when all data have been
    /// restored. A thrown error is offered to `failed(_:)`.
    open func restored() throws {}

    /// The name that paths, records and diagrams show.
    ///
    /// It is the class's name, without generic arguments. Siblings of the same class and pseudostates that are not
    /// subclassed are named after the property of the superior that holds them.
    open var stateName: String? { nil }

    // MARK: What the engine asks

    var kind: VertexKind { .state }
    func react(to event: EventPointer) -> RawReaction? { nil }
    func reactAlways() -> RawReaction? { nil }
    func reactToCompletion() -> RawReaction? { nil }
    func reactToFailure(_ error: any Error) -> RawReaction? { nil }
    /// Where a choice, junction, exit point or join goes on to.
    func branch() -> RawReaction? { nil }
    /// The fixed targets of a fork, entry point or history, or the sources of a join.
    func fixedVertices() -> [StateNode] { [] }
    var isAutomaticJoin: Bool { false }
    /// Whether a choice, junction or exit point knows where to go on to.
    var hasContinuation: Bool { true }
    /// What a state above has said of where an exit point leads.
    var wayOut: WayOut? { nil }
    func acceptsSuperior(_ node: StateNode) -> Bool { false }
    func acceptsTop(_ node: StateNode) -> Bool { false }
    var superiorTypeName: String { "" }
    var topTypeName: String { "" }
    /// The events of this chart, for a top state.
    var eventStore: EventStore? { nil }
    /// Uses the events of this chart, for a top state, without counting a reference.
    /// - Parameter makes: false if nothing is done where there were none before.
    func useEventStore(makes: Bool, _ body: (EventStore) -> Void) {}
    /// The chart inside a submachine.
    var embedded: StateNode? { nil }
    /// The outer event as an event of the embedded chart, for a submachine.
    func translated(_ event: EventPointer) -> EventPointer? { nil }
    /// Destroys the event that was translated last.
    func letGoOfTranslated() {}
    /// Has the host raise what it understands of an event that nobody in the embedded chart takes, for a submachine.
    func passOutward(_ event: EventPointer) -> Bool { false }
    /// Whether a submachine says where an exit point of its chart leads, and where.
    func leadsOn(from point: StateNode) -> Bool { false }
    func continuation(from point: StateNode) -> RawReaction? { nil }
    /// Gives what stands for vertices of the embedded chart the machine that these have, for a submachine.
    func followConnectionPoints() {}
    /// The vertex itself, or the one of an embedded chart that it stands for.
    var meant: StateNode { self }
    /// What a top state has declared about ports whose messages it receives; `nil` if it has declared nothing.
    package var portReceptions: (any PortReceptions)? { nil }
}

extension StateNode {
    /// The path from the top, such as `Lights.Red`; the class's name while no machine runs the chart.
    public final var path: String {
        guard let table else { return ClassInfo.of(Swift.type(of: self)).name }
        return table.engine.topology.path(of: index)
    }

    /// Whether this state is in the machine's active configuration.
    ///
    /// During a step it changes with the actions: a state is active from just before its entry until just after its
    /// exit. `false` before the start and after the end.
    public final var isActive: Bool {
        guard let table else { return false }
        return table.engine.isActive(index)
    }

    /// The time of this node's life in which it may be used at all: a clear message instead of undefined behaviour.
    @usableFromInline package final func unbound(_ function: StaticString = #function) -> Never {
        let name = ClassInfo.of(Swift.type(of: self)).name
        if isBeingConfigured {
            trap(
                "\(function) of \(name) was used in its configure(), before the chart is put together",
                "declare there what the object itself holds, and give its initializer what that depends on")
        }
        trap(
            "\(function) of \(name) was used while no machine runs this chart",
            "use it from entry(), exit(), handlers and effects, after start(), never from an initializer or configure()"
        )
    }
}

/// What kind of vertex a node is (UML 2.5.1, 14.5: State, FinalState, Pseudostate and their kinds).
@usableFromInline
package enum VertexKind: UInt8, Sendable, BitwiseCopyable {
    case top, state, orthogonal, final, submachine
    case choice, junction, fork, join, shallowHistory, deepHistory, entryPoint, exitPoint, terminate

    /// States can be active between steps; pseudostates only on the way.
    var isState: Bool {
        switch self {
        case .top, .state, .orthogonal, .final, .submachine: true
        case .choice, .junction, .fork, .join, .shallowHistory, .deepHistory, .entryPoint, .exitPoint, .terminate: false
        }
    }

    /// Whether a state without substates can declare it: a way between states that are elsewhere.
    var canBeOwnedByLeaf: Bool {
        switch self {
        case .fork, .join: true
        case .top, .state, .orthogonal, .final, .submachine, .choice, .junction, .shallowHistory, .deepHistory,
            .entryPoint, .exitPoint, .terminate:
            false
        }
    }

    /// Whether the vertex leads to or comes from vertices that are the same as long as the chart runs.
    var mayHaveFixedVertices: Bool {
        switch self {
        case .fork, .join, .shallowHistory, .deepHistory, .entryPoint: true
        case .top, .state, .orthogonal, .final, .submachine, .choice, .junction, .exitPoint, .terminate: false
        }
    }
}
