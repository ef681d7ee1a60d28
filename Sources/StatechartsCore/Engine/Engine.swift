private import Synchronization

/// The run-to-completion step of one chart, without types, actors, tasks or time.
///
/// About.swift has the reading order. Stored here, in `Block` and in `ColdState` are:
///
/// - what a snapshot has: leaves, histories, deferred and raised events;
/// - the step under way: its phase, its answers and how far they were performed, and what is pending;
/// - who wants to be told.
///
/// All else is a value that one part of a step makes and hands on: `Transition`, `Domain`, `Plan`.
@usableFromInline
package final class Engine {
    package let topology: Topology
    @usableFromInline package let nodes: NodeTable
    // Parts of the topology that the usual step reads, without the way through its object.
    let handlers: Nearest
    /// The cached plans, shared by all engines of the topology.
    let plans: PlanCache
    /// Tells this machine's targets from another's with the same chart; never 0.
    let tag: UInt32
    /// True if there is no embedded chart: every handler takes every event as it is.
    package let isOneChart: Bool
    /// The innermost active vertices in document order. They say everything about what is active.
    package let leaves: FixedList<VertexIndex>
    /// The recorded histories; where the one of a node lies says `NodeInfo.history`.
    package let history: FlatArray<Int32>
    /// All that changes in every chart, but leaves, histories and answers.
    private let block: FlatCell<Block>
    /// The answers of the microstep under way, in the order of their leaves.
    let answers: FixedList<Answer>
    // Unchecked: no code of a chart runs during an access, so that no two overlap.
    @exclusivity(unchecked) private var storedScoped: [VertexIndex: [ScopedSlot]] = [:]
    @exclusivity(unchecked) private var storedCold: ColdState?
    @exclusivity(unchecked) private var storedResources: (any StateResources)?
    @exclusivity(unchecked) private unowned var storedHost: AnyObject?

    /// What every step reads or writes.
    struct Hot {
        var phase = Phase.idle
        var status = EngineStatus.new
        var outcome = Outcome.handled
        var mistakeListener = MistakeListener.host
        var pending: Pending = []
        /// The vertex that is asked or whose action is called, or the last one that was. While exits and entries run,
        /// it also is the border between what is active and what is not, see `isActive`.
        var acting: VertexIndex = -1
        /// True if leaving a state may do more than call its exit action: record a history, or end timers, activities
        /// and deferred events that it owns.
        fileprivate(set) var exitsDoMore = false
        var isObserved = true
        /// For the processor only: nothing in a step depends on it.
        var branchHistory = BranchHistory()
        /// What the present microstep answers to.
        var cause = MicrostepTrigger(.event)
        /// The number of steps so far, by which one step is told from another.
        var stepCount: UInt64 = 0
    }

    /// The step under way, or the last one: what it began with, what has come of it, and how far its microstep was
    /// performed. Between two steps `deferredBy` and `raisedCount` are still read, and `statusAtEnd` behind the last.
    struct Step {
        let trigger: MacrostepTrigger
        /// How the event of the step was taken, also a recalled one; `.handled` if none has set it off.
        var outcome = Outcome.handled
        var didChangeConfiguration = false
        /// True while a suspending action is awaited, see `pause`.
        var isSuspended = false
        /// The status that the chart will have, while all states are exited for its end.
        var statusAtEnd: EngineStatus?
        /// Where the microstep goes on whose action has suspended.
        var place = Place()
        /// The state that deferred the step's own event, -1 if none did. Raised events do not count.
        var deferredBy: VertexIndex = -1
        var eventlessCount: Int32 = 0
        var raisedCount: Int32 = 0

        init(_ trigger: MacrostepTrigger) { self.trigger = trigger }
    }

    /// How far a phase of a microstep was performed.
    struct Place: Equatable {
        /// The number of answers that were performed; exits begin with the last one.
        var answer: AnswerIndex = 0
        /// The next action of the answer that follows.
        var action: Int32 = 0
    }

    /// The counters of deferred events, and how far they have been recalled.
    struct DeferralState {
        /// The one that is recalled next, or is being recalled.
        var position: Int32 = 0
        /// The number of the next event that is deferred.
        var nextNumber = 0
        /// The fewest deferred events at any of the recalls that follow the last other step.
        var fewest = Int32.max
        /// How many deferred events belong to a state.
        fileprivate(set) var owned: Int32 = 0
    }

    struct Block {
        var hot = Hot()
        var step = Step(.start)
        var deferral = DeferralState()
        var choices = FlatList<VertexIndex>.Header()
        var completions = FlatList<VertexIndex>.Header()
        var deferred = FlatList<Deferred>.Header()
        var raised = FlatList<ScopeIndex>.Header()
        var scratch: StepScratch?
    }

    /// Binds the nodes of a chart.
    /// - Parameter memory: for this topology, with all nodes put in; the engine's from now on.
    init(topology: Topology, memory: EngineMemory) {
        self.topology = topology
        block = memory.block
        handlers = topology.handlers
        nodes = memory.nodes
        tag = Self.nextTag()
        leaves = memory.leaves
        history = memory.history
        plans = topology.plans
        isOneChart = topology.scopeNodes.count == 1
        answers = memory.answers
        if topology.hasEventless { hot.value.pending = .eventless }
        updateExitsDoMore()
        bind()
    }

    private func bind() {
        nodes.setEngine(self)
        for index in 0..<Int32(topology.count) {
            let info = infos[index]
            nodes.call(index) { node in
                node.index = index
                node.superiorIndex = info.parent
                node.topIndex = top(of: info.scope)
                node.table = nodes
                node.tag = tag
            }
        }
        followConnectionPoints()
        // Last, because a state's `customMirror` may be code of the chart, which finds everything bound.
        for index in 0..<Int32(topology.count) where infos[index].flags.contains(.hasScoped) {
            let slots = nodes.call(index) { $0.scopedSlots() }
            unsafe storedScoped[index] = slots
        }
    }

    /// Takes the nodes from the engine, which must not be used afterwards.
    /// - Parameter keepsClaims: true if the nodes stay claimed, because another engine gets them.
    func unbind(keepsClaims: Bool) {
        for index in 0..<Int32(topology.count) {
            nodes.call(index) { node in
                // A node that belongs to another engine by now is left alone.
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
        for slots in scoped.values { for slot in slots { slot.empty() } }
        dropAnswers()
        giveBackScratch()
        choices.free()
        completions.free()
        deferred.free()
        raised.free()
        nodes.release(count: topology.count)
        block.free()
    }

    private static let tags = Atomic<UInt32>(0)

    private static func nextTag() -> UInt32 {
        let tag = tags.add(1, ordering: .relaxed).newValue
        return tag != 0 ? tag : nextTag()
    }

    // MARK: Parts of the topology and of the block

    @inline(__always) package var infos: FlatArray<NodeInfo> { topology.infos }

    @inline(__always) var hot: FlatCell<Hot> { unsafe FlatCell(at: &block.place.pointee.hot) }
    @inline(__always) var step: FlatCell<Step> { unsafe FlatCell(at: &block.place.pointee.step) }
    @inline(__always) var deferral: FlatCell<DeferralState> { unsafe FlatCell(at: &block.place.pointee.deferral) }
    /// Choices, and junctions entered by default, that were reached and have not been followed yet.
    @inline(__always) var choices: FlatList<VertexIndex> { unsafe FlatList(at: &block.place.pointee.choices) }
    /// States that may be complete and have not been asked yet.
    @inline(__always) var completions: FlatList<VertexIndex> { unsafe FlatList(at: &block.place.pointee.completions) }
    /// The deferred events in the order of deferring; the events themselves are in the store of their chart.
    @inline(__always) package var deferred: FlatList<Deferred> { unsafe FlatList(at: &block.place.pointee.deferred) }
    /// The charts of raised events, in the order of raising.
    @inline(__always) package var raised: FlatList<ScopeIndex> { unsafe FlatList(at: &block.place.pointee.raised) }

    @inline(__always) package var phase: Phase {
        get { hot.value.phase }
        set { hot.value.phase = newValue }
    }
    @inline(__always) package var status: EngineStatus {
        get { hot.value.status }
        set { hot.value.status = newValue }
    }
    @inline(__always) package var pending: Pending {
        get { hot.value.pending }
        set { hot.value.pending = newValue }
    }
    @inline(__always) package var acting: VertexIndex {
        get { hot.value.acting }
        set { hot.value.acting = newValue }
    }
    package var stepCount: UInt64 { hot.value.stepCount }
    /// The outcome of the last step that was not that of a recalled event.
    package var outcome: Outcome { hot.value.outcome }
    package var deferredBy: VertexIndex { step.value.deferredBy }

    /// Lists that most steps do not need, borrowed from the thread until the step is over.
    var scratch: StepScratch {
        if let taken = block.value.scratch { return taken }
        let taken = StepScratch.take()
        block.value.scratch = taken
        pending.insert(.scratch)
        return taken
    }

    /// The scratch; `nil` if the step has not needed it so far.
    var takenScratch: StepScratch? { block.value.scratch }

    func giveBackScratch() {
        guard let taken = takenScratch else { return }
        block.value.scratch = nil
        pending.remove(.scratch)
        taken.giveBack()
    }

    /// The scoped properties of every vertex that has some.
    package var scoped: [VertexIndex: [ScopedSlot]] { unsafe storedScoped }

    /// The machine, simulation or contract that runs this engine; `nil` in a plain interpreter. It makes the resources,
    /// and is told of mistakes between steps.
    package var host: AnyObject? {
        get { unsafe storedHost }
        set { unsafe storedHost = newValue }
    }

    /// What most machines do not need; `nil` until something of it was needed.
    package var coldState: ColdState? { unsafe storedCold }

    /// What most machines do not need, made by the first use.
    package var cold: ColdState {
        if let cold = unsafe storedCold { return cold }
        let made = ColdState()
        unsafe storedCold = made
        return made
    }

    /// The timers and activities of the states. Made when a state first arms or runs one.
    package var resources: (any StateResources)? {
        get { unsafe storedResources }
        set {
            unsafe storedResources = newValue
            updateExitsDoMore()
        }
    }

    func countOwned(_ more: Int32) {
        deferral.value.owned += more
        updateExitsDoMore()
    }

    private func updateExitsDoMore() {
        hot.value.exitsDoMore = topology.historySize > 0 || resources != nil || deferral.value.owned > 0
    }
}
