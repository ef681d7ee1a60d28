/// Connects an output to an input: from now on each message that is sent arrives there.
///
/// Safe at any time and from anywhere, before and after machines are started. Connecting the same two ports twice
/// delivers twice. If the output has a current value, the input gets that at once.
@discardableResult
@inlinable
public func connect<Message>(_ output: OutputPort<Message>, to input: InputPort<Message>) -> Connection {
    Connection.make(output.storage, input.storage)
}

/// Connects an output to an input that understands other messages, or only some of the output's.
///
/// The mapping returns the input's message for one of the output's, `nil` for those that the input does not get. It is
/// called once for each message that comes to this connection, with no lock held, by the thread that delivers the
/// message; by several threads at once if several send at once. It should only compute its result:
/// ``OutputPort/sendWaiting(_:)`` calls it before it waits for room, and discards the result if the message is then not
/// delivered here, because the task is cancelled, the connection ends, or a contract of the output refuses the message.
/// If several connections lead to the output, or one of them ends while the sender waits, it is called again when the
/// message comes.
@discardableResult
@inlinable
public func connect<Message, Mapped>(
    _ output: OutputPort<Message>, to input: InputPort<Mapped>,
    _ mapping: @escaping @Sendable (Message) -> Mapped?
) -> Connection {
    Connection.make(output.storage, MappedSink(input.storage, mapping))
}

/// Forwards an output of an inner machine to an output of the composite, which thus looks like one machine (a proxy).
@discardableResult
@inlinable
public func connect<Message>(_ inner: OutputPort<Message>, to outer: OutputPort<Message>) -> Connection {
    Connection.make(inner.storage, outer.storage)
}

/// Forwards an output of an inner machine to an output of the composite, which sends other messages, or only some.
///
/// The mapping returns the composite's message for one of the inner machine's, `nil` for those that stay inside. It is
/// called like that of a connection from an output to an input.
@discardableResult
@inlinable
public func connect<Message, Mapped>(
    _ inner: OutputPort<Message>, to outer: OutputPort<Mapped>, _ mapping: @escaping @Sendable (Message) -> Mapped?
) -> Connection {
    Connection.make(inner.storage, MappedSink(outer.storage, mapping))
}

/// Forwards an input of a composite to an input of an inner machine (a proxy).
///
/// One input may be forwarded to several inner ones; each gets every message. Messages that came before are kept and
/// forwarded.
@discardableResult
@inlinable
public func connect<Message>(_ outer: InputPort<Message>, to inner: InputPort<Message>) -> Connection {
    outer.storage.forward(to: inner.storage)
}

/// Forwards an input of a composite to an input of an inner machine, which understands other messages, or only some.
///
/// The mapping returns the inner machine's message for one of the composite's, `nil` for those that the inner machine
/// does not get. It is called like that of a connection from an output to an input.
@discardableResult
@inlinable
public func connect<Message, Mapped>(
    _ outer: InputPort<Message>, to inner: InputPort<Mapped>, _ mapping: @escaping @Sendable (Message) -> Mapped?
) -> Connection {
    outer.storage.forward(to: MappedSink(inner.storage, mapping))
}

/// Connects an output to a machine without a port of its own: each message is an event in its mailbox.
///
/// Messages that come before the machine is started are kept, those that come after its end are undelivered. The
/// mapping returns the event for a message, `nil` for messages that the machine does not get.
@discardableResult
@inlinable
public func connect<Message, Top: Statechart>(
    _ output: OutputPort<Message>, to machine: Machine<Top>, _ mapping: @escaping @Sendable (Message) -> Top.Event?
) -> Connection {
    let events = InputStorage<Top.Event>(name: "events", buffering: .unbounded)
    events.attach(to: machine.address) { $0 }
    events.release()
    return Connection.make(output.storage, MappedSink(events, mapping))
}

/// Sends every element of a sequence to an input, in a task of its own.
///
/// If the input bounds its buffer by ``PortBuffering/waiting(_:)``, the sequence is iterated only while there is room.
/// The task ends with the sequence, when it throws, or by ``Connection/disconnect()``. It also ends when the input is
/// finished or released or its machine has ended, but notices that only with the next element, which is undelivered;
/// behind a proxy it does not know the machines.
@discardableResult
public func connect<Source: AsyncSequence & Sendable>(
    _ source: Source, to input: InputPort<Source.Element>
) -> Connection where Source.Element: Sendable {
    let feed = SequenceFeed(of: Source.Element.self)
    feed.begin { [weak storage = input.storage] _ in
        do {
            for try await message in source {
                guard let storage else { return }
                try await storage.sendWaiting(message)
                if storage.takesNoMore { return }
            }
        } catch {
            // The sequence, or the task, came to its end.
        }
    }
    return Connection(feed, 0, to: input.storage)
}

/// Sends the elements of a sequence to an input; kept by its task.
private final class SequenceFeed: ConnectionSource {
    let label: PortLabel
    private let task = Guarded<Task<Void, Never>?>(nil)

    init(of element: Any.Type) { label = PortLabel(owner: "", name: String(describing: element)) }

    func begin(_ work: @escaping @Sendable (SequenceFeed) async -> Void) {
        let begun = Task { await work(self) }
        task.withLock { $0 = begun }
    }

    func isConnected(_ id: Int) -> Bool { task.withLock { $0 }?.isCancelled == false }
    func disconnect(_ id: Int) { task.withLock { $0 }?.cancel() }
}
