import Statecharts
import TestSupport
import Testing

@testable import StatechartsBridge

/// What happens at a seat while somebody else is just doing something there.
@Suite struct SeatTests {
    /// An outbound port of which the calls are counted.
    private final class PlayedOutbound: OutboundPortHandle {
        let calls = Guarded<[String]>([])
        private let onHalt = Guarded<(@Sendable () -> Void)?>(nil)

        /// Does something once, just before the port is halted.
        func beforeHalt(_ body: @escaping @Sendable () -> Void) { onHalt.withLock { $0 = body } }

        func goOn() { calls.withLock { $0.append("goOn") } }
        func halt() {
            onHalt.withLock { $0.take() }?()
            calls.withLock { $0.append("halt") }
        }
        func detach() {}
        func close() {}
        var waitingCount: Int { 0 }
        var isQuiet: Bool { true }
        var droppedCount: Int { 0 }
        func lose(_ message: any Sendable) {}
    }

    private static let prices = ChannelOffer(channel: "prices", type: "Int", kind: .publish)

    /// Somebody comes to a seat, and what he says leads to room there.
    private static func come(to seat: Seat) {
        #expect(seat.begin(PlayedConnection { _ in }, saysHello: true))
        let hello = Hello(
            name: "guest", session: 2, peer: nil, next: 1, received: 0, exports: [], imports: [prices])
        for frame in [Frame.hello(hello), .credit(channel: "prices", upTo: 5)] {
            let effect = try? seat.state.withLock { try $0.session.take(frame) }
            switch effect {
            case .connected(let rooms, _, _), .rooms(let rooms): for place in rooms { seat.lines[place].goOn() }
            default: Issue.record("\(effect as Any)")
            }
            // The credits of the connection before are still good.
            if seat.state.withLock({ $0.session.hasRoom(0) }) { return }
        }
    }

    @Test func `whoever comes back before his seat has noticed that he had gone is sent messages again`() {
        let outbound = PlayedOutbound()
        let session = Session(
            name: "shop", number: 1, limits: BridgeLimits(), exports: [(Self.prices, 0)], imports: [])
        let seat = Seat(session, [Export(Self.prices) { _, _ in outbound }], [])
        seat.attach(of: "shop")
        Self.come(to: seat)
        #expect(outbound.calls.withLock { $0 } == ["goOn"])
        outbound.beforeHalt { Self.come(to: seat) }
        _ = seat.part()
        #expect(outbound.calls.withLock { $0 } == ["goOn", "goOn", "halt", "goOn"])
    }

    @Test(.timeLimit(.minutes(30)))
    func `whoever is just being let in when the bridge is closed does not keep it open`() async throws {
        let link = PlayedLink(isListening: true)
        let bridge = Bridge(over: link, name: "shop", connections: 2, limits: .patient)
        let count = Guarded(0)
        bridge.add(
            Export(Self.prices) { [weak bridge] _, _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                // The seat of the second one takes messages from now on, and he has not been met yet.
                if number == 2 { bridge?.core?.close() }
                return PlayedOutbound()
            })
        let states = bridge.states.stream()
        bridge.begin()
        let opened = await link.opened.first(2)
        opened[0].give(PlayedConnection.hello(1, imports: ["prices": "Int"]))
        opened[1].give(PlayedConnection.hello(2, imports: ["prices": "Int"]))
        #expect(opened[1].hasEnded)
        try #require(bridge.core?.seats[1].isVacant == true)
        opened[0].give(Frame.bye(waits: false).bytes)
        for await _ in states {}
        #expect(bridge.state == .ended(nil))
    }
}
