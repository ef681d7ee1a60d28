/// Gives each message to exactly one of several receivers: of those that are ready, the one whose last message was
/// longest ago.
///
///     let jobs = PointToPointChannel<String>("jobs")
///     connect(office, to: jobs)
///     connect(jobs, to: first.orders)
///     connect(jobs, to: second.orders)  // each job goes to one of the two, to whoever is ready
///
/// A machine is ready when it has completed the step of the last message that its port took, a closure when it has
/// returned, and a task when it waits for the port's next message. While no receiver is ready, messages are kept, in
/// order. Any number of outputs may be connected. An input port behind a channel takes its messages one at a time,
/// those of other connections too.
///
/// How long a receiver has been ready makes no difference. A newly connected receiver comes after all others, for its
/// first message.
///
/// A machine that is busy for longer than a step says so by its states: it receives its port only while it is idle, see
/// ``TopState/receive(_:while:as:)``. Its next job then waits in the channel, for the first receiver that is ready.
///
/// A machine that ends is passed over. A message that it was given, but had not begun a step for, goes back to the
/// channel, in its old place, and to another machine. The same holds between two lives of a supervised machine: the
/// next machine is given messages again. A message that a machine had begun a step for stays with that machine, even if
/// it deferred the event.
///
/// - Isolation: `Sendable`; everything may be called from anywhere.
public final class PointToPointChannel<Message: Sendable>: Sendable {
    let storage: ChannelStorage<Message>

    /// Makes a channel without senders and receivers.
    /// - Parameter name: what records and diagrams call it; by default the type of the messages.
    public init(_ name: String? = nil) { storage = ChannelStorage(name: name) }

    /// The name of the channel.
    public var label: PortLabel { storage.identity.label }

    /// How many messages wait for a receiver that is ready.
    public var bufferedCount: Int { storage.bufferedCount }
}

extension PointToPointChannel: PortFace {
    var port: any PortStorage { storage }
}

/// Connects an output to a channel: each message goes to exactly one of the channel's receivers.
@discardableResult
public func connect<Message>(_ output: OutputPort<Message>, to channel: PointToPointChannel<Message>) -> Connection {
    Connection.make(output.storage, channel.storage)
}

/// Connects a channel to one more receiver. After ``Connection/disconnect()`` that one gets no more of its messages.
@discardableResult
public func connect<Message>(_ channel: PointToPointChannel<Message>, to input: InputPort<Message>) -> Connection {
    channel.storage.connect(input.storage)
}
