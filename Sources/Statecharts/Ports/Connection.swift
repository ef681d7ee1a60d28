/// A connection between two ports: a handle to look at it and to end it.
///
/// A connection stays until it is ended, until its output is finished or released, or until a message arrives whose
/// input is finished, or is released without a machine; the handle need not be kept. Of many connections, those whose
/// inputs are released and whose machines have ended also end without a message, when others are made. The end of a
/// machine alone does not end the connections of its ports: what comes there is counted as undelivered, see
/// ``InputPort/undeliveredCount``.
public final class Connection: Sendable, CustomStringConvertible {
    private weak let source: (any ConnectionSource)?
    private let id: Int
    private weak let end: (any ConnectionEnd)?

    /// Connects an output to an end. Inlinable, so that the delivery is compiled for its types.
    /// - Parameter introduces: false if the end was connected when a snapshot was taken, and so has its current value.
    @inlinable
    static func make<Message, End: Sink<Message>>(
        _ output: OutputStorage<Message>, _ sink: End, introduces: Bool = true
    ) -> Connection {
        let id = output.connect(sink, introduces: introduces) { sink.offer($0, mode: $1, $2) }
        return Connection(output, id, to: sink)
    }

    @usableFromInline
    init(_ source: any ConnectionSource, _ id: Int, to end: any ConnectionEnd) {
        self.source = source
        self.id = id
        self.end = end
    }

    /// Ends the connection: messages that are sent from now on do not pass it. Those that were sent before still
    /// arrive.
    ///
    /// A sender that waits in ``OutputPort/sendWaiting(_:)`` for room at the other end no longer waits for it, and
    /// sends to the other receivers. May be called from anywhere, even while messages pass; calling it twice changes
    /// nothing.
    public func disconnect() { source?.disconnect(id) }

    /// True while messages pass.
    public var isConnected: Bool { end != nil && source?.isConnected(id) ?? false }

    /// `Cart.notices → Mailer.requests`; `not connected` if one of the ends is gone.
    public var description: String {
        guard isConnected, let source, let end else { return "not connected" }
        return "\(source.label) → \(end.edge.label)"
    }
}

/// What a connection comes from: an output, a channel, or a task that reads a sequence.
@usableFromInline
protocol ConnectionSource: AnyObject, Sendable {
    var label: PortLabel { get }
    func isConnected(_ id: Int) -> Bool
    func disconnect(_ id: Int)
}

extension ConnectionSource where Self: PortStorage {
    @usableFromInline var label: PortLabel { identity.label }
}
