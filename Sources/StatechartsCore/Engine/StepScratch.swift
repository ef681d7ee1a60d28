// Unsafe storage of its own. Why it is sound: the lists' headers are one block of memory, which lives until `free()`. A
// scratch is a handle to it that has one owner at a time: a thread, as its spare one, or the one engine that took it.
// `take` removes it before answering, and `giveBack` is the last thing that an engine does with it
// (`Engine.giveBackScratch` forgets it first).

/// Lists for steps that do more than cached transitions. They are empty between steps, so that the machines that run on
/// a thread share them.
@safe
struct StepScratch {
    private struct Block {
        var preempted = FlatList<Engine.Answer>.Header()
        var passed = FlatList<Engine.Passed>.Header()
        var targets = FlatList<VertexIndex>.Header()
        let lists = Plan.Lists()
        var plans = TransientPlans.Header()
    }

    private let block: FlatCell<Block>

    private init() { block = FlatCell(Block()) }

    // MARK: A microstep

    /// Answers that another one has preempted.
    var preempted: FlatList<Engine.Answer> { unsafe FlatList(at: &block.place.pointee.preempted) }
    /// The reactions of vertices on the way that have an effect, or a guard with a text.
    var passed: FlatList<Engine.Passed> { unsafe FlatList(at: &block.place.pointee.passed) }
    /// The plans that are not cached.
    var plans: TransientPlans { unsafe TransientPlans(at: &block.place.pointee.plans) }

    // MARK: A plan while it is worked out

    /// The targets of the transition, and behind them those of histories and of entries by default.
    var targets: FlatList<VertexIndex> { unsafe FlatList(at: &block.place.pointee.targets) }
    var lists: Plan.Lists { block.value.lists }

    func clearMicrostep() {
        preempted.removeAll()
        passed.removeAll()
        plans.removeAll()
    }

    private func free() {
        preempted.free()
        passed.free()
        plans.free()
        targets.free()
        lists.free()
        block.free()
    }

    // MARK: Whose it is between steps

    /// The scratch that a thread keeps for the next step on it.
    private final class Spare {
        // No two accesses overlap: neither function below calls foreign code while it has one.
        @exclusivity(unchecked) var stored: StepScratch?
        deinit { unsafe stored?.free() }
    }

    private static let spare = ThreadVariable<Spare>(owns: true)

    static func take() -> StepScratch {
        guard let spare = unsafe spare.object else { return StepScratch() }
        return unsafe spare._withUnsafeGuaranteedRef { unsafe $0.stored.take() } ?? StepScratch()
    }

    /// Empties it, and leaves it to this thread; frees it if the thread has one: a step that suspends ends on any
    /// thread, and within a step that of another chart may run.
    func giveBack() {
        clearMicrostep()
        lists.removeAll()
        targets.removeAll()
        guard let spare = unsafe Self.spare.object else {
            let made = Spare()
            unsafe made.stored = self
            return unsafe Self.spare.set(Unmanaged.passRetained(made))
        }
        let isKept = unsafe spare._withUnsafeGuaranteedRef { spare in
            guard unsafe spare.stored == nil else { return false }
            unsafe spare.stored = self
            return true
        }
        if !isKept { free() }
    }
}
