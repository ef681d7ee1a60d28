// Children that are added, and removed.

extension Supervisor {
    /// Adds a machine as the last child: to be started by ``run()``, or now if that is under way.
    ///
    /// If the children with which the run began have not all started, the new one waits for them. With
    /// ``Strategy/oneForOne`` it waits for no others; with the other strategies a failure of one child concerns others,
    /// and those that were added before it start first.
    ///
    ///     let chat = supervisor.add("chat \(id)") { Machine(Chat(id)) }
    ///     chat.post(.open)  // kept until the machine has started
    ///     try await supervisor.remove("chat \(id)")
    ///
    /// If the supervisor has a child of this name that has not finished, the new one never runs: all calls of the
    /// returned handle throw a ``SupervisorError`` with the code ``SupervisorError/Code/nameTaken``, and the slip is
    /// reported on standard error. If the other one has finished, the new one takes its place. A child that is added
    /// after the run has ended waits for the next run.
    /// - Parameters:
    ///   - name: what ``events`` call it.
    ///   - restart: where it goes on after a restart.
    ///   - mailbox: what happens to events that were not taken.
    ///   - system: the system that it is a member of from now on, as by `System.add`, before its first machine takes
    ///     anything. The system is not kept.
    ///   - make: makes a machine and does not start it; called once for each life. What it throws counts as a failure.
    /// - Returns: the handle to send events to, in all of the child's lives.
    @discardableResult
    public func add<Top: Statechart>(
        _ name: String, restart: Restart = .fresh, mailbox: MailboxPolicy = .kept, in system: System? = nil,
        make: @escaping @Sendable () throws -> Machine<Top>
    ) -> SupervisedMachine<Top> {
        let child = SupervisedMachine(name, restart, mailbox, time, make) { [weak self] in self?.emit($0) }
        // Before it is known to this supervisor, which may start it at once.
        let isTaken = contents.withLock { $0.children[name].map { !$0.isOver } ?? false }
        if !isTaken { _ = system?.admit(child) }
        if isTaken || !add(child) {
            let taken = SupervisorError(
                .nameTaken, name,
                "the supervisor has a child of this name; give this one another name, or remove the other one before")
            child.close(taken)
            child.depart()
            Misuse.tell("\(taken)")
        }
        return child
    }

    /// Adds a supervisor as the last child; only this one may run it.
    ///
    /// If it is already running when it is to be started, that is a failure of this child, with the code
    /// ``SupervisorError/Code/alreadyRunning``; the run under way goes on. Adding a supervisor that this one is below,
    /// or this one itself, traps, and so does a name that another child has, unless that one has finished.
    public func add(_ name: String, _ supervisor: Supervisor) {
        if !add(SupervisedSupervisor(name, supervisor)) {
            trap(
                "\(name) was added to a supervisor that has a child of this name",
                "give it another name, or remove the other one before")
        }
        // Afterwards: of two that close a ring at once, one sees it.
        if supervisor.leads(to: self) {
            trap(
                "\(name) was added to a supervisor that is itself, or that it runs",
                "add it to one that is not below it, or make another Supervisor")
        }
    }

    /// Answers `false` if there is a child of this name that has not finished.
    private func add(_ child: any SupervisedChild) -> Bool {
        typealias Added = (isAdded: Bool, former: (any SupervisedChild)?, listener: (@Sendable () -> Void)?)
        let added = contents.withLock { contents -> Added in
            let former = contents.children[child.name]
            if let former, !former.isOver { return (false, former, nil) }
            contents.children.remove(child.name)
            contents.children.add(child.name, child)
            guard contents.takesRequests else { return (true, former, nil) }
            contents.requests.append(.add(child, insteadOf: former))
            return (true, former, contents.listener)
        }
        added.listener?()
        return added.isAdded
    }

    /// The names of the children, in the order in which they were added, including those that have finished.
    public var names: [String] { children.map(\.name) }

    /// Removes a child: it is stopped, with what it has accepted taken and its states exited, and is no longer known.
    ///
    /// Returns when that is done; if the supervisor does not run, at once. What is sent to the child afterwards is
    /// refused as after its end. Its name is free then. An error on the way is reported in ``events``.
    ///
    /// If the child waits to be started just then, or its start is cut short, no machine takes what it has accepted:
    /// callers that await it get the same as after its end, and what was posted is reported on standard error.
    ///
    /// May be called from an action, even from an entry action while its machine is being started. If the child's first
    /// step is suspended, that step comes to its end first, and its task is cancelled, so that an action which heeds
    /// that throws `CancellationError`. The same holds whenever a supervisor ends a child that is starting.
    /// - Returns: `false` if there is no child of this name.
    /// - Throws: ``MachineError`` with the code ``MachineError/Code/deadlock``, at once, from inside an action that the
    ///   child waits for, directly or through others: a machine cannot wait for its own end. To end itself, it reaches
    ///   a final state, or has another task remove it.
    @discardableResult
    public func remove(_ name: String) async throws -> Bool {
        guard let child = contents.withLock({ $0.children[name] }) else { return false }
        let waiting = try WaitGraph.enter(
            child, advice: "have another task remove the child, or let it come to its end by a final state")
        defer { WaitGraph.leave(waiting) }
        await withCheckedContinuation { reply in
            let listener = contents.withLock { contents -> (@Sendable () -> Void)? in
                // Unless it has been replaced.
                if contents.children[child.name] === child { contents.children.remove(child.name) }
                guard contents.takesRequests else { return nil }
                contents.requests.append(.remove(child, reply))
                return contents.listener ?? {}
            }
            guard let listener else {
                child.dismiss()
                return reply.resume()
            }
            listener()
        }
        return true
    }
}
