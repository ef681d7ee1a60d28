// What the owner gives one of its machines, by key. What comes of it is decided as for a ``Child``.

extension ChildMachines {
    /// Gives the machine of a key an event and returns at once, as ``Child/post(_:)`` does.
    ///
    /// Unlike `list[key]?.post(event)`, this also reaches children that an explorer runs, a `TestMachine` notes it, and
    /// a child that was told to stop takes nothing more.
    /// - Returns: `false` if there is no machine of this key, it has come to its end, or was told to stop, as is the
    ///   case in `exit()` of its state.
    @discardableResult
    public func post(_ event: Inner.Event, to key: Key) -> Bool { seats[key]?.post(event) ?? false }

    /// Gives the machine of a key an event and waits until its step is complete, as ``Child/send(_:)`` does.
    ///
    /// Unlike `list[key]?.send(event)`, this also reaches children that an explorer runs, a `TestMachine` notes it, and
    /// a child that was told to stop takes nothing more. Before the machine has begun, the event waits for that. If the
    /// machine waits for its restart, an action of the owner that awaits this is suspended until then.
    /// - Returns: ``Outcome/finished`` if there is no machine of this key, it has come to its end, or was told to stop.
    /// - Throws: what ``Machine/send(_:)`` throws; ``MachineError`` with the code ``MachineError/Code/deadlock`` in the
    ///   step that has added the machine, since it begins when that step is over.
    @discardableResult
    public func send(_ event: Inner.Event, to key: Key) async throws -> Outcome {
        try await seats[key]?.send(event) ?? .finished
    }

    /// Asks the machine of a key something and waits for the answer, as ``Child/ask(within:_:)`` does.
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .open(let room): .handled { rooms.add(room) }
    ///         case .clean(let room): .handled { try await rooms.send(.clean, to: room) }  // clean when this is over
    ///         case .look(let room): .handled { top.guests = try await rooms.ask(room) { .guests(reply: $0) } }
    ///         case .close(let room):
    ///             .handled {
    ///                 rooms.remove(room)
    ///                 await rooms.stopped(room)  // its `exit()` is over
    ///                 top.closed.append(room)
    ///             }
    ///         }
    ///     }
    ///
    /// - Parameters:
    ///   - key: the key of the machine.
    ///   - limit: how long the answer is waited for, by the machine's clock; `nil` for as long as it takes, also if the
    ///     machine waits for its restart.
    ///   - event: makes the question from what is to be answered.
    /// - Throws: what ``Machine/ask(within:_:)`` throws; ``MachineError`` with the code ``MachineError/Code/finished``
    ///   if there is no machine of this key, or it was told to stop, or where children do not run, as in a
    ///   `TestMachine`.
    public func ask<Value: Sendable>(
        _ key: Key, within limit: Duration? = nil, _ event: (Reply<Value>) -> Inner.Event
    ) async throws -> Value {
        guard let seat = seats[key] else {
            throw Seat.missing("there is none of the key \(key)", fix: "add it in an earlier step, and see keys")
        }
        return try await seat.ask(within: limit, event)
    }

    /// Returns when the last machine of a key has ended, also one that was removed: at the latest `stopWithin` after it
    /// was stopped. Returns at once if there is none.
    ///
    /// In the step that has added the machine this counts as a mistake of the action, as ``Child/stopped()`` says.
    public func stopped(_ key: Key) async {
        await Seat.end(of: seats[key]?.life ?? leaving[key], at: path(of: key), in: entrySlot.node)
    }

    /// Gives all machines an event, in their order.
    public func postToAll(_ event: Inner.Event) { for (key, _) in seats.all { post(event, to: key) } }

    // MARK: Forwarding

    /// Returns the reaction of a handler that leaves an event to the machine of a key, as one of that machine's events.
    ///
    ///     override func handle(_ event: Event) -> Reaction {
    ///         switch event {
    ///         case .admit(let bed): .handled { beds.add(bed) }
    ///         case .discharge(let bed): .handled { beds.remove(bed) }
    ///         case .bed(let bed, let call): beds.forward(call, to: bed)  // unhandled if there is no such bed
    ///         default: .unhandled
    ///         }
    ///     }
    ///
    /// If there is no machine of this key when the handler is asked, the event is unhandled: the superior is asked, and
    /// if no state reacts, the machine of the state does what it does about such events. Otherwise the event counts as
    /// handled, whatever the child makes of it, as with ``Child/forward(_:)-6qvfc``: also if the child has not begun,
    /// for which the event waits, or has ended while its end still waits in the mailbox of the owner. To take an event
    /// in any case, return `.handled { beds.post(call, to: bed) }`.
    /// - Parameters:
    ///   - event: the event; `nil` for one that the child does not understand, which is unhandled.
    ///   - key: the key of the machine.
    public func forward<Top: Statechart>(_ event: Inner.Event?, to key: Key) -> Reaction<Top> {
        guard let event, takes(key) else { return .unhandled }
        return .handled { self.post(event, to: key) }
    }

    /// Returns the same for the handler of a top state, whose reactions have a type of their own.
    public func forward<Event: Sendable>(_ event: Inner.Event?, to key: Key) -> TopState<Event>.Reaction {
        guard let event, takes(key) else { return .unhandled }
        return .handled { self.post(event, to: key) }
    }

    /// True if an event for a key is left to a machine.
    private func takes(_ key: Key) -> Bool { seats[key] != nil }
}
