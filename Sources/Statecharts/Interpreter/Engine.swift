private import Synchronization

/// The run-to-completion step of one chart, without types, actors, tasks or time.
///
/// The engine decides and calls synchronous actions itself. When an action suspends, ``run()`` answers with it, and
/// whoever runs the engine awaits the action and calls ``resume(_:)`` and `run()` again: one engine serves the
/// synchronous interpreter and the machine.
@usableFromInline
final class Engine {
    let topology: Topology
    @usableFromInline let nodes: NodeTable
    let infos: FlatArray<NodeInfo>
    @usableFromInline let handlers: FlatArray<Int32>
    @usableFromInline let handlersAbove: FlatArray<Int32>
    @usableFromInline let ends: FlatArray<Int32>
    /// Tells this machine's targets from another's with the same chart; never 0.
    let tag: UInt32
    /// The innermost active vertices, ascending. They say everything about what is active.
    @usableFromInline let leaves: LeafRow
    private let memory: EngineMemory<Block>
    var eventless: FlatArray<Int32> { topology.eventless.base }
    let plans: PlanTable
    /// Part of the block.
    @usableFromInline let readiness: FlatCell<Readiness>
    /// Whether all handlers understand the events of the chart itself: there is no embedded chart.
    @usableFromInline let asksDirectly: Bool
    /// Whether something may follow any event, also one that nobody has reacted to.
    @usableFromInline let settlesAlways: Bool
    /// Whether the observer wants the next macrostep; a machine asks its subscribers before each.
    var isObserved = true {
        didSet { updateRecording() }
    }
    /// Whether an event that no state reacts to fails the chart.
    var failsUnhandled = false
    var deferralLimit: Int32 = 10_000
    /// What is not needed by most machines, made when it is.
    var extras: EngineExtras?
    /// What the states have under way; made when the first state wants it.
    var belongings: Belongings? {
        didSet {
            readiness.value.isPlain = false
            readiness.value.endsNothing = false
        }
    }
    /// The machine that can make them.
    unowned var host: AnyObject?
    var endStatus = EngineStatus.finished
    #if DEBUG
        /// An engine that takes the steps of this chart in place of this one, which then only knows its nodes: for the
        /// tests that compare the two.
        unowned(unsafe) var guest: (any EngineGuest)?
    #endif

    /// What changes during a step, in one place that is read and written without further ado.
    struct Cells {
        var status = EngineStatus.new
        var outcome = Outcome.handled
        /// The outcome of the event that was given to the engine, while recalled events run after it.
        var answer = Outcome.handled
        var didChange = false
        var isFinishing = false
        var isTerminated = false
        /// While actions run: which of `Workspace.answers` is performed, and which of its steps or effects is next.
        var part: Int32 = 0
        var cursor: Int32 = 0
        /// Whether an action is to be awaited, see `Engine.pause`.
        var isPaused = false
        var deferredBy: Int32 = -1
        var eventlessSteps = 0
        var raisedSteps = 0
        var recallCursor = 0
        /// The number of the deferred event that is taken again without having been handed to `Engine.take`, -1 for
        /// none.
        var recalled = -1
        var nextNumber = 0
        var macrostep = MacrostepTrigger.start
        var eventScope: Int16 = 0
        /// The state that the event under way belongs to, -1 if it is for all: see `Engine.selectTransitions`.
        var owner: Int32 = -1
        /// Whether an event of the macrostep lies in an event store, where handlers are asked about it.
        var holdsEvents = false
        /// How many deferred events belong to a state.
        var ownedDeferrals: Int32 = 0
        var trigger = MicrostepTrigger.start
        /// The only plan that is performed; `nil` if there are answers listed.
        var performed: Plan?
        /// The end of the last leaf that the listed answers replace, and whether two of them may replace the same.
        var reach: Int32 = 0
        var hasConflict = false
        /// While a reaction is followed: the one vertex that it leads to, -1 as long as that is not known, -2 if there
        /// is more to it; and the outermost composite that is left through an exit point, -1 for none.
        var named: Int32 = -1
        var left: Int32 = -1
        /// While a plan is worked out: the numbers of what it changes, whether it depends on recorded histories, and
        /// what it does besides.
        var changesFrom: Int32 = 0
        var changesUpTo: Int32 = 0
        var dependsOnHistory = false
        var traits: Plan.Traits = []
        /// Whether activities begin when the macrostep is over.
        var hasWork = false
        var isRecording = false
        var hearing = Hearing.host
        /// How many reactions could not be taken.
        var refusals: Int32 = 0
        var wantsRecord = false
        var raisedHead: Int32 = 0
        /// Only while a step that needs it runs, or until the machine comes to rest.
        var workspace: Workspace?
    }

    /// What changes between steps, in one piece of memory.
    struct Block {
        var readiness = Readiness()
        var cells = Cells()
        var failures = FlatStack<Failure>.Header()
        var deferred = FlatStack<Deferred>.Header()
        var raised = FlatStack<Int16>.Header()
    }

    /// How far the step under way has come. Everything but `idle` is inside a step: the one truth that every entrance
    /// goes by.
    @usableFromInline enum Phase: UInt8 {
        /// No step is under way.
        case idle
        /// States are asked what they make of an event; or the chart is being looked at for a snapshot, which calls
        /// foreign code too.
        case asking
        case exits, effects, entries, settle, closing
        /// A deferred event is next, and whoever runs the engine is told first.
        case recalling
    }

    struct Failure {
        var node: Int32
        let error: any Error
        let action: StepError.Action?
        /// Whether it is a mistake of the chart's code: a `StepError` of its own, see `Engine.noteMistake`.
        var isMistake = false
        /// The first state that it is offered to, if it is active.
        var askedFirst: Int32
        /// The transition that the action is part of, as text, once it is known.
        var transition: String?
    }

