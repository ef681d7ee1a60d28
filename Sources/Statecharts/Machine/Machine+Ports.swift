extension Machine {
    /// Reads a port, or anything else that is `Sendable`, of the chart's top state.
    ///
    ///     let orders = await machine.port(\.orders)
    ///     orders.send("tea")
    ///
    /// Works at any time of the machine's life. Ports can also be read from the chart before the machine is made of it,
    /// as the example at ``OutputPort`` does.
    public func port<Port: Sendable>(_ port: any KeyPath<Top, Port> & Sendable) -> Port {
        interpreter.top[keyPath: port]
    }

    /// Where messages for this machine are put.
    @usableFromInline
    nonisolated var address: MachineAddress<Event> { address(orElse: nil) }

    /// - Parameter takeOver: gets what comes when the machine has ended.
    private nonisolated func address(
        orElse takeOver: (@Sendable (Letter<Event>) -> Bool)?
    ) -> MachineAddress<Event> {
        MachineAddress(
            mailbox, of: ObjectIdentifier(self), orElse: takeOver,
            name: { [arrangements] in arrangements?.name ?? ClassFacts.of(Top.self).name }
        ) { [weak self] in
            guard let self else { return }
            self.callCourier()
        }
    }

    /// Lets the messages of the top state's ports into the mailbox, those first that the ports have kept.
    func attachPorts() {
        if interpreter.top.receivesFromPorts, let top = interpreter.top as? TopState<Event> {
            top.attachPorts(to: address(orElse: extras?.succession?.takeOver))
        }
        guard let engine = interpreter.engine else { return }
        for submachine in engine.topology.scopeNodes.dropFirst() {
            let top = engine.nodes[submachine + 1]
            guard top.receivesFromPorts else { continue }
            let address = address(orElse: extras?.succession?.takeOver)
            top.attachPorts(insideOf: InsideAddress(address, insideOf: submachine + 1))
        }
    }

    // MARK: Causes

    /// Remembers what caused the step that begins for a caller who waits.
    func noteCause() {
        origin = Tracing.present
    }

    /// Puts a letter into the mailbox, with what the present code was caused by.
    @usableFromInline
    nonisolated func put(_ letter: Letter<Event>) -> Mailbox<Event>.Receipt {
        mailbox.put(letter, causedBy: Tracing.present)
    }

    /// Runs the engine. Answers whether it has come to an action that suspends. While a system watches, what is sent
    /// meanwhile refers to the message that is being handled.
    @inline(__always)
    func advance(_ engine: Engine) -> Bool {
        guard Tracing.isActive || engine.bookmarks != nil else { return engine.runToPause() }
        return advanceCaused(engine)
    }

    func advanceCaused(_ engine: Engine) -> Bool {
        var isPaused = false
        repeat {
            isPaused = caused(in: engine) { engine.runToPause() }
        } while turned(engine)
        if let bookmarks = engine.bookmarks, bookmarks.isEmpty, !Tracing.isActive { engine.bookmarks = nil }
        return isPaused
    }

    /// Whether the engine has stopped before a deferred event, whose cause is that of the step from now on.
    private func turned(_ engine: Engine) -> Bool {
        guard let bookmarks = engine.bookmarks, bookmarks.hasTurned else { return false }
        bookmarks.hasTurned = false
        origin = bookmarks.current as? Origin
        return true
    }

    /// Does a part of a step, with the step's cause as that of whatever is sent, posted, armed, begun or deferred
    /// meanwhile.
    func caused<Result>(in engine: Engine, _ body: () -> Result) -> Result {
        guard Tracing.isActive || engine.bookmarks != nil else { return body() }
        let bookmarks = engine.bookmarks ?? Bookmarks()
        engine.bookmarks = bookmarks
        bookmarks.current = origin
        // What the machine does without a system watching is not caused by anything.
        defer { if !bookmarks.hasTurned { bookmarks.current = nil } }
        return Tracing.$cause.withValue(origin, operation: body)
    }

    /// Begins the step of a message for an embedded chart.
    func begin(_ letter: InsideLetter, _ engine: Engine) {
        passage = letter.passage
        origin = letter.passage.origin
        lookForObservers()
        let scope = engine.infos[letter.top].scope
        caused(in: engine) { _ = engine.takeInside(letter.event, scope: scope) }
    }

    // MARK: Passages

    /// Tells the port that the step of its message is complete.
    @inline(__always)
    func closePassage() {
        guard let passage else { return }
        self.passage = nil
        passage.handled()
    }

    /// Tells ports of messages that the machine did not take before its end.
    nonisolated func lose(_ letters: some Sequence<Letter<Event>>) {
        for letter in letters {
            switch letter {
            case .plain(let event, let port): port.lost(event)
            case .message(let event, let passage): passage.lost(event)
            case .inside(let letter): letter.passage.lost(letter.event)
            case .event, .question, .cause, .fail, .call, .visit, .stop, .service: break
            }
        }
    }
}
