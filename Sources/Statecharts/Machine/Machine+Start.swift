extension Machine {
    /// Starts the machine in these states instead of the initial ones: for previews, demonstrations, and tests of
    /// states that are reached late.
    ///
    ///     static func greeting() async throws -> Machine<Greeter> {
    ///         let machine = Machine(Greeter())
    ///         try await machine.start(in: \.greeting)  // with the entry actions on the way there
    ///         return machine
    ///     }
    ///
    /// Otherwise the first step is that of ``start()``: states are entered from the outside in, regions of which no
    /// state is named by default, as with a fork (UML 2.5.1, 14.2.3.7); then what has been posted is taken.
    /// - Parameter states: states that can be active together; superiors need not be named.
    /// - Throws: ``PlaceError`` if they cannot be active together, or if the machine continues from a snapshot, which
    ///   already says where; the machine has then ended. Also what ``start()`` throws.
    public func start<each S: StateNode>(in states: repeat any KeyPath<Top, each S> & Sendable) async throws {
        var nodes: [StateNode] = []
        for state in repeat each states { nodes.append(interpreter.top[keyPath: state]) }
        while isOccupiedBeforeStart { await waitForTurn() }
        if try enterChart(at: nodes) { try await awaitFirstStep() } else { drainAfterStart() }
    }

    /// Makes the chart ready and enters it. Answers whether the first step has come to an action that may suspend,
    /// which has not begun yet.
    @usableFromInline
    func enterChart(at targets: [StateNode] = []) throws -> Bool {
        guard interpreter.status == .new, !hasEnded, !isBusy else {
            throw MachineError(
                .alreadyStarted, machine: name,
                "the machine was started or stopped before; make a new one to start again")
        }
        return try occupied { try enterNewChart(at: targets) }
    }

    private func enterNewChart(at targets: [StateNode]) throws -> Bool {
        lookForObservers()
        if let queued = try interpreter.prepareStart() {
            inbox = Inbox(
                queued.compactMap { envelope in
                    switch envelope {
                    case .event(let event): .event(event, .nobody)
                    case .service(let inside as InsideEvent): .inside(inside, .nobody)
                    case .service(let message): (message as? ResourceMessage).map { .resource($0) }
                    }
                })
        }
        let places: [Int32]
        do {
            if options?.savedInputs.isEmpty == false { try restoreInputs() }
            places = try placesToEnter(targets)
        } catch {
            // What the machine is to begin with does not fit its chart, which is in order. Whoever owns it hears of it
            // also if somebody else has started it.
            end(by: isOwned ? error : nil)
            throw error
        }
        connectServices()
        connectReports()
        if let takeMail = cold?.handover?.takeMail {
            mailbox.beginGathering()
            attachPorts()
            takeMail(mailbox.endGathering)
            mailbox.endGathering([])
        } else {
            attachPorts()
        }
        cold?.gates?.begin()
        mailbox.start()
        guard let engine = interpreter.engine else { return false }
        cold?.firstStep = engine.stepCount + 1
        if advance(engine, from: begin(interpreter.isRestored ? .restored : .start(at: places), engine)) { return true }
        _ = try closeStep(engine)
        return false
    }

    /// The vertices at which to enter the chart; none for its initial ones.
    private func placesToEnter(_ targets: [StateNode]) throws -> [Int32] {
        if targets.isEmpty { return [] }
        if interpreter.isRestored {
            throw PlaceError(
                .continues, "a machine that continues from a snapshot is where it was; start it without states")
        }
        return try interpreter.engine?.places(of: targets) ?? []
    }

    /// Goes on with a first step that may suspend, and then with what has been posted meanwhile.
    @usableFromInline
    func awaitFirstStep() async throws {
        cold?.isStarting = true
        if let engine = interpreter.engine { _ = try await finishAwaited(engine, .suspended) }
        drainAfterStart()
    }

    /// Has the first step come to its end soon, if it is suspended or will be: the task of its actions is cancelled.
    /// For a supervisor that ends a machine while it starts; nothing else cancels an action.
    func cancelStart() async {
        needingCold.cancelsStart = true
        // An action task that was made just now may not have begun its action yet.
        while let actionTask = cold?.startActionTask, !actionTask.cancel() { await Task.yield() }
    }

    /// Remembers who goes on with the first step; not with that of an event which is recalled behind it.
    func keepStartTask(_ actionTask: ActionTask) {
        guard let cold, interpreter.engine?.stepCount == cold.firstStep else { return }
        cold.startActionTask = actionTask
        if cold.cancelsStart { Task(executorPreference: keeper?.executor) { await self.cancelStart() } }
    }

    /// After the first step: takes what has been posted meanwhile.
    @usableFromInline
    func drainAfterStart() {
        cold?.isStarting = false
        let isRestored = interpreter.isRestored
        updateFastEngine()
        cold?.handover?.started()
        if mailbox.open() || (isRestored && !inbox.isEmpty) { drainHere() }
        if isRestored { observers.publish(interpreter.configuration) }
    }
}
