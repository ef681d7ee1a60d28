import Synchronization

// Unsafe storage of its own. Why it is sound: the places are made once and never freed. A place is 0 or the address of
// an action task with one retain, which goes to whoever exchanges it for 0. Exchanges are atomic, so each retain has
// one owner, and acquire what was released with it.

/// The parked action tasks of all machines.
///
/// A machine has an action task only during a step that may suspend. Afterwards it stays with its thread
/// (`ActionTaskSlot`), or, if that has one, is parked where the same machine or any other one finds it; so machines at
/// rest have none, however many there are. There are so many places for each priority, and an action task that finds
/// none free ends.
enum ActionTaskPool {
    /// The places of one priority: more steps than that are seldom suspended at the same time, and it is a power of
    /// two.
    private static let width = 32
    private static let priorities: [TaskPriority] = [.background, .low, .medium, .high, TaskPriority(rawValue: 33)]
    /// How many places are looked at for one action task.
    private static let reach = 4

    private typealias Place = Atomic<UInt>
    private nonisolated(unsafe) static let places: UnsafeMutablePointer<Place> = {
        let count = width * priorities.count
        let places = UnsafeMutablePointer<Place>.allocate(capacity: count)
        for position in 0..<count { unsafe (places + position).initialize(to: Place(0)) }
        return unsafe places
    }()

    /// A parked action task of this priority, or a new one.
    static func borrow(for machine: ObjectIdentifier, _ priority: TaskPriority) -> ActionTask {
        let first = place(for: machine, priority)
        guard first >= 0 else { return ActionTask(priority, at: -1, preferring: nil) }
        for offset in 0..<reach {
            let place = unsafe places + neighbour(of: first, offset)
            if unsafe place.pointee.load(ordering: .relaxed) == 0 { continue }
            let address = unsafe place.pointee.exchange(0, ordering: .acquiringAndReleasing)
            if let actionTask = unsafe UnsafeRawPointer(bitPattern: address) {
                return unsafe Unmanaged<ActionTask>.fromOpaque(actionTask).takeRetainedValue()
            }
        }
        return takeInherited(priority) ?? ActionTask(priority, at: first, preferring: nil)
    }

    /// Parks an action task, or ends it if there is no place for it.
    static func giveBack(_ actionTask: ActionTask, insideOfItsTask: Bool) {
        if actionTask.isKeepable, park(actionTask) { return }
        if insideOfItsTask { actionTask.endElsewhere() } else { actionTask.end() }
    }

    private static func park(_ actionTask: ActionTask) -> Bool {
        let address = unsafe UInt(bitPattern: Unmanaged.passRetained(actionTask).toOpaque())
        for offset in 0..<reach {
            let place = unsafe places + neighbour(of: actionTask.poolIndex, offset)
            if unsafe place.pointee.load(ordering: .relaxed) != 0 { continue }
            let result = unsafe place.pointee.compareExchange(
                expected: 0, desired: address, ordering: .acquiringAndReleasing)
            if result.exchanged { return true }
        }
        unsafe Unmanaged.passUnretained(actionTask).release()
        return false
    }

    // MARK: Threads that end

    /// Those for which there was no place when their thread ended: no more than there were threads at a time.
    private static let inherited = Guarded<[ActionTask]>([])
    private static let inheritedCount = Atomic(0)

    /// Takes over the action task of a thread that ends. It is not ended, as that would enqueue its job: by then the
    /// thread may have given up what Dispatch keeps for it, which would be made anew and freed twice.
    static func inherit(_ actionTask: ActionTask) {
        if park(actionTask) { return }
        inherited.withLock { $0.append(actionTask) }
        inheritedCount.add(1, ordering: .relaxed)
    }

    private static func takeInherited(_ priority: TaskPriority) -> ActionTask? {
        guard inheritedCount.load(ordering: .relaxed) > 0 else { return nil }
        let actionTask = inherited.withLock { actionTasks -> ActionTask? in
            guard let position = actionTasks.lastIndex(where: { $0.priority == priority }) else { return nil }
            return actionTasks.remove(at: position)
        }
        if actionTask != nil { inheritedCount.subtract(1, ordering: .relaxed) }
        return actionTask
    }

    /// How many can be parked.
    static var limit: Int { width * priorities.count }

    /// How many are.
    static var count: Int {
        (0..<width * priorities.count).count { unsafe places[$0].load(ordering: .relaxed) != 0 }
    }

    /// Where to look first; -1 for priorities that nobody has.
    private static func place(for machine: ObjectIdentifier, _ priority: TaskPriority) -> Int {
        let row: Int
        switch priority.rawValue {
        case 9: row = 0
        case 17: row = 1
        case 21: row = 2
        case 25: row = 3
        case 33: row = 4
        case _: return -1
        }
        // Objects lie some 64 bytes apart at least.
        let mixed = (UInt(bitPattern: machine) >> 6) &* 0x9e37_79b9
        return row * width + Int((mixed >> 12) & UInt(width - 1))
    }

    private static func neighbour(of place: Int, _ offset: Int) -> Int {
        place & ~(width - 1) | (place + offset) & (width - 1)
    }
}
