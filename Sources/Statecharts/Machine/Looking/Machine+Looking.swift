extension Machine {
    /// The active states; empty before the start, and after the end those in which the machine ended.
    ///
    ///     print(await machine.configuration)  // (On.Tape.Playing, On.Sound.Muted)
    ///
    /// The value is read after everything that this task has posted was taken; while a step is suspended, it is what is
    /// active so far.
    public var configuration: Configuration {
        drainHere()
        return interpreter.configuration
    }

    /// The paths of the innermost active states of the machine and of its child machines; those of a child begin with
    /// the path of the state that owns it.
    ///
    ///     print(await machine.activePaths)  // ["Playing", "Playing/player:Playing"]
    ///
    /// Children come in the order of their states, each state's in the order of its properties and lists; one that is
    /// restarted stays where it was. A child in a list has its key in brackets: `Open/rows[1]:Loading`. A child that
    /// has not begun is listed without a state. The machines are asked one after the other, each as by
    /// ``configuration``: while they are running, the result is not of one moment, unlike a ``Snapshot``.
    public var activePaths: [String] { get async { await activePaths(behind: nil) } }

    func activePaths(behind prefix: String?) async -> [String] {
        let label = prefix.map { "\($0)\(name):" } ?? ""
        var paths = configuration.leaves.map { "\(label)\($0.path)" }
        if paths.isEmpty, let prefix { paths = ["\(prefix)\(name)"] }
        for child in interpreter.engine?.services?.childMachines ?? [] {
            paths += await child.activePaths(behind: label)
        }
        return paths
    }

    /// All states and pseudostates of the chart, in document order, the top first; empty before the start.
    public var vertices: [StateID] { interpreter.vertices }

    /// The phase of the machine's life; ``Interpreter/Status/stopped`` even if it was stopped before its start.
    public var status: Interpreter<Top>.Status {
        switch interpreter.status {
        case .new: hasEnded ? .stopped : .new
        // A machine runs until all that belonged to its states has ended.
        case .running, .finished, .stopped, .terminated, .failed: hasEnded ? interpreter.status : .running
        }
    }

    /// Whether the state that the key path leads to is active, after everything that this task has posted.
    ///
    ///     let isPlaying = await machine.isActive(\.on.tape.playing)
    ///
    /// `false` before the start and after the end.
    public func isActive<S: StateNode>(_ state: any KeyPath<Top, S> & Sendable) -> Bool {
        drainHere()
        return interpreter.isActive(state)
    }

    /// Every step from now on, each with its whole record; ends when the machine does.
    ///
    ///     let steps = machine.steps  // subscribed from here on
    ///     try await machine.start()
    ///     try await machine.send(.power)
    ///     try await machine.stop()
    ///     for await step in steps { print(step.trigger, step.outcome, step.configuration) }
    ///
    /// Each access makes a new subscription that starts at once, not when it is first iterated. Its buffer is
    /// unbounded: a slow reader never holds up the machine. Use ``steps(buffering:)`` to bound it.
    public nonisolated var steps: Steps { steps(buffering: .unbounded) }

    /// Every step from now on, with the given buffering policy.
    public nonisolated func steps(
        buffering policy: AsyncStream<Macrostep<Event>>.Continuation.BufferingPolicy
    ) -> Steps {
        Steps(subscription: StepSubscription(observers, of: ObjectIdentifier(self), .init(policy)))
    }

    /// The configuration as it changes, beginning with the present one if the machine has started; ends when the
    /// machine does.
    ///
    /// Do not await it in an action that the machine waits for: the loop ends there, with an error as described for
    /// ``Steps``.
    ///
    ///     let configurations = other.configurations  // the present one first
    ///     other.post(.power)
    ///     for await configuration in configurations { if configuration.description.contains("On") { break } }
    public nonisolated var configurations: AsyncStream<Configuration> { configurations(buffering: .unbounded) }

    /// The configuration as it changes, with the given buffering policy: `.bufferingNewest(1)` for a user interface.
    public nonisolated func configurations(
        buffering policy: AsyncStream<Configuration>.Continuation.BufferingPolicy
    ) -> AsyncStream<Configuration> {
        let (stream, key) = observers.configurations(of: ObjectIdentifier(self), buffering: policy)
        Task.detached(priority: Task.currentPriority) { await self.tellConfiguration(to: key) }
        return stream
    }

    /// Returns when the machine has come to its end; at once if it already has.
    ///
    ///     try await machine.finished  // returns at the end, however it came about
    ///
    /// A machine whose chart ``start()`` has refused has not come to its end, and neither has one that was never
    /// started: this waits until it is stopped.
    /// - Throws: ``StepError`` if the machine failed, or if an exit action threw while it ended; `CancellationError` if
    ///   the waiting task is cancelled, ``MachineError`` with the code ``MachineError/Code/deadlock`` from inside an
    ///   action that this machine waits for; of a child, ``SnapshotError`` or ``PlaceError`` if it could not begin.
    public nonisolated var finished: Void {
        get async throws {
            let waiting = try WaitGraph.enter(ObjectIdentifier(self))
            defer { WaitGraph.leave(waiting) }
            try await observers.waitForEnd()
        }
    }
}
