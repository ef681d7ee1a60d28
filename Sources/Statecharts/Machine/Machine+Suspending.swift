// How a step goes on from its first action that may suspend: in an action task, see `ActionTask`.

extension Machine: SuspendedMachine {
    /// Goes on with a step in an action task, which begins the action at once.
    ///
    /// While the action runs here, no envelopes are taken: the step of one of them is under way.
    /// - Returns: whether the actions of the step have come to their end, so that the caller closes the step. Otherwise
    ///   the action task does, and the caller leaves the event in `ColdState.suspendedEvent`.
    func runActions(_ engine: Engine) -> Bool {
        let driven = unsafe needingCold.driven
        let slot = ActionTaskSlot.present
        let depth = slot.depth
        slot.depth = depth + 1
        let actionTask = borrowActionTask(slot)
        // Written out instead of `occupied { }`, which would copy what is given away. Occupied, because what an action
        // lets go of at its end may call the machine, whose step is not closed yet.
        let wasBusy = isBusy
        isBusy = true
        let isOver = unsafe actionTask.run(engine, of: driven, on: unownedExecutor, inline: depth < Self.deepest)
        isBusy = wasBusy
        slot.depth = depth
        assert(isOver != engine.isStepping, "the step of an action was ended by somebody else")
        if isOver {
            giveBack(actionTask, slot)
        } else {
            holder = .actionTask
            cold?.gates?.close()
            if let cold, cold.isStarting { keepStartTask(actionTask) }
        }
        return isOver
    }

    /// So many machines run actions inside of each other's: each takes some of the thread's stack. Debug builds need
    /// about 4 KiB for each, and a thread may have as little as 64 KiB.
    private static var deepest: Int { 8 }

    // Occupied throughout: what is let go of meanwhile may call the machine, and the next step must not begin inside of
    // the end of this one.
    func endSuspended() -> Bool { occupied { closeSuspended() } }

    private func closeSuspended() -> Bool {
        guard let engine = interpreter.engine, let cold else { return false }
        cold.startActionTask = nil
        let event = cold.suspendedEvent.take()
        answerSender(Result { try event.map { try closeStep(of: $0, engine) } ?? closeStep(engine) })
        // Whoever is answered from now on finds the machine, also before the task that starts it has gone on.
        if cold.isStarting {
            cold.isStarting = false
            cold.handover?.started()
        }
        var result = DrainResult.hasMore
        // While the mailbox is drained, somebody may ask for a snapshot.
        repeat {
            answerSnapshots()
            if holder == .snapshot {
                takenBefore = 0
                return false
            }
            // Later steps are not begun in a task that was cancelled; for recalled events see `keepsActionTask()`.
            if Task.isCancelled { break }
            result = runCompiled(self, .drainOn)
            if case .suspended = result { return true }
        } while isAskedForSnapshots
        assert(!engine.isStepping, "a machine would be at rest inside of a step")
        holder = .nobody
        takenBefore = 0
        updateFastEngine()
        if case .hasMore = result { MailboxScheduler.call(self) }
        return false
    }

    func keepsActionTask() -> Bool {
        cold?.startActionTask = nil
        guard Task.isCancelled, let engine = interpreter.engine else { return true }
        let actionTask = borrowActionTask(ActionTaskSlot.present)
        let isOver = unsafe actionTask.run(engine, of: needingCold.driven, on: unownedExecutor, inline: false)
        assert(!isOver, "an action task has begun where it was not to")
        return false
    }

    func performCaused(_ pause: Pause) async throws {
        // The closure uses `self`, so it stays on the machine's executor.
        try await Tracing.$cause.withValue(cause) { try await self.perform(pause) }
    }

    private func perform(_ pause: Pause) async throws { try await pause.perform() }

    // MARK: Getting and giving back action tasks

    @inline(__always)
    private func borrowActionTask(_ slot: ActionTaskSlot) -> ActionTask {
        let priority = Task.currentPriority
        if options == nil, let actionTask = slot.borrow(priority) { return actionTask }
        return borrowOtherActionTask(slot, priority)
    }

    @inline(never)
    private func borrowOtherActionTask(_ slot: ActionTaskSlot, _ priority: TaskPriority) -> ActionTask {
        guard options != nil, let executor = keeper?.executor else {
            return slot.borrow(priority) ?? ActionTaskPool.borrow(priority)
        }
        // Who moves such a clock comes to the machine at a medium priority, and must not overtake the action.
        let priority = max(priority, .medium)
        let cold = needingCold
        if let own = cold.ownActionTask, own.priority == priority {
            cold.ownActionTask = nil
            return own
        }
        return ActionTask(priority, preferring: executor)
    }

    @inline(__always)
    private func giveBack(_ actionTask: consuming ActionTask, _ slot: ActionTaskSlot) {
        if actionTask.hasPreference { return keep(actionTask) }
        if actionTask.isSpoilt { return actionTask.end() }
        if let left = slot.giveBack(actionTask) { ActionTaskPool.giveBack(left, insideOfItsTask: false) }
    }

    @inline(never)
    private func keep(_ actionTask: ActionTask) {
        let cold = needingCold
        if actionTask.isSpoilt { return actionTask.end() }
        cold.ownActionTask?.end()
        cold.ownActionTask = actionTask
    }
}
