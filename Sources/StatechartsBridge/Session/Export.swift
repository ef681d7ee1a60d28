public import Statecharts

/// An output or channel whose messages go over a bridge, whatever they are: the way out, which departures give encoded
/// messages to.
@usableFromInline
final class Export: Sendable {
    /// Makes the departures for a bridge of this name. Made where the type is known, so that what lies between port and
    /// way out is compiled for it.
    @usableFromInline typealias Begin = @Sendable (Outlet, _ bridge: String) -> any Departing

    let offer: ChannelOffer
    /// How many messages may wait for credit in the session.
    let ahead: Int
    private let begin: Begin
    private let departures = Guarded<(any Departing)?>(nil)

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

    private var running: (any Departing)? { departures.withLock { $0 } }

    /// Begins to take messages for the bridge; the first one goes when `goOn()` is called. Until `end()` core and
    /// departures keep each other.
    func attach(to core: BridgeCore, as place: Int) {
        let departures = begin(Outlet(self, core, place), core.name)
        self.departures.withLock { $0 = departures }
    }

    func goOn() { running?.goOn() }

    /// There is no room until `goOn()` is called.
    func halt() { running?.halt() }

    /// Nothing new is taken; what waits still goes.
    func leave() { running?.leave() }

    /// Nothing goes from now on.
    /// - Parameter count: how many messages nobody is known to have got.
    func end(losing count: Int) {
        let departures = departures.withLock { $0.take() }
        if count > 0 { departures?.lose("\(count) of \"\(offer.channel)\", not acknowledged when the bridge ended") }
        departures?.end()
    }

    fileprivate func lose(_ message: any Sendable) { running?.lose(message) }

    /// True when no message waits here, and none is on its way from here to the session.
    var isQuiet: Bool { running?.isQuiet ?? true }
    var waitingCount: Int { running?.waitingCount ?? 0 }
    var droppedCount: Int { running?.droppedCount ?? 0 }
}

/// Where the departures of an export give their messages to.
@usableFromInline
struct Outlet: Sendable {
    private let export: Export
    private let core: BridgeCore
    private let place: Int

    init(_ export: Export, _ core: BridgeCore, _ place: Int) {
        self.export = export
        self.core = core
        self.place = place
    }

    /// Sends a message. Answers whether there is room for another one.
    @inlinable
    func send<Message: Sendable & Encodable>(_ message: Message, _ header: MessageHeader) -> Bool {
        do { return send(try MessageBody(message), header) ?? lose(message) } catch { return lose(message) }
    }

    /// `nil` if nobody will get it.
    @usableFromInline
    func send(_ body: MessageBody, _ header: MessageHeader) -> Bool? {
        let (hasRoom, isLost) = core.send(place, header, body)
        return isLost ? nil : hasRoom
    }

    @usableFromInline
    func lose(_ message: any Sendable) -> Bool {
        export.lose(message)
        return true
    }
}
