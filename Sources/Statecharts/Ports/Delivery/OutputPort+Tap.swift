/// An output port whatever its messages, for those who want to see all that a chart sends.
package protocol TappablePort: Port {
    /// Has `body` called for each message, where it is sent.
    func tap(_ body: @escaping @Sendable (any Sendable) -> Void) -> Connection
}

extension OutputPort: TappablePort {
    package func tap(_ body: @escaping @Sendable (any Sendable) -> Void) -> Connection {
        Connection.make(storage, Tap<Message>(storage.identity, body))
    }
}

private final class Tap<Message: Sendable>: TerminalSink {
    private let source: PortIdentity
    private let body: @Sendable (any Sendable) -> Void

    init(_ source: PortIdentity, _ body: @escaping @Sendable (any Sendable) -> Void) {
        self.source = source
        self.body = body
    }

    func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        body(parcel.message)
        return .taken
    }

    var edge: (label: PortLabel, isPartial: Bool) { (source.label, false) }
}
