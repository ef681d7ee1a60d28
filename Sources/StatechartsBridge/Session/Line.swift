public import Statecharts

/// What an export sends to one peer: a connection of its own with the port, a buffer of its own, counts of its own.
final class Line: Sendable {
    private struct State: Sendable {
        var outbound: (any OutboundPortHandle)?
        /// How many messages were dropped for all peers up to the last end, and for all before the present one.
        var dropped = 0
        var droppedBefore = 0
    }

    let export: Export
    private let state = Guarded(State())

    init(_ export: Export) { self.export = export }

    private var running: (any OutboundPortHandle)? { state.withLock { $0.outbound } }

    /// Begins to take messages for the peer of a seat; the first one goes when `goOn()` is called. Until `end()` seat
    /// and outbound port keep each other.
    func attach(to seat: Seat, as place: Int, of bridge: String) {
        let outbound = export.begin(Outlet(seat, place), bridge)
        state.withLock { state in
            state.outbound = outbound
            state.droppedBefore = state.dropped
        }
        if export.ahead > 0 { outbound.goOn() }
    }

    func goOn() { running?.goOn() }

    /// There is no room until `goOn()` is called.
    func halt() { running?.halt() }

    /// Nothing new is taken; what waits still goes.
    func leave() { running?.detach() }

    /// Nothing goes from now on, until it is attached again.
    /// - Parameter count: how many messages nobody is known to have got.
    func end(losing count: Int) {
        let outbound = state.withLock { state in
            state.dropped += state.outbound?.droppedCount ?? 0
            return state.outbound.take()
        }
        if count > 0 {
            outbound?.lose("\(count) of \"\(export.offer.channel)\", not acknowledged when the bridge ended")
        }
        outbound?.close()
    }

    /// True when no message waits here, and none is on its way from here to the session.
    var isQuiet: Bool { running?.isQuiet ?? true }
    var waitingCount: Int { running?.waitingCount ?? 0 }
    /// How many messages for this peer were dropped, and how many for all that there were.
    var droppedCount: Int { state.withLock { droppedByAll($0) - $0.droppedBefore } }
    var droppedByAll: Int { state.withLock { droppedByAll($0) } }
    private func droppedByAll(_ state: State) -> Int { state.dropped + (state.outbound?.droppedCount ?? 0) }
}

/// Where the outbound port of a line gives its messages to.
@usableFromInline
struct Outlet: Sendable {
    private let seat: Seat
    private let place: Int

    init(_ seat: Seat, _ place: Int) {
        self.seat = seat
        self.place = place
    }

    @inlinable
    func send<Message: Sendable & Encodable>(_ message: Message, _ header: MessageHeader) -> WayOutAnswer {
        do { return send(try MessageBody(message), header) } catch { return .unfit }
    }

    @usableFromInline
    func send(_ body: MessageBody, _ header: MessageHeader) -> WayOutAnswer { seat.send(place, header, body) }
}
