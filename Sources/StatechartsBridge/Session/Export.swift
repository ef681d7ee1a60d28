public import Statecharts

/// An output or channel whose messages go over a bridge, whatever they are: what it is called, and how a ``Line`` of it
/// is begun.
@usableFromInline
struct Export: Sendable {
    /// Makes the outbound port for a bridge of this name. Made where the type is known, so that what lies between port
    /// and way out is compiled for it.
    @usableFromInline typealias Begin = @Sendable (Outlet, _ bridge: String) -> any OutboundPortHandle

    let offer: ChannelOffer
    /// How many messages may wait for credit in the session.
    let ahead: Int
    let begin: Begin

    @usableFromInline
    init(_ offer: ChannelOffer, ahead: Int = 0, _ begin: @escaping Begin) {
        self.offer = offer
        self.ahead = ahead
        self.begin = begin
    }

    /// Where messages wait by a policy: so many in the session, encoded, and the rest in a buffer of their own. Newer
    /// ones cannot take the place of encoded ones.
    @usableFromInline
    static func places(_ policy: PortBuffering) -> (ahead: Int, buffering: PortBuffering) {
        switch policy {
        case .unbounded: (.max, .unbounded)
        case .waiting(let limit) where limit > 1: (limit - 1, .waiting(1))
        case .bufferingOldest(let limit) where limit > 1: (limit - 1, .bufferingOldest(1))
        case .waiting, .bufferingOldest, .bufferingNewest: (0, policy)
        }
    }
}
