/// The parked action tasks that no thread keeps, for all machines.
///
/// A machine has an action task only during a step that may suspend. Afterwards it stays with its thread
/// (`ActionTaskSlot`), or, if that has one, is parked here, where any machine finds it; so machines at rest have none,
/// however many there are.
enum ActionTaskPool {
    private static let parked = Guarded<[ActionTask]>([])

    /// How many are parked of each priority: seldom are more steps suspended at the same time. An action task beyond
    /// that ends.
    private static let limit = 32

    /// A parked action task of this priority, or a new one.
    static func borrow(_ priority: TaskPriority) -> ActionTask {
        let known = parked.withLock { parked -> ActionTask? in
            guard let position = parked.lastIndex(where: { $0.priority == priority }) else { return nil }
            return parked.remove(at: position)
        }
        return known ?? ActionTask(priority, preferring: nil)
    }

    /// Parks an action task, or ends it if there is no place for it.
    static func giveBack(_ actionTask: ActionTask, insideOfItsTask: Bool) {
        if !actionTask.isSpoilt, park(actionTask, upTo: limit) { return }
        actionTask.end(insideOfItsTask: insideOfItsTask)
    }

    /// Takes over the action task of a thread that ends, also beyond the limit: no more than there are threads at a
    /// time. It is not ended, as that would enqueue its job: by then the thread may have given up what Dispatch keeps
    /// for it, which would be made anew and freed twice.
    static func inherit(_ actionTask: ActionTask) { _ = park(actionTask, upTo: .max) }

    private static func park(_ actionTask: ActionTask, upTo limit: Int) -> Bool {
        parked.withLock { parked in
            guard parked.count(where: { $0.priority == actionTask.priority }) < limit else { return false }
            parked.append(actionTask)
            return true
        }
    }
}
