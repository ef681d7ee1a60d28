import Foundation
import Statecharts
import StatechartsBridge
import Synchronization
import Testing

/// Examples of the reference: each is run.
@Suite struct TypesOfBridgesTests {
    @Test func `bridge errors`() async throws {
        let bridge = Bridge(
            over: Says(#"{"frame":"error","code":"busy","text":"come again"}"#), limits: BridgeLimits(attempts: 1))
        // snippet: bridge errors
        do { try await bridge.start() } catch let error as BridgeError where error.code == .peer {
            print(error.peer?.code == .busy, error.peer?.text ?? "")  // true come again
        }
        // end snippet
    }

    @Test func `links of one's own`() async throws {
        // snippet: links of one's own
        /// A link to nobody: what is written goes nowhere.
        struct Nowhere: BridgeLink {
            var description: String { "nowhere" }
            func open() async throws -> any BridgeConnection { Line() }
            func close() {}

            final class Line: BridgeConnection {
                private let exchange = Mutex<BridgeExchange?>(nil)
                func start(_ exchange: BridgeExchange) { self.exchange.withLock { $0 = exchange } }
                func wake(_ urgency: BridgeUrgency) {
                    guard let exchange = exchange.withLock({ $0 }) else { return }
                    while let bytes = exchange.output() { print(bytes.count, urgency == .atOnce) }
                }
                func close() { exchange.withLock { $0.take() }?.ended(nil) }
            }
        }
        // end snippet
        let bridge = Bridge(over: Nowhere())
        bridge.begin()
        bridge.stop()
    }

    @Test func `links that listen`() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path()
        // snippet: links that listen
        let socket = try UnixSocketLink(listeningAt: path), client = UnixSocketLink(to: path)
        let network = try TCPLink(listeningAt: "127.0.0.1"), remote = TCPLink(port: network.port)
        let pipe = PipeLink(to: path + ".pipe")  // two named pipes; of a child process: PipeLink(reading:writing:)
        // end snippet
        for link in [socket, client, network, remote, pipe] as [any BridgeLink] { link.close() }
    }

    @Test func `what a monitor asks`() async throws {
        let (near, far) = MemoryLink.pair()
        let system = System()
        let service = MonitorService(of: system, over: near, name: "shop", access: .stepping)
        service.start()
        // snippet: what a monitor asks
        let monitor = Monitor(over: far)
        try await monitor.start()
        let answer = try await monitor.ask(.pause)
        print(answer.isDone, answer.heldCount)  // true 0
        // end snippet
        await monitor.stop()
        service.stop()
    }

    @Test func `what a monitor sees`() async throws {
        let (near, far) = MemoryLink.pair()
        let system = System(), wishes = OutputPort<Int>("wishes")
        system.add("Guests", ports: wishes)
        let service = MonitorService(of: system, over: near, name: "shop")
        service.start()
        let monitor = Monitor(over: far)
        // snippet: what a monitor sees
        let reports = monitor.reports.stream()
        try await monitor.start()
        wishes.send(4)
        for await report in reports {
            guard case .message(let message) = report else { continue }
            print(message.process, message.sender, message.message, monitor.members.map(\.name))
            break
        }
        // end snippet
        await monitor.stop()
        service.stop()
    }
}
