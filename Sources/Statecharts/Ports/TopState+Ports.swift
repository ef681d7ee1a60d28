extension TopState {
    /// Turns each message of an input port into an event; the machine then takes the port's messages.
    ///
    ///     override func configure() {
    ///         receive(orders) { .order($0) }
    ///         receive(cancellations, Event.cancel)
    ///         substates(open)
    ///     }
    ///
    /// Messages that came before the machine's start are taken after its first step and after events posted before, in
    /// order. After the machine's end they are counted as undelivered. The mapping runs where the message is sent, not
    /// on the machine.
    ///
    /// In the chart of a ``Submachine`` the ports are those of the machine that runs it: messages wait in its mailbox
    /// in order with everything else, and are then offered inside, as events of timers are. While the submachine is not
    /// active, no state there takes them.
    ///
    /// Call it from ``StateNode/configure()``, once for each port: a second call is a mistake of the chart, see
    /// ``ChartError/Code/declaredTwice``. Elsewhere it is a mistake of the step, see ``StepError/Code/declaredLate``.
    /// An ``Interpreter`` has no mailbox: there the ports keep their messages.
    @inlinable
    public final func receive<Message>(
        _ port: InputPort<Message>, _ event: @escaping @Sendable (Message) -> Event
    ) { receive(port.storage, in: nil, event) }

    /// Like ``receive(_:_:)``, for messages that the machine takes only while one of these states is active: its state
    /// says when it is ready.
    ///
    ///     override func configure() {
    ///         receive(jobs, while: idle) { .job($0) }  // one at a time, and none while working
    ///         substates(idle, working)
    ///     }
    ///
    /// A message is given to the machine when it has completed a step in one of the states, and the next one when it
    /// has completed the step of that message and is still, or again, in one of them. Until then messages wait in the
    /// port; those of a ``PointToPointChannel`` wait in the channel, for the first receiver that is ready. If the
    /// machine has left the states by the time the message's turn comes, because of an event that was sent before, the
    /// message goes back to where it waited, in its old place. So no handler is ever asked about it in another state,
    /// and none need defer it.
    ///
    /// Between two lives of a supervised machine messages wait as well, whatever its mailbox policy; there, and in an
    /// exploration, no message is given to a machine that is not ready.
    ///
    /// Readiness follows from the active states alone: a machine that starts from a snapshot is ready at once if it was
    /// ready when that was taken. While a step is suspended, the machine is not ready.
    /// - Parameters:
    ///   - port: as for ``receive(_:_:)``.
    ///   - states: states of this chart; a composite one counts with everything inside.
    ///   - event: as for ``receive(_:_:)``.
    public final func receive<Message>(
        _ port: InputPort<Message>, while states: StateNode..., as event: @escaping @Sendable (Message) -> Event
    ) { receive(port.storage, in: states, event) }

    /// Inlinable, so that the delivery is compiled for the types.
    /// - Parameter states: those in which the messages are taken; `nil` for all.
    @inlinable
    final func receive<Message>(
        _ port: InputStorage<Message>, in states: [StateNode]?, _ event: @escaping @Sendable (Message) -> Event
    ) {
        declareReception(of: port, while: states) { address in
            port.attach(to: address, event)
        } inside: { address in
            port.attach(to: address) { event($0) }
        }
    }

    /// A port for the events of a chart itself: see ``receive(_:)``.
    public typealias EventPort = InputPort<Event>

    /// Makes a port the machine's event port: what is sent to it is an event.
    ///
    ///     let events = EventPort("events")
    ///
    /// From inside, `top.events.send(.again)` lets the machine send itself an event that waits its turn after
    /// everything that has come before, and that a watching ``System`` sees with its cause; `raise(_:)` is for events
    /// that belong to the present step. From outside, the port is connected or sent to like any other;
    /// ``Machine/post(_:)`` and ``Machine/send(_:)`` need no port. Everything else is as with ``receive(_:_:)``.
    @inlinable
    public final func receive(_ events: EventPort) { receive(events) { $0 } }

    /// Declares that code other than this chart's `receive(_:_:)` takes the messages of an input port that the top
    /// state stores: a state that listens to it, a task that iterates it, a closure given to it later, or an inner port
    /// that it is forwarded to.
    ///
    ///     override func configure() {
    ///         receive(events)  // what is sent to it is an event
    ///         receiveElsewhere(readings)  // Measuring listens to them
    ///         substates(measuring)
    ///     }
    ///
    /// Without this, a port that nothing receives from when the machine starts is reported as forgotten
    /// (``ChartError/Code/notReceived``). Call it from ``StateNode/configure()``; elsewhere it is a mistake of the
    /// step, see ``StepError/Code/declaredLate``.
    public final func receiveElsewhere<Message>(_ port: InputPort<Message>) {
        declareReception(of: port.storage, while: nil, nil, inside: { _ in })
    }

    /// - Parameter attach: lets the messages into the mailbox; `nil` if other code takes them.
    @usableFromInline
    final func declareReception(
        of port: any DeliveringPort, while states: [StateNode]?,
        _ attach: ((MachineAddress<Event>) -> Void)?, inside: @escaping (InsideAddress) -> Void
    ) {
        guard mayDeclare("receive(…)", fix: "override configure() and call it there") else { return }
        // A chart is configured again when a start was refused.
        if Declaration.beginPorts() { receptions = Receptions() }
        receptions?.add(Receptions.Reception(port: port, states: states, attach: attach, attachInside: inside))
    }

    /// Lets the ports' messages into the machine's mailbox.
    final func attachPorts(to address: MachineAddress<Event>) {
        for reception in receptions?.all ?? [] { reception.attach?(address) }
    }
}

