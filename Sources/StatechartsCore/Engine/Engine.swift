private import Synchronization

/// The run-to-completion step of one chart, without types, actors, tasks or time.
///
/// Read this file and Engine+Phase.swift, then Engine+Step.swift and Engine+Settling.swift: that is a step. Between two
/// calls the engine has only what it stores here: what a snapshot has (leaves, histories, deferred and raised events),
/// what a suspended step needs (its answers and how far they were performed), and who wants to be told. Everything
/// else is a value that one part of a step makes and hands on: `Resolution`, `Transition`, `Domain`,
/// `Plan`.
@usableFromInline
package final class Engine {
    package let topology: Topology
    @usableFromInline package let nodes: NodeTable
    // Parts of the topology that every step reads.
    package let infos: FlatArray<NodeInfo>
    let handlers: FlatArray<Int32>
    let handlersAbove: FlatArray<Int32>
    let ends: FlatArray<Int32>
    /// Tells this machine's targets from another's with the same chart; never 0.
    let tag: UInt32
    /// The innermost active vertices in document order. They say everything about what is active.
    package let leaves: LeafRow
    /// Recorded histories, see `NodeInfo.history`.
    package let history: FlatArray<Int32>
    /// What is known of transitions.
    let plans: PlanCache
    /// How a vertex of the chart is asked about one of its events: compiled where the chart's types are known.
    let call: Call
    /// True if there is no embedded chart, so that every handler understands every event.
    package let isOneChart: Bool
    private let memory: EngineMemory
    /// The scoped properties of every vertex that has some.
    package private(set) var scoped: [Int32: [ScopedSlot]] = [:]
    /// The microstep under way: the answers that are taken together.
    let answers: AnswerRow
    // One load or store each, and nothing runs meanwhile, so that no two accesses overlap.
    @exclusivity(unchecked) private var storedCold: ColdState?
    @exclusivity(unchecked) private var storedResources: (any StateResources)?
    /// Who makes that, and is told of mistakes between steps.
    package unowned var host: AnyObject?
    var deferralLimit: Int32 = 10_000

    /// Asks the vertex with a number about the event at a place.
    @usableFromInline typealias Call = (NodeTable, Int32, EventPointer) -> RawReaction

    /// The same where the chart's types are not known.
    static func callByTable(_ nodes: NodeTable, _ vertex: Int32, _ event: EventPointer) -> RawReaction {
        nodes.call(vertex) { $0.react(to: event) }
    }

    /// What every step reads.
    struct Hot {
        var phase = Phase.idle
        var status = EngineStatus.new
        /// The outcome of the event that was given to the engine, while recalled events run after it.
        var answer = Outcome.handled
        var hearing = Hearing.host
        var pending: Pending = []
        /// The vertex that is being asked or whose action is being called, or was last. While exits and entries run it
        /// says what is active, see `isActive`; in all other phases only whose code it is.
        var acting: Int32 = -1
        var signposts = Signposts()
        /// How many answers the microstep under way has.
        fileprivate var answerCount: Int32 = 0
        /// True if leaving a state may end more than the state: it has timers or activities, or deferred events.
        fileprivate(set) var endsWork = false
        /// True if somebody wants to know of events that no state reacts to.
        var tellsUnhandled = false
        /// True if the observer wants the next step.
        var isObserved = true
        /// Steps so far, so that a clock can tell whether anything has happened.
        var turns: UInt64 = 0
    }

    /// The step under way: what it began with, what has come of it, and how far its microstep was performed.
    struct Step {
        let trigger: MacrostepTrigger
        /// The answer of the microstep that is performed, and the next action of its plan.
        var part: Int32 = 0
        var cursor: Int32 = 0
        var outcome = Outcome.handled
        /// The state that deferred the event of the step, -1 if none did; not who deferred one that was raised.
        var deferredBy: Int32 = -1
        var didChange = false
        /// What the present microstep answers to.
        var cause = MicrostepTrigger.event
        /// True while a suspending action is awaited, see `pause`.
        var isSuspended = false
        /// What the chart's end is called, while everything is left for that.
        var ending: EngineStatus?
        var eventlessCount: Int32 = 0
        var raisedCount: Int32 = 0

        init(_ trigger: MacrostepTrigger) { self.trigger = trigger }
    }

    /// Where deferred events are taken again.
    package struct Recall {
        var position: Int32 = 0
        var nextNumber = 0
        /// How many deferred events belong to a state.
        fileprivate(set) var owned: Int32 = 0
    }

    /// What changes, in one piece of memory.
    struct Block {
        var hot = Hot()
        var step = Step(.start)
        var recall = Recall()
        var choices = FlatStack<Int32>.Header()
        var completions = FlatStack<Int32>.Header()
        var failures = FlatStack<Failure>.Header()
        var deferred = FlatStack<Deferred>.Header()
        var raised = FlatStack<Int16>.Header()
        var scratch: StepScratch?
    }

    /// Binds the nodes of a chart.
    /// - Parameters:
    ///   - memory: for this topology, with all nodes put in; the engine's from now on.
    ///   - call: how a vertex of the chart itself is asked; never in an `Optional`, where every call would go through
    ///     two thunks.
    init(topology: Topology, memory: EngineMemory, call: @escaping Call) {
        self.topology = topology
        self.memory = memory
        self.call = call
        infos = topology.infos.base
        handlers = topology.handlers.base
        handlersAbove = topology.handlersAbove.base
        ends = topology.ends.base
        nodes = memory.nodes(topology)
        tag = Self.nextTag()
        leaves = memory.leaves(topology)
        history = memory.history(topology)
        plans = topology.plans
        isOneChart = topology.scopeNodes.count == 1
        hot = unsafe FlatCell(at: &memory.block.pointee.hot)
        answers = unsafe memory.answers(topology, countedAt: &memory.block.pointee.hot.answerCount)
        if topology.hasEventless { hot.value.pending = .eventless }
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
        // The last, as a mirror of a state may be the chart's own code.
        for index in 0..<Int32(topology.count) where infos[index].flags.contains(.hasScoped) {
            scoped[index] = nodes.call(index) { $0.scopedSlots() }
        }
    }

    /// Parts the nodes from the engine; nothing of it may be called afterwards.
    /// - Parameter keepsClaims: true if they are still taken, because another engine gets them.
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
        for slots in scoped.values { for slot in slots { slot.empty() } }
        giveBackScratch()
        answers.removeAll()
        choices.free()
        completions.free()
        failures.free()
        deferred.free()
        raised.free()
        nodes.release(count: topology.count)
        memory.free()
    }

    private static let tags = Atomic<UInt32>(0)

    private static func nextTag() -> UInt32 {
        while true {
            let tag = tags.add(1, ordering: .relaxed).newValue
            if tag != 0 { return tag }
        }
    }

    // MARK: Parts of the block

    let hot: FlatCell<Hot>
    @inline(__always) var step: FlatCell<Step> { unsafe FlatCell(at: &memory.block.pointee.step) }
    @inline(__always) package var recalls: FlatCell<Recall> { unsafe FlatCell(at: &memory.block.pointee.recall) }
    /// Choices, and junctions entered by default, that were reached and not gone on from.
    @inline(__always) var choices: FlatStack<Int32> { unsafe FlatStack(at: &memory.block.pointee.choices) }
    /// States that may be complete and were not asked.
    @inline(__always) var completions: FlatStack<Int32> { unsafe FlatStack(at: &memory.block.pointee.completions) }
    /// Errors that were thrown and not yet offered to a state.
    @inline(__always) var failures: FlatStack<Failure> { unsafe FlatStack(at: &memory.block.pointee.failures) }
    /// The deferred events in the order of their arrival; the events themselves are in the store of their chart.
    @inline(__always) package var deferred: FlatStack<Deferred> { unsafe FlatStack(at: &memory.block.pointee.deferred) }
    /// The charts of raised events, in the order of raising.
    @inline(__always) package var raised: FlatStack<Int16> { unsafe FlatStack(at: &memory.block.pointee.raised) }

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
    @inline(__always) var acting: Int32 {
        get { hot.value.acting }
        set { hot.value.acting = newValue }
    }
    /// Steps so far.
    package var turns: UInt64 { hot.value.turns }
    /// How the event was taken that was given to the engine last.
    package var answer: Outcome { hot.value.answer }
    /// The state that deferred the event of the step under way, -1 if none did.
    package var deferredBy: Int32 { step.value.deferredBy }

    /// Lists that most steps do not need, borrowed from all machines' common pool until the step is over.
    var scratch: StepScratch {
        if let taken = unsafe memory.block.pointee.scratch { return taken }
        let taken = StepScratch.take()
        unsafe memory.block.pointee.scratch = taken
        pending.insert(.scratch)
        return taken
    }

    /// The scratch if the step has needed it.
    var takenScratch: StepScratch? { unsafe memory.block.pointee.scratch }

    func giveBackScratch() {
        guard let taken = takenScratch else { return }
        unsafe memory.block.pointee.scratch = nil
        pending.remove(.scratch)
        taken.giveBack()
    }

    /// What most machines do not need; `nil` until something of it was.
    package var coldState: ColdState? { unsafe storedCold }

    /// What most machines do not need.
    package var cold: ColdState {
        if let cold = unsafe storedCold { return cold }
        let made = ColdState()
        unsafe storedCold = made
        return made
    }

    /// What the states have under way: timers and activities. Made when the first state wants it.
    package var resources: (any StateResources)? {
        get { unsafe storedResources }
        set {
            unsafe storedResources = newValue
            updateEndsWork()
        }
    }

    /// Counts deferred events that belong to a state.
    func countOwned(_ more: Int32) {
        recalls.value.owned += more
        updateEndsWork()
    }

    private func updateEndsWork() { hot.value.endsWork = resources != nil || recalls.value.owned > 0 }
}
