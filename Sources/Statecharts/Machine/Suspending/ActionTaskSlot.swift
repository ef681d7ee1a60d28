// Unsafe storage of its own. Why it is sound: each thread has an object of its own, which only that thread reads and
// writes, through this type, and which lives until the thread ends (`ThreadVariable`). So no two accesses overlap
// (`@exclusivity(unchecked)`), and it need not be retained. Nothing keeps it over an `await`: who takes a runner gives
// it back before it returns, on the same thread.
//
// The object ends with its thread, where no job may be enqueued any more: see `ActionTaskPool.inherit`.
//
// Attacked with: RunnerTests (nested machines on one thread, threads of their own that end).

/// What a thread keeps for the machines that run actions on it: the runner of the last one.
///
/// It is found without an atomic operation, which a place that all threads share needs. A thread keeps one at most, and
/// gives it to all when it ends.
@safe
struct ActionTaskSlot {
    private final class Object {
        @exclusivity(unchecked) var storedRunner: ActionTask?
        @exclusivity(unchecked) var storedDepth = 0

        deinit {
            if let runner = unsafe storedRunner { ActionTaskPool.inherit(runner) }
        }
    }

    private static let variable = ThreadVariable<Object>(owns: true)
    private let object: Unmanaged<Object>

    private init(_ object: Unmanaged<Object>) { unsafe self.object = object }

    /// That of this thread.
    static var present: ActionTaskSlot {
        if let known = unsafe variable.object { return unsafe ActionTaskSlot(known) }
        return make()
    }

    @inline(never)
    private static func make() -> ActionTaskSlot {
        let made = unsafe Unmanaged.passRetained(Object())
        unsafe variable.set(made)
        return unsafe ActionTaskSlot(made)
    }

    /// How many machines run actions inside of each other's on this thread, because they share an executor and wait for
    /// each other.
    var depth: Int {
        get { unsafe object.borrowed { unsafe $0.storedDepth } }
        nonmutating set { unsafe object.borrowed { unsafe $0.storedDepth = newValue } }
    }

    /// Takes the runner, if it is there and has this priority.
    func take(_ priority: TaskPriority) -> ActionTask? {
        unsafe object.borrowed { object in
            guard let runner = unsafe object.storedRunner.take() else { return nil }
            if runner.priority == priority { return runner }
            unsafe object.storedRunner = consume runner
            return nil
        }
    }

    /// Keeps a runner that is parked, unless there is one.
    /// - Returns: the runner, if there is no place for it.
    func put(_ runner: consuming ActionTask) -> ActionTask? {
        unsafe object.borrowed { object in
            if unsafe object.storedRunner != nil { return runner }
            unsafe object.storedRunner = runner
            return nil
        }
    }
}
