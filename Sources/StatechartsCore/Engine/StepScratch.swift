// Unsafe storage of its own. Why it is sound: the lists' headers are one block of memory, which lives until `free()`. A
// scratch is a handle to it that has one owner at a time (`@unchecked Sendable`): the pool, where the lock guards it; a
// thread, as its spare one; or the one engine that took it. `take` removes it before answering, and `giveBack` is the
// last thing that an engine does with it (`Engine.giveBackScratch` forgets it first).

/// Lists for steps that do more than cached transitions. They are empty between steps, so that all machines share a few
/// from a pool.
@safe
struct StepScratch {
    private struct Block {
        var preempted = FlatStack<Engine.Answer>.Header()
        var passed = FlatStack<Engine.Passed>.Header()
        var targets = FlatStack<VertexIndex>.Header()
        var exits = FlatStack<Plan.Step>.Header()
        var entries = FlatStack<Plan.Step>.Header()
        var newLeaves = FlatStack<VertexIndex>.Header()
        var completing = FlatStack<VertexIndex>.Header()
        var reads = FlatStack<Int32>.Header()
        var plans = TransientPlans.Header()
        var trail = FlatStack<VertexIndex>.Header()
    }

    private let block: FlatBlock<Block>

    private init() { block = FlatBlock(Block()) }

    // MARK: A microstep

    /// Answers that another one has preempted.
    var preempted: FlatStack<Engine.Answer> { unsafe FlatStack(at: &block.place.pointee.preempted) }
    /// The reactions of vertices on the way that have an effect, or a guard with a text.
    var passed: FlatStack<Engine.Passed> { unsafe FlatStack(at: &block.place.pointee.passed) }
    /// The plans that are not cached.
    var plans: TransientPlans { unsafe TransientPlans(at: &block.place.pointee.plans) }

    // MARK: A plan while it is worked out

    /// The targets of the transition, and behind them those of histories.
    var targets: FlatStack<VertexIndex> { unsafe FlatStack(at: &block.place.pointee.targets) }
    var exits: FlatStack<Plan.Step> { unsafe FlatStack(at: &block.place.pointee.exits) }
    var entries: FlatStack<Plan.Step> { unsafe FlatStack(at: &block.place.pointee.entries) }
    var newLeaves: FlatStack<VertexIndex> { unsafe FlatStack(at: &block.place.pointee.newLeaves) }
    /// States that may be complete once the plan is performed.
    var completing: FlatStack<VertexIndex> { unsafe FlatStack(at: &block.place.pointee.completing) }
    /// The words of recorded histories that the plan depends on: the place of each, and its value.
    var reads: FlatStack<Int32> { unsafe FlatStack(at: &block.place.pointee.reads) }

    // MARK: A step

    /// The sources of the last eventless microsteps, each followed by -1, to name a cycle.
    var trail: FlatStack<VertexIndex> { unsafe FlatStack(at: &block.place.pointee.trail) }

    func clearMicrostep() {
        preempted.removeAll()
        passed.removeAll()
        plans.removeAll()
    }

    func clearPlan() {
        exits.removeAll()
        entries.removeAll()
        newLeaves.removeAll()
        completing.removeAll()
        reads.removeAll()
    }

    private func clear() {
        clearMicrostep()
        clearPlan()
        targets.removeAll()
        trail.removeAll()
    }

    private func free() {
        clear()
        preempted.free()
        passed.free()
        plans.free()
        targets.free()
        exits.free()
        entries.free()
        newLeaves.free()
        completing.free()
        reads.free()
        trail.free()
        block.free()
    }

    // MARK: The pool

    private struct Pool: @unchecked Sendable {
        var all: [StepScratch] = []
    }

    /// How many the pool keeps: enough for the machines that run at the same time.
    private static let limit = 16
    private static let pool = Guarded(Pool())

    /// One scratch that a thread keeps for the next step on it, which takes no lock then.
    private final class Spare {
        // No two accesses overlap: neither function below calls foreign code while it has one.
        @exclusivity(unchecked) var stored: StepScratch?
        deinit { unsafe stored?.free() }
    }

    private static let spare = ThreadVariable<Spare>(owns: true)

    static func take() -> StepScratch {
        if let spare = unsafe spare.object, let scratch = unsafe spare.borrowed({ unsafe $0.stored.take() }) {
            return scratch
        }
        return pool.withLock { $0.all.popLast() } ?? StepScratch()
    }

    func giveBack() {
        clear()
        guard let spare = unsafe Self.spare.object else {
            let made = Spare()
            unsafe made.stored = self
            return unsafe Self.spare.set(Unmanaged.passRetained(made))
        }
        let isSpare = unsafe spare.borrowed { spare in
            guard unsafe spare.stored == nil else { return false }
            unsafe spare.stored = self
            return true
        }
        if isSpare { return }
        let isKept = Self.pool.withLock { pool in
            guard pool.all.count < Self.limit else { return false }
            pool.all.append(self)
            return true
        }
        if !isKept { free() }
    }
}
