/// Where messages leave a machine, or any other code, which need not know their receivers.
///
///     let guest = OutputPort<String>("guest"), shop = Shop()
///     connect(guest, to: shop.orders)  // the chart's ports, before the machine is made of it
///     let notices = shop.notices.stream()
///
///     let machine = Machine(shop, clock: clock)
///     try await machine.start()
///     guest.send("soup")  // never waits
///
/// Code outside connects it: to input ports (`connect(_:to:)`), to a machine, or to a task that iterates
/// ``stream(buffering:)``. Any number of receivers may be connected, each gets every message (publish–subscribe); a
/// message that is sent while no receiver is connected is discarded, unless the port was made with a current value,
/// which late receivers get at once. If exactly one of several receivers is to get each message, connect a
/// `PointToPointChannel`.
///
/// Order: what one task or machine sends arrives at each receiver in the order of sending. A port with a current value
/// delivers all messages in one order, whichever task sends them, and the last one is the value that stays. A delivery
/// to a machine costs about as much as ``Machine/post(_:)``: no task and no stream is involved.
///
/// A port lives, with its connections, as long as something keeps it: its top state does, and if it is a proxy, so do
/// the outputs that are connected to it. Its streams end when it is finished or released.
///
/// - Isolation: `Sendable`; everything may be called from anywhere, even from inside actions.
public final class OutputPort<Message: Sendable>: Sendable {
    @usableFromInline let storage: OutputStorage<Message>

    /// Makes a port for a flow of messages.
    /// - Parameter name: what records and diagrams call it; by default the property of the top state that holds it, if
    ///   the machine is in a `System`, and otherwise the type of the messages.
    public init(_ name: String? = nil) {
        storage = OutputStorage(name: name)
    }

    /// Makes a port for a state, never a delta: a receiver that connects late gets the latest value at once.
    ///
    /// A value becomes current in its turn, when everything that was sent before has been delivered, or is held by a
    /// paused ``System``. One that the port's contract refuses does not become current.
    /// - Parameters:
    ///   - name: as for ``init(_:)``.
    ///   - current: the value before anything is sent.
    public init(_ name: String? = nil, current: Message) {
        storage = OutputStorage(name: name, OutputStateMachine(current: current))
    }

    /// Makes a port for a state of which only changes are sent: a value that equals the previous one is left out.
    ///
    ///     let unread = OutputPort("unread", distinct: 0)
    ///
    /// Everything else is as for ``init(_:current:)``. Each value is compared with the one that was sent before it,
    /// even if a ``System`` holds that: in the order of sending, by the thread that delivers, with no lock held. What
    /// is left out is not a message: no sender waits for room for it, and no ``System`` and no contract sees it.
    /// - Parameters:
    ///   - name: as for ``init(_:)``.
    ///   - current: the value before anything is sent.
    public init(_ name: String? = nil, distinct current: Message) where Message: Equatable {
        storage = OutputStorage(name: name, OutputStateMachine(current: current), isSame: { $0 == $1 })
    }

    init(_ storage: OutputStorage<Message>) { self.storage = storage }

    /// Sends a message to all connected receivers, and returns at once.
    ///
    /// Never waits: receivers with bounded buffers drop by their policy, see ``PortBuffering``. Messages sent after
    /// ``finish()`` are reported as undelivered.
    @inlinable
    public func send(_ message: Message) {
        _ = storage.reclaimer.read { storage.offer(Parcel(message: message, context: nil), mode: .immediate, $0) }
    }

    /// Waits until there is room at every receiver that bounds its buffer by ``PortBuffering/waiting(_:)``, then sends.
    ///
    /// Room is held at each receiver while this waits for the next one, so that a message arrives at all of them or,
    /// when the call throws, at none. All senders go through the receivers in the same order, so that no two wait for
    /// room that the other one holds. A receiver that the message reaches several times, because it is connected twice
    /// or through several proxies, needs room for it once: with the other copies it may have more than its limit.
    ///
    /// Room that is held is not available to others. So an action of a machine that takes this port's messages must not
    /// wait for room at another of the port's receivers: if both are full, the wait may never end, and this is not
    /// detected.
    ///
    /// A message that a contract refuses (`enforce(_:onViolation:_:)`) is reported there; this does not throw for it. A
    /// receiver that is disconnected meanwhile is not waited for any more, and gets nothing; one that is connected
    /// meanwhile gets the message as it would from ``send(_:)-(Message)``.
    /// - Throws: `CancellationError` if the task is cancelled while it waits, ``PortError`` if the port is finished,
    ///   even while this waits, or numbers changes (``init(_:changesOf:)``), which cannot wait; ``MachineError`` with
    ///   the code ``MachineError/Code/deadlock`` inside an action if room would come only after that action: one of the
    ///   receivers is the action's own machine, or waits for it.
    public func sendWaiting(_ message: Message) async throws { try await storage.sendWaiting(message) }

    /// The latest value of a port that was made with a current one, otherwise `nil`.
    ///
    /// It is the value that was sent last as soon as ``send(_:)-(Message)`` returns, even while a paused ``System``
    /// holds that message. If another message of this port is being delivered just then, or its contract is busy with
    /// another message, the value changes a moment later.
    public var current: Message? { storage.latest }

    /// Ends the streams of this port, after what was sent before. Messages sent from now on are reported as
    /// undelivered. Calling it twice changes nothing.
    ///
    /// Input ports that are connected stay as they are: other outputs may be connected to them.
    public func finish() { storage.finish() }

    /// The name of the port, with that of its owner.
    public var label: PortLabel { storage.identity.label }

    /// How many messages were sent while no receiver was connected, and so discarded. A port with a current value,
    /// which keeps what is sent, does not count them.
    public var unheardCount: Int { storage.unheardCount }
}

extension OutputPort: PortFace {
    var port: any PortStorage { storage }
}
