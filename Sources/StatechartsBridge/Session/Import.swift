public import Statecharts

/// A port that messages from a bridge come to, whatever they are: what its channel is called, and how a message gets to
/// it.
@usableFromInline
struct Import: Sendable {
    /// What became of a message: it was given to the port, or it is to be when those before it have arrived.
    @usableFromInline
    enum Outcome: Sendable {
        case given(InboundOutcome)
        case waits(@Sendable () -> InboundOutcome)
    }
    /// Reads a message and, if it need not wait, gives it to the port. Made where the type is known, so that it is
    /// compiled for it.
    @usableFromInline
    typealias Take = @Sendable (_ bytes: [UInt8], _ body: Range<Int>, MessageHeader, _ waits: Bool) throws -> Outcome

    let offer: ChannelOffer
    let listen: (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)?
    let isReady: (@Sendable () -> Bool)?
    let take: Take

    @inlinable
    init<Message: Sendable & Decodable>(_ offer: ChannelOffer, _ inbound: InboundPort<Message>) {
        let deliver = inbound.deliver
        self.init(offer, inbound.listen, inbound.isReady) { bytes, body, header, waits in
            let message = try JSONReader.body(bytes, body, as: Message.self)
            if waits { return .waits { deliver(message, header) } }
            return .given(deliver(message, header))
        }
    }

    @usableFromInline
    init(
        _ offer: ChannelOffer, _ listen: (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)?,
        _ isReady: (@Sendable () -> Bool)?, _ take: @escaping Take
    ) {
        self.offer = offer
        self.listen = listen
        self.isReady = isReady
        self.take = take
    }

    var tellsReadiness: Bool { listen != nil }
}
