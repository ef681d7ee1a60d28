import Foundation
import Statecharts
import StatechartsBridge
import Testing

extension BridgeCodeTests {
    @Test func `gap`() async throws {
        try await CodePage("BridgeError.gap").shows {
            // snippet: gap
            let hello =
                #"{"frame":"hello","protocol":"statecharts-bridge","version":1,"name":"shop","session":"00000000000000aa","next":1,"#
                + #""received":0,"exports":[{"channel":"prices","type":"Int"}],"imports":[]}"#
            let second = #"{"frame":"message","n":2,"channel":"prices","id":"00000000000000aa-2"}"# + "\n7"
            let bridge = Bridge(over: Says(hello, second), name: "guest")
            bridge.import("prices", to: InputPort<Int>("prices"))
            bridge.begin()
            for await state in bridge.states.stream() {
                switch state {
                case .cut(let error), .ended(let error?): throw error
                default: continue
                }
            }
            // end snippet
        } repaired: {
            // snippet: gap, repaired
            let (shop, guest) = MemoryLink.pair()
            let left = Bridge(over: shop), right = Bridge(over: guest)
            left.export(OutputPort<Int>(), as: "prices")
            right.import("prices", to: InputPort<Int>())
            left.begin()
            try await right.start()
            // end snippet
            left.stop()
            right.stop()
        }
    }

    @Test func `cut`() async throws {
        try await CodePage("BridgeError.cut").shows {
            // snippet: cut
            let (shop, guest) = MemoryLink.pair()
            let left = Bridge(over: shop, name: "shop"), bridge = Bridge(over: guest, name: "guest")
            left.begin()
            try await bridge.start()
            let states = bridge.states.stream()  // from here on, so that nothing is missed
            guest.cut()
            defer { left.stop() }
            for await state in states {
                switch state {
                case .cut(let error), .ended(let error?): throw error
                default: continue
                }
            }
            // end snippet
        } repaired: {
            // snippet: cut, repaired
            let limits = BridgeLimits(attempts: 5)
            // end snippet
            _ = limits
        }
    }

    @Test func `unreachable`() async throws {
        try await CodePage("BridgeError.unreachable").shows {
            // snippet: unreachable
            let bridge = Bridge(
                over: UnixSocketLink(to: "/nowhere/shop"), name: "guest", limits: BridgeLimits(attempts: 1))
            try await bridge.start()
            // end snippet
        } repaired: {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path()
            // snippet: unreachable, repaired
            let shop = Bridge(over: try UnixSocketLink(listeningAt: path)),
                guest = Bridge(over: UnixSocketLink(to: path))
            shop.begin()
            try await guest.start()
            // end snippet
            shop.stop()
            guest.stop()
        }
    }

    @Test func `closed`() async throws {
        try await CodePage("BridgeError.closed").shows {
            // snippet: closed
            let (shop, _) = MemoryLink.pair()
            let bridge = Bridge(over: shop, name: "shop")
            bridge.begin()
            bridge.stop()
            try await bridge.start()
            // end snippet
        } repaired: {
            // snippet: closed, repaired
            let (shop, guest) = MemoryLink.pair()
            let left = Bridge(over: shop), right = Bridge(over: guest)
            left.export(OutputPort<Int>(), as: "prices")
            right.import("prices", to: InputPort<Int>())
            left.begin()
            try await right.start()
            // end snippet
            left.stop()
            right.stop()
        }
    }

    @Test func `peer`() async throws {
        try await CodePage("BridgeError.peer").shows {
            // snippet: peer
            let busy = #"{"frame":"error","code":"busy","text":"come again later"}"#
            let bridge = Bridge(over: Says(busy), name: "guest", limits: BridgeLimits(attempts: 1))
            try await bridge.start()
            // end snippet
        } repaired: {
            // snippet: peer, repaired
            let (shop, guest) = MemoryLink.pair()
            let left = Bridge(over: shop), right = Bridge(over: guest)
            left.export(OutputPort<Int>(), as: "prices")
            right.import("prices", to: InputPort<Int>())
            left.begin()
            try await right.start()
            // end snippet
            left.stop()
            right.stop()
        }
    }
}
