import Statecharts
import Testing

@testable import StatechartsBridge

/// What a connection may do with its exchange.
@Suite struct ExchangeTests {
    private final class KeptConnection: BridgeConnection {
        let exchanges: InputPort<BridgeExchange>
        init(_ exchanges: InputPort<BridgeExchange>) { self.exchanges = exchanges }
        func start(_ exchange: BridgeExchange) { exchanges.send(exchange) }
        func wake(_ urgency: BridgeUrgency) {}
        func close() {}
    }

    /// A link whose connections do nothing by themselves.
    private struct KeptLink: BridgeLink {
        let exchanges = InputPort<BridgeExchange>("exchanges")
        var description: String { "kept" }
        func open() async throws -> any BridgeConnection { KeptConnection(exchanges) }
        func close() {}
    }

    @Test(.timeLimit(.minutes(30)))
    func `a connection that has ended gets nothing of what the next one is to write`() async throws {
        let link = KeptLink(), bridge = Bridge(over: link, name: "left", limits: .patient)
        bridge.begin()
        let first = try #require(await link.exchanges.first { _ in true })
        #expect(first.output() != nil)
        first.ended(BridgeError(.cut, "gone"))
        // There is another one, whose hello is to be written.
        let second = try #require(await link.exchanges.first { _ in true })
        #expect(first.output() == nil)
        #expect(second.output() != nil)
        bridge.stop()
        second.ended(nil)
    }
}
