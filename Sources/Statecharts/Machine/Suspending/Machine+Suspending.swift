// How a step goes on from its first action that may suspend: in a runner, see there.

extension Machine: Driven {
    /// Goes on with a step in a runner, which begins the action at once.
    ///
    /// While the action runs here, no letters are taken: whoever serves the mailbox may hold some of them.
    /// - Returns: whether the actions of the step have come to their end, so that the caller closes the step. Otherwise the runner does.
    func goOn(_ pause: Pause, _ event: Event?) -> Bool {
        guard let engine = interpreter.engine else { return true }
        let extras = needingExtras
        let depth = Nesting.depth
        Nesting.depth = depth + 1
        let runner = takeRunner()
        let isOver = unsafe runner.run(pause, engine, of: extras.driven, inline: depth < Nesting.limit)
        Nesting.depth = depth
        if isOver {
            giveBack(runner)
            return true
        }
        extras.suspendedEvent = event
        isSuspended = true
        return false
    }

    /// Waits for the end of a step that has begun.
    func finish(_ pause: Pause, _ event: Event?) async throws -> Outcome {
        let isInRing = WaitGraph.enterStep(of: ObjectIdentifier(self))
        if goOn(pause, event) {
            if isInRing { WaitGraph.endStep(of: ObjectIdentifier(self)) }
            guard let engine = interpreter.engine else { return .finished }
            return try closeStep(event, engine)
        }
        needingExtras.isAwaited = true
        return try await withCheckedThrowingContinuation { continuation in
            let reply: Letter<Event>.Reply = StepReply(continuation)
            extras?.isAwaited = false
            // A task that prefers an executor may have left the machine for a moment.
            if let end = extras?.earlyEnd.take() { reply.resume(with: end) } else { self.reply = reply }
        }
    }

    func endSuspended() -> Pause? {
        guard let engine = interpreter.engine else { return nil }
        endSuspendedStep(extras?.suspendedEvent.take(), engine)
        // Steps that do not suspend may be asked for snapshots too.
        repeat {
            answerSnapshots()
            let (pause, event) = takeLetters()
            if let pause {
                extras?.suspendedEvent = event
                return pause
            }
        } while isAskedForSnapshots
        isSuspended = false
        return nil
    }

    func performCaused(_ pause: Pause) async throws {
        // The closure uses `self`, so it stays on the machine's executor.
        try await Tracing.$cause.withValue(origin) { try await self.act(pause) }
    }

    private func act(_ pause: Pause) async throws {
        switch pause {
        case .entry(let node): try await node.entry()
        case .exit(let node): try await node.exit()
        case .effect(let effect): try await effect()
        }
    }

    /// Closes a step that was suspended, and tells who waits for it.
    func endSuspendedStep(_ event: Event?, _ engine: Engine) {
        let waiting = reply
        reply = nil
        let isAwaited = waiting != nil || extras?.isAwaited == true
        if isAwaited { WaitGraph.endStep(of: ObjectIdentifier(self)) }
        let end = Result { try closeStep(event, engine) }
        if let waiting {
            waiting.resume(with: end)
        } else if isAwaited {
            extras?.isAwaited = false
            extras?.earlyEnd = end
        }
    }

    // MARK: Runners

    private func takeRunner() -> Runner {
        let priority = Task.currentPriority
        guard let executor = keeper?.executor else { return Runners.take(for: ObjectIdentifier(self), priority) }
        if let own = needingExtras.ownRunner?.take(), own.priority == priority { return own }
        return Runner(priority, at: -1, preferring: executor)
    }

    private func giveBack(_ runner: Runner) {
        guard keeper?.executor != nil else { return Runners.put(runner, insideOfItsTask: false) }
        if runner.isSpoilt { runner.end() } else { needingExtras.ownRunner = OwnRunner(runner) }
    }
}

/// The runner of a machine whose clock wants tasks on an executor of its own: it is of use to no other machine.
final class OwnRunner {
    private var runner: Runner?

    init(_ runner: Runner) { self.runner = runner }

    deinit { runner?.end() }

    func take() -> Runner? { runner.take() }
}

/// How many machines run actions inside of each other's, because they share an executor and wait for each other.
private enum Nesting {
    /// Each takes some of the thread's stack.
    static let limit = 16
    private static let counter = ThreadCounter()
    static var depth: Int {
        get { counter.value }
        set { counter.value = newValue }
    }
}
