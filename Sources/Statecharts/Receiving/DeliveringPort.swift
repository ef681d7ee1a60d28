/// An input port whose messages a machine takes as events, whatever its messages.
@usableFromInline
protocol DeliveringPort: AnyObject, Sendable {
    /// The number by which envelopes name the port.
    var number: PortNumber { get }

    // What became of a message that the port has put into the mailbox.

    /// The step of a counted message is complete: the port may give the next one.
    func deliveryHandled()
    /// The machine ended before it took the message.
    func deliveryLost(_ message: any Sendable, counted: Bool)

    // When the port may give messages, see `PortGates`.

    /// Gives no message before ``setOpen(_:)``. To be called before a machine takes messages.
    func closeGate()
    /// Says whether the machine takes messages in its present states.
    func setOpen(_ isOpen: Bool)
    /// False while none of the states is active in which a machine receives the port.
    var isOpen: Bool { get }
    /// Says whether a supervised machine is between two lives: then channels give it nothing.
    func setPaused(_ isPaused: Bool)
    /// True while a supervised machine is between two lives.
    var isPaused: Bool { get }

    /// What waits in the port.
    var buffered: [any Sendable] { get }
    /// Has other messages wait, for a simulation that comes back to where it was.
    func setBuffered(_ messages: [any Sendable])
}
