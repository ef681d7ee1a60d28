// Unsafe storage of its own. Why it is sound: each thread has an object of its own, which only that thread reads and
// writes, through this type, and which lives until the thread ends (`ThreadVariable`). So no two accesses overlap
// (`@exclusivity(unchecked)`), and it need not be retained. Nothing keeps it over an `await`: who takes an action task
// gives it back before it returns, on the same thread.
//
// The object ends with its thread, where no job may be enqueued any more: see `ActionTaskPool.inherit`.
//
// Attacked with: ActionTaskTests (nested machines on one thread, threads of their own that end).

/// What a thread keeps for the machines that run actions on it: the action task of the last one.
///
/// It is found without an atomic operation, which a place that all threads share needs. A thread keeps one at most, and
/// gives it to all when it ends.
@safe
struct ActionTaskSlot {
    private final class Object {
        @exclusivity(unchecked) var storedActionTask: ActionTask?
        @exclusivity(unchecked) var storedDepth = 0

        deinit {
            if let actionTask = unsafe storedActionTask { ActionTaskPool.inherit(actionTask) }
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

    /// Takes the action task, if it is there and has this priority.
    func borrow(_ priority: TaskPriority) -> ActionTask? {
        unsafe object.borrowed { object in
            guard let actionTask = unsafe object.storedActionTask.take() else { return nil }
            if actionTask.priority == priority { return actionTask }
            unsafe object.storedActionTask = consume actionTask
            return nil
        }
    }

    /// Keeps an action task that is parked, unless there is one.
    /// - Returns: the action task, if there is no place for it.
    func giveBack(_ actionTask: consuming ActionTask) -> ActionTask? {
        unsafe object.borrowed { object in
            if unsafe object.storedActionTask != nil { return actionTask }
            unsafe object.storedActionTask = actionTask
            return nil
        }
    }
}