/// The ports whose messages a chart receives, in the order of their declaration.
final class Receptions<Event: Sendable>: PortReceptions, InsideReceiving {
    struct Reception {
        let port: any DeliveringPort
        /// The states in which the messages are taken, if not in all.
        let states: [StateNode]?
        /// `nil` if other code takes the messages.
        let attach: ((MachineAddress<Event>) -> Void)?
        let attachInside: (InsideAddress) -> Void
    }

    private(set) var all: [Reception] = []
    package private(set) var declaredTwice: [ObjectIdentifier] = []

    func add(_ reception: Reception) {
        let port = ObjectIdentifier(reception.port)
        if declares(port), !declaredTwice.contains(port) { declaredTwice.append(port) }
        all.append(reception)
    }

    package func declares(_ port: ObjectIdentifier) -> Bool { all.contains { ObjectIdentifier($0.port) == port } }
    package var gatingStates: [StateNode] { all.flatMap { $0.states ?? [] } }
    func addPorts(to gates: PortGates) {
        for reception in all where reception.attach != nil { gates.add(reception.port, while: reception.states) }
    }
    func attach(insideOf address: InsideAddress) { for reception in all { reception.attachInside(address) } }
}

extension TopState {
    fileprivate final var receptions: Receptions<Event>? {
        get { storedReceptions as? Receptions<Event> }
        set { storedReceptions = newValue }
    }
}

extension InputPort {
    package var receptionKey: ObjectIdentifier? { ObjectIdentifier(storage) }
    package var isReceived: Bool { storage.hasTaker }
}

extension ChartPorts {
    /// The insides of the ports that a chart stores, with the names of the properties.
    static func storages(
        of top: StateNode, isOneChart: Bool = false
    ) -> [(property: String?, port: any PortStorage)] {
        all(of: top, isOneChart: isOneChart).compactMap { property, port in
            (port as? any PortFace).map { (property, $0.port) }
        }
    }
}

extension Machine {
    /// The ports that the top state stores in properties, with the names of these, and those of the charts that are
    /// embedded in it.
    var storedPorts: [(property: String?, port: any PortStorage)] { ChartPorts.storages(of: interpreter.top) }
}
