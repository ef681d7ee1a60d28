import Statecharts
import StatechartsTesting
import Testing

@testable import StatechartsBridge

/// What a peer says is never taken for something that happened here: whatever word stands in its error frame.
@Suite(.serialized, RealLinks.asked) struct PeerErrorTests {
    /// The words of the format, those of errors on this side, and some that nobody knows.
    static let words: [String] = {
        let known: [PeerError.Code] = [.refused, .malformed, .tooLong, .flood, .silent, .gap, .busy]
        let strange = ["", "other", "Closed", String(repeating: "x", count: 5_000)]
        return Set(known.map(\.description) + BridgeError.Code.allCases.map(\.rawValue) + strange).sorted()
    }()

    private static func fits() -> [UInt8] { PlayedConnection.hello(imports: ["orders": "Int"]) }

    private func bridge(_ link: PlayedLink, attempts: Int? = nil, clock: ManualClock) -> Bridge {
        let bridge = Bridge(over: link, name: "shop", limits: .init(attempts: attempts), clock: clock)
        bridge.export(OutputPort<Int>("orders"), as: "orders")
        return bridge
    }

    /// The first error from now on.
    private func error(_ states: AsyncStream<BridgeState>) async -> BridgeError? {
        for await state in states {
            switch state {
            case .cut(let error), .ended(.some(let error)): return error
            case .ended(nil): return nil
            case .new, .connecting, .connected: break
            }
        }
        return nil
    }

    @Test(arguments: words) func `a word of the peer is the peer's, and is not answered`(word: String) async throws {
        let link = PlayedLink(), bridge = bridge(link, clock: ManualClock())
        let states = bridge.states.stream()
        bridge.begin()
        let connection = try #require(await link.opened.first(where: { _ in true }))
        connection.give(Self.fits())
        _ = try connection.take()
        connection.give(Frame.error(code: word, text: String(repeating: "no ", count: 2_000)).bytes)
        let error = try #require(await error(states))
        #expect(error.code == .peer)
        #expect(error.peer?.code == PeerError.Code(word))
        #expect(error.peer?.code.description == String(word.prefix(40)))
        #expect(error.peer?.text.count == 2_000)
        #expect(error.description.hasPrefix("the other side says: no no"))
        #expect(try connection.take() == [])
        // Whoever dials comes again where the peer lets it; otherwise it has its answer.
        if ["silent", "gap", "busy"].contains(word) {
            _ = await link.opened.first { _ in true }
            bridge.stop()
        } else {
            await bridge.wait { $0 == .ended(error) }
        }
    }

    @Test(arguments: words)
    func `whoever listens goes on, at once, whatever eight strangers say`(word: String) async throws {
        // The clock stands still: whoever waits for it waits for ever.
        let link = PlayedLink(isListening: true), bridge = bridge(link, attempts: 1, clock: ManualClock())
        bridge.begin()
        for _ in 1...8 {
            let stranger = try #require(await link.opened.first(where: { _ in true }))
            stranger.give(Frame.error(code: word, text: "").bytes)
        }
        let honest = try #require(await link.opened.first(where: { _ in true }))
        honest.give(Self.fits())
        try await bridge.start()
        #expect(bridge.state == .connected(peer: "stranger"))
        bridge.stop()
    }

    @Test(.timeLimit(.minutes(30)), arguments: words)
    func `a monitor cannot end the service, whatever it says`(word: String) async throws {
        let link = PlayedLink(isListening: true)
        let system = System()
        system.add("Guest", ports: OutputPort<Int>("orders"))
        let service = MonitorService(of: system, over: link, name: "shop")
        service.start()
        for isGreeted in [false, true, false, true] {
            let monitor = try #require(await link.opened.first(where: { _ in true }))
            if isGreeted { monitor.give(PlayedMonitor.hello()) }
            monitor.give(Frame.error(code: word, text: "").bytes)
        }
        var hasReport = false
        while !hasReport {
            let honest = try #require(await link.opened.first(where: { _ in true }))
            honest.give(PlayedMonitor.hello() + PlayedMonitor.credit)
            // Whoever comes while the one before is seen off comes again.
            while !hasReport, !honest.hasEnded {
                for frame in try honest.take() { if case .message = frame { hasReport = true } }
                await Task.yield()
            }
        }
        service.stop()
    }
}
