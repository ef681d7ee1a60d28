// Unsafe storage of its own: the lists' headers are one block of memory, which lives until `free()`. Who has it when is
// proved in WorkspaceStock.swift, where it also says what was tried.

/// What a step needs while it runs: lists that are empty between steps, so that machines at rest can share a few of
/// them.
@safe
struct Workspace {
    /// What a vertex has answered, with the plan of what comes of it. It is moved, as a copy of its effect would be
    /// retained.
    struct Answer {
        var reaction: RawReaction
        /// `nil` if nothing is left or entered.
        let plan: Plan?
        /// Who has answered, -1 for the start and the end of the chart.
        let source: Int32
        /// That of the first leaf that the plan replaces.
        var position: Int32
        /// The target that was named: the only one, unless it is that by which the plan is looked up. -1 if the plan
        /// says it.
        var target: Int32 = -1
        /// What junctions, joins and exit points on the way have answered, in `Workspace.passed`, as far as it has an
        /// effect or words.
        var passed: Range<Int32> = 0..<0
        /// Whether the plan is another one of the answer before.
        var isContinued = false
    }

    /// What a vertex on the way to the targets has answered.
    struct Passed {
        var reaction: RawReaction
        let source: Int32

        init(_ reaction: consuming RawReaction, of source: Int32) {
            self.reaction = reaction
            self.source = source
        }
    }

    /// A transition while its plan is worked out.
    struct Transition {
        let source: Int32
        var isLocal: Bool
        let targets: Range<Int32>
        /// The outermost composite that is left through an exit point, -1 for none.
        let left: Int32
    }

    /// The part of the tree that a transition changes: everything inside `node`, and `node` itself if `includesNode`.
    struct Domain: Equatable {
        var node: Int32
        var includesNode: Bool
        var targets: Range<Int32>
    }

    /// A node to enter, with the targets that lie in it.
    struct Descent {
        let node: Int32
        let targets: Range<Int32>
        let entersNode: Bool
    }

    private struct Block {
        var answers = FlatStack<Answer>.Header()
        var preempted = FlatStack<Answer>.Header()
        var passed = FlatStack<Passed>.Header()
        var targets = FlatStack<Int32>.Header()
        var domains = FlatStack<Domain>.Header()
        var exits = FlatStack<Plan.Step>.Header()
        var entries = FlatStack<Plan.Step>.Header()
        var newLeaves = FlatStack<Int32>.Header()
        var completing = FlatStack<Int32>.Header()
        var plans = PlanStock.Header()
        var descents = FlatStack<Descent>.Header()
        var passing = FlatStack<Int32>.Header()
        var completions = FlatStack<Int32>.Header()
        var trail = FlatStack<Int32>.Header()
    }

    private let block: FlatBlock<Block>

    init() { block = FlatBlock(Block()) }

    /// The answers that are taken together, in the order of their leaves.
    @inline(__always) var answers: FlatStack<Answer> { unsafe FlatStack(at: &block.place.pointee.answers) }
    /// Those that another one excludes.
    @inline(__always) var preempted: FlatStack<Answer> { unsafe FlatStack(at: &block.place.pointee.preempted) }
    @inline(__always) var passed: FlatStack<Passed> { unsafe FlatStack(at: &block.place.pointee.passed) }
    /// While a plan is worked out: where the transition leads, and in what parts of the tree; what is left and entered,
    /// the new leaves, and what may be complete then.
    @inline(__always) var targets: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.targets) }
    @inline(__always) var domains: FlatStack<Domain> { unsafe FlatStack(at: &block.place.pointee.domains) }
    @inline(__always) var exits: FlatStack<Plan.Step> { unsafe FlatStack(at: &block.place.pointee.exits) }
    @inline(__always) var entries: FlatStack<Plan.Step> { unsafe FlatStack(at: &block.place.pointee.entries) }
    @inline(__always) var newLeaves: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.newLeaves) }
    @inline(__always) var completing: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.completing) }
    @inline(__always) var descents: FlatStack<Descent> { unsafe FlatStack(at: &block.place.pointee.descents) }
    /// The plans of the microstep that no table keeps.
    @inline(__always) var plans: PlanStock { unsafe PlanStock(at: &block.place.pointee.plans) }
    /// Choices and junctions that were reached and not gone on from.
    @inline(__always) var passing: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.passing) }
    @inline(__always) var completions: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.completions) }
    /// The sources of the last eventless microsteps, to name a cycle.
    @inline(__always) var trail: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.trail) }

    /// Lets go of what was answered.
    @inline(__always)
    func clearAnswers() {
        answers.removeAll()
        if !preempted.isEmpty { preempted.removeAll() }
        if !passed.isEmpty { passed.removeAll() }
        plans.removeAll()
    }

    /// Forgets the plan that was worked out last.
    func clearPlan() {
        targets.removeAll()
        domains.removeAll()
        clearLists()
    }

    func clearLists() {
        exits.removeAll()
        entries.removeAll()
        newLeaves.removeAll()
        completing.removeAll()
    }

    func clear() {
        clearAnswers()
        clearPlan()
        descents.removeAll()
        passing.removeAll()
        completions.removeAll()
        trail.removeAll()
    }

    func free() {
        clear()
        answers.free()
        preempted.free()
        passed.free()
        targets.free()
        domains.free()
        exits.free()
        entries.free()
        newLeaves.free()
        completing.free()
        plans.free()
        descents.free()
        passing.free()
        completions.free()
        trail.free()
        block.free()
    }
}