    struct Deferred {
        let scope: Int16
        let number: Int
        /// The state with which it goes, -1 for none.
        var owner: Int32 = -1
        /// Whether that state was left while the event was being taken again.
        var isOver = false
    }

    enum TranslationState {
        case unknown
        case none
        case event(EventPointer)
    }

    /// - Parameter nodes: all vertices in document order.
    convenience init(topology: Topology, nodes: [StateNode]) {
        let memory = topology.makeMemory()
        let table = memory.nodeTable(count: topology.count)
        for (index, node) in nodes.enumerated() { table.put(node, at: Int32(index)) }
        self.init(topology: topology, memory: memory)
    }

    /// - Parameter memory: for this topology, with all nodes put in; the engine's from now on.
    init(topology: Topology, memory: EngineMemory<Block>) {
        self.topology = topology
        infos = topology.infos.base
        handlers = topology.handlers.base
        handlersAbove = topology.handlersAbove.base
        ends = topology.ends.base
        tag = Self.nextTag()
        let (count, historySize, maxLeaves) = (topology.count, topology.historySize, topology.maxLeaves)
        self.memory = memory
        readiness = unsafe FlatCell(at: &memory.block.pointee.readiness)
        nodes = memory.nodeTable(count: count)
        leaves = memory.leaves(nodes: count, historySize: historySize, maxLeaves: maxLeaves)
        plans = topology.plans
        asksDirectly = topology.scopeNodes.count == 1
        settlesAlways = topology.hasEventless
        readiness.value.mustSettle = settlesAlways
        nodes.setEngine(self)
        for index in 0..<Int32(count) {
            let info = infos[index]
            let submachine = info.scope == 0 ? -1 : topology.scopeNodes[Int(info.scope)]
            nodes.call(index) { node in
                node.index = index
                node.superiorIndex = info.parent
                node.topIndex = submachine + 1
                node.table = nodes
                node.tag = tag
            }
        }
        followConnectionPoints()
        // The last, as a mirror of a state may be the chart's own code.
        for index in 0..<Int32(count) where infos[index].flags.contains(.hasScoped) {
            needingExtras.scoped[index] = nodes.call(index) { $0.scopedSlots() }
        }
    }

    /// Parts the nodes from the engine; nothing of it may be called afterwards.
    /// - Parameter keepsClaims: whether they are still taken, because another engine gets them.
    func unbind(keepsClaims: Bool) {
        for index in 0..<Int32(topology.count) {
            nodes.call(index) { node in
                // One that is another engine's by now is left alone.
                guard node.tag == tag else { return }
                node.table = nil
                node.tag = 0
                if !keepsClaims { node.index = -1 }
            }
        }
        followConnectionPoints()
    }

    private func followConnectionPoints() {
        for submachine in topology.scopeNodes.dropFirst() { nodes.call(submachine) { $0.followConnectionPoints() } }
    }

    deinit {
        unbind(keepsClaims: false)
        if let extras { for slots in extras.scoped.values { for slot in slots { slot.empty() } } }
        releaseWorkspace()
        failures.free()
        deferred.free()
        raised.free()
        nodes.release(count: topology.count)
        memory.free()
    }

    @inline(__always) var cells: FlatCell<Cells> { unsafe FlatCell(at: &memory.block.pointee.cells) }
    @inline(__always) var failures: FlatStack<Failure> { unsafe FlatStack(at: &memory.block.pointee.failures) }
    /// The deferred events in the order of their arrival; the events themselves are in the store of their chart.
    @inline(__always) var deferred: FlatStack<Deferred> { unsafe FlatStack(at: &memory.block.pointee.deferred) }
    /// The charts of raised events, in the order of raising; those before `Cells.raisedHead` are taken.
    @inline(__always) var raised: FlatStack<Int16> { unsafe FlatStack(at: &memory.block.pointee.raised) }
    /// Recorded histories, see `NodeInfo.history`.
    var history: FlatArray<Int32> { memory.history(nodes: topology.count, historySize: topology.historySize) }

    /// What a step needs while it runs; borrowed from all machines' common stock when it is first needed.
    @inline(__always) var work: Workspace {
        if let workspace = cells.value.workspace { return workspace }
        return takeWorkspace()
    }

    @inline(never)
    private func takeWorkspace() -> Workspace {
        let workspace = Workspace.take()
        cells.value.workspace = workspace
        return workspace
    }

    /// Gives the workspace back if no step is under way.
    func rest() {
        if readiness.value.phase == .idle { releaseWorkspace() }
    }

    /// Gives the workspace back; between steps only.
    func releaseWorkspace() {
        guard let workspace = cells.value.workspace else { return }
        cells.value.workspace = nil
        workspace.giveBack()
    }

    private static let tags = Atomic<UInt32>(0)

    private static func nextTag() -> UInt32 {
        while true {
            let tag = tags.add(1, ordering: .relaxed).newValue
            if tag != 0 { return tag }
        }
    }

    /// Whether a step is under way: from before its first handler is asked until its last action has run and its record
    /// is told.
    var isStepping: Bool { readiness.value.phase != .idle }

    /// Whether a macrostep is under way that will be closed.
    var isInMacrostep: Bool {
        switch readiness.value.phase {
        case .exits, .effects, .entries, .settle, .closing: true
        case .idle, .asking, .recalling: false
        }
    }

    func id(_ index: Int32) -> StateID { StateID(topology: topology, index: index) }
}

/// What nodes ask of an engine that takes their steps in place of the one that has bound them.
protocol EngineGuest: AnyObject {
    func isActive(_ index: Int32) -> Bool
    func didRaise(inScopeOf top: Int32)
    var isLookedAt: Bool { get }
}
