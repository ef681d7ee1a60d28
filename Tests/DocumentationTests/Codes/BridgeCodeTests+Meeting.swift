import Foundation
import Statecharts
import StatechartsBridge
import Testing

/// The programs of the pages of ``BridgeError``: see ``CodePage``.
@Suite struct BridgeCodeTests {
    @Test func `refused`() async throws {
        try await CodePage("BridgeError.refused").shows {
            // snippet: refused
            let hello =
                #"{"frame":"hello","protocol":"statecharts-bridge","version":2,"name":"shop","session":"00000000000000aa"}"#
            let bridge = Bridge(over: Says(hello), name: "guest")
            try await bridge.start()
            // end snippet
        } repaired: {
            // snippet: refused, repaired
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

    @Test func `malformed`() async throws {
        try await CodePage("BridgeError.malformed").shows {
            // snippet: malformed
            let bridge = Bridge(over: Says(#"{"frame":"dance"}"#), name: "guest")
            try await bridge.start()
            // end snippet
        } repaired: {
            // snippet: malformed, repaired
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

    @Test func `tooLong`() async throws {
        try await CodePage("BridgeError.tooLong").shows {
            // snippet: tooLong
            let limits = BridgeLimits(frameLength: 1_024)
            let bridge = Bridge(over: Says(String(repeating: "x", count: 2_000)), name: "guest", limits: limits)
            try await bridge.start()
            // end snippet
        } repaired: {
            // snippet: tooLong, repaired
            let limits = BridgeLimits(frameLength: 4_096)
            // end snippet
            _ = limits
        }
    }

    @Test func `flood`() async throws {
        try await CodePage("BridgeError.flood").shows {
            // snippet: flood
            let hello =
                #"{"frame":"hello","protocol":"statecharts-bridge","version":1,"name":"shop","session":"00000000000000aa","next":1,"#
                + #""received":0,"exports":[{"channel":"prices","type":"Int"}],"imports":[]}"#
            func message(_ number: Int) -> String {
                #"{"frame":"message","n":\#(number),"channel":"prices","id":"00000000000000aa-\#(number)"}"# + "\n7"
            }
            let bridge = Bridge(
                over: Says(hello, message(1), message(2), message(3)), name: "guest", limits: BridgeLimits(window: 1))
            let prices = InputPort<Int>("prices", buffering: .waiting(1))
            bridge.import("prices", to: prices)
            bridge.begin()
            for await state in bridge.states.stream() {
                switch state {
                case .cut(let error), .ended(let error?): throw error
                default: continue
                }
            }
            // end snippet
        } repaired: {
            // snippet: flood, repaired
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

    @Test func `silent`() async throws {
        try await CodePage("BridgeError.silent").shows {
            // snippet: silent
            let bridge = Bridge(over: Says(), name: "guest", limits: BridgeLimits(patience: .milliseconds(10)))
            bridge.begin()
            for await state in bridge.states.stream() {
                switch state {
                case .cut(let error), .ended(let error?): throw error
                default: continue
                }
            }
            // end snippet
        } repaired: {
            // snippet: silent, repaired
            let limits = BridgeLimits(patience: .seconds(60))
            // end snippet
            _ = limits
        }
    }
}
