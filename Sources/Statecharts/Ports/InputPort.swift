/// Where messages enter a machine, or any other code, which need not know their senders.
///
/// A chart says once, in `configure()`, which event a message becomes:
///
///     final class Shop: TopState<Shop.Event> {
///         enum Event { case order(String), paid(Int) }
///
///         let orders = InputPort<String>("orders"), payments = InputPort<Int>("payments")
///         let notices = OutputPort<String>("notices")
///         let open = Open()
///
///         override func configure() {
///             receive(orders) { .order($0) }  // which event a message is
///             receive(payments, Event.paid)
///             substates(open)
///         }
///
///         final class Open: State<Shop, Shop> {
///             override func handle(_ event: Event) -> Reaction {
///                 guard case .order(let dish) = event else { return .unhandled }
///                 return .handled { top.notices.send("\(dish) is being made") }
///             }
///         }
///     }
///
/// The messages go straight into the machine's mailbox, in order; those that come before the machine starts are kept
/// until then.
///
/// Other code iterates the port, or gives it a closure:
///
///     for await plate in sink { print(plate) }
///
/// Several outputs may be connected to one input. One machine, one closure, or any number of iterating tasks receive
/// from it; tasks share the messages: each message goes to one of them. To observe messages that go to another
/// receiver, connect a second input to the output.
///
/// - Isolation: `Sendable`; everything may be called from anywhere.
public final class InputPort<Message: Sendable>: Sendable {
    @usableFromInline let storage: InputStorage<Message>

    /// Makes a port without connections.
    /// - Parameters:
    ///   - name: what records and diagrams call it; by default the property of the top state that holds it, if the
    ///     machine is in a `System`, and otherwise the type of the messages.
    ///   - policy: what happens to messages that have not been taken yet. With a bound, a machine gets the next message
    ///     when it has completed the step of the previous one, and the others wait in the port.
    public init(_ name: String? = nil, buffering policy: PortBuffering = .unbounded) {
        storage = InputStorage(name: name, buffering: policy.checked())
    }

    /// Makes a port that takes only some messages, so that a hub with many receivers needs no mapping at each
    /// connection.
    ///
    ///     let urgent = InputPort<Ticket>("urgent") { $0.priority > 5 }
    ///     connect(hub, to: urgent)
    ///
    /// What the filter does not let through is not a message of this port: it is neither dropped nor undelivered, no
    /// sender waits for room for it, no contract of the port judges it, and a ``System`` does not name the port among
    /// its receivers. A ``PointToPointChannel`` gives it to another receiver; if none of them understands it, it is
    /// discarded and reported as undelivered. The order is: the mapping of the connection, this filter, the contract,
    /// the buffer. A port without a filter costs nothing more. For a hub whose messages are of another type, see
    /// ``accepting(_:_:)``.
    /// - Parameters:
    ///   - name: as for ``init(_:buffering:)``.
    ///   - policy: as for ``init(_:buffering:)``.
    ///   - isUnderstood: whether a message is for this port. Called where messages are sent, possibly more than once
    ///     for a message; it should only decide.
    public init(
        _ name: String? = nil, buffering policy: PortBuffering = .unbounded,
        where isUnderstood: @escaping @Sendable (Message) -> Bool
    ) {
        storage = InputStorage(name: name, buffering: policy.checked(), where: isUnderstood)
    }

    /// Makes a port for the messages of a hub, of which this port gets those that it understands.
    ///
    ///     let meals = InputPort<Int>("meals")
    ///     let wishes = meals.accepting("wishes") { (wish: Wish) in
    ///         if case .meal(let table) = wish { table } else { nil }
    ///     }
    ///     connect(hub, to: wishes)
    ///
    /// It is a proxy that the owner of this port makes once, in place of a mapping at each connection; what arrives
    /// here through other connections does not pass the mapping. It lives as long as it is referenced or connected.
    /// - Parameters:
    ///   - name: what records and diagrams call the new port.
    ///   - mapping: the message of this port for one of the hub's; `nil` for what it does not understand.
    public func accepting<Hub: Sendable>(
        _ name: String? = nil, _ mapping: @escaping @Sendable (Hub) -> Message?
    ) -> InputPort<Hub> {
        let hub = InputPort<Hub>(name)
        connect(hub, to: self, mapping)
        return hub
    }

    deinit {
        storage.release()
    }

    /// Gives the port a message without a connection; never waits.
    @inlinable
    public func send(_ message: Message) { storage.send(message) }

    /// Gives the port a message as soon as there is room, if it bounds its buffer by ``PortBuffering/waiting(_:)``. If
    /// it is a proxy, this also waits for room behind it, as ``OutputPort/sendWaiting(_:)`` does.
    /// - Throws: `CancellationError` if the task is cancelled while it waits; ``MachineError`` with the code
    ///   ``MachineError/Code/deadlock`` from inside an action of the machine that takes the port's messages, or one
    ///   that this machine waits for.
    public func sendWaiting(_ message: Message) async throws { try await storage.sendWaiting(message) }

    /// Finishes the port, which takes no more messages. Iterating tasks get what is buffered; then their loops end.
    public func finish() { storage.finish() }

    /// The name of the port, with that of its owner.
    public var label: PortLabel { storage.identity.label }

    /// How many messages wait in the port.
    public var bufferedCount: Int { storage.bufferedCount }

    /// How many messages the buffering policy dropped.
    public var droppedCount: Int { storage.droppedCount }

    /// How many messages nobody took: they came after the end or the release of the machine or the port that was to
    /// take them, or waited for the machine when it ended.
    public var undeliveredCount: Int { storage.undeliveredCount }
}

extension InputPort: PortFace {
    var port: any PortStorage { storage }
}
