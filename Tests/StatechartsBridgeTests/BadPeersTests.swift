import Foundation
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsBridge

/// Whoever connects and is no bridge, or a bad one: the link ends with an error that says what and where, and the next
/// one is served.
@Suite(.serialized, RealLinks.asked) struct BadPeersTests {
    /// A side that exports `prices: Int` and imports `orders: Int`, and what it knows of its ends.
    private struct Server {
        let folder: Folder
        let bridge: Bridge
        let prices = OutputPort<Int>("prices"), orders = InputPort<Int>("orders", buffering: .waiting(1))
        let states: AsyncStream<BridgeState>

        init<C: Clock>(
            _ limits: BridgeLimits = BridgeLimits(frameLength: 4096, window: 4), clock: C = ContinuousClock()
        ) throws where C.Duration == Duration {
            folder = try Folder()
            bridge = Bridge(
                over: try UnixSocketLink(listeningAt: folder.file("socket")), name: "server", limits: limits,
                clock: clock)
            bridge.export(prices, as: "prices")
            bridge.import("orders", to: orders)
            states = bridge.states.stream()
            bridge.begin()
        }

        func connect() throws -> Int32 {
            let address = try Posix.Address.unix(folder.file("socket"))
            let descriptor = try Posix.socket(address.family)
            try Posix.connect(descriptor, to: address, milliseconds: 5_000)
            return descriptor
        }

        /// The first state from now on that has an error.
        func error() async -> BridgeError? {
            for await state in states {
                switch state {
                case .cut(let error), .ended(.some(let error)): return error
                case .ended(nil): return nil
                case .new, .connecting, .connected: break
                }
            }
            return nil
        }
    }

    private static func frame(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        let length = UInt32(bytes.count)
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> UInt32($0)) } + bytes
    }

    private static let hello = frame(
        #"{"frame":"hello","protocol":"statecharts-bridge","version":1,"name":"stranger","session":"00000000000000aa","next":1,"received":0,"#
            + #""exports":[{"channel":"orders","type":"Int"}],"imports":[{"channel":"prices","type":"Int"}]}"#)

    private static func message(_ number: Int, _ body: String = "7", channel: String = "orders") -> [UInt8] {
        frame(
            #"{"frame":"message","n":\#(number),"channel":"\#(channel)","id":"00000000000000aa-\#(number)"}"# + "\n"
                + body)
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            do {
                rest = rest.dropFirst(try Posix.write(descriptor, rest, isSocket: true))
            } catch .notNow {
                var interests = [Posix.Interest(descriptor, writes: true)]
                Posix.wait(&interests)
            }
        }
    }

    /// Everything that the other side says before it ends the connection.
    private func answers(_ descriptor: Int32) throws -> [Frame] {
        var reader = FrameReader(limit: 1 << 20), frames: [Frame] = []
        while true {
            var interests = [Posix.Interest(descriptor, reads: true)]
            Posix.wait(&interests)
            let bytes: [UInt8]
            do { bytes = try Posix.read(descriptor, atMost: 4096) } catch { break }
            if bytes.isEmpty { break }
            try reader.read(bytes) { frames.append(try Frame($0, $1)) }
        }
        Posix.close(descriptor)
        return frames
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let code: BridgeError.Code
        let text: String
        /// Whether it comes after a hello that fits: then the bridge itself ends.
        var isAfterHello = true
    }

    static let cases: [Case] = [
        Case(
            testDescription: "garbage", bytes: Array("GET / HTTP/1.1\r\n\r\n".utf8), code: .tooLong,
            text: "a frame of 1195725856 bytes was announced at byte 0", isAfterHello: false),
        Case(
            testDescription: "4 GB", bytes: [0xFF, 0xFF, 0xFF, 0xFF], code: .tooLong, text: "4294967295 bytes",
            isAfterHello: false),
        Case(
            testDescription: "no bytes", bytes: [0, 0, 0, 0], code: .malformed, text: "without bytes",
            isAfterHello: false),
        Case(
            testDescription: "no JSON", bytes: frame("hello"), code: .malformed, text: "at byte 0", isAfterHello: false),
        Case(
            testDescription: "another version",
            bytes: frame(
                #"{"frame":"hello","protocol":"statecharts-bridge","version":2,"name":"new","session":"00000000000000aa"}"#
            ),
            code: .refused, text: "statecharts-bridge 2", isAfterHello: false),
        Case(
            testDescription: "other channels",
            bytes: frame(
                #"{"frame":"hello","protocol":"statecharts-bridge","version":1,"name":"new","session":"00000000000000aa","imports":[{"channel":"prices","type":"String"}]}"#
            ), code: .refused, text: "prices is imported there as String and exported here as Int", isAfterHello: false),
        Case(
            testDescription: "message before hello", bytes: message(1), code: .gap, text: "not a hello",
            isAfterHello: false),
        Case(testDescription: "two hellos", bytes: hello, code: .malformed, text: "a second hello"),
        Case(
            testDescription: "flood", bytes: (1...8).flatMap { message($0) }, code: .flood,
            text: "message 5 of the channel \"orders\" came without credit"),
        Case(
            testDescription: "another body", bytes: message(1, "\"seven\""), code: .malformed,
            text: "is no Int"),
        Case(testDescription: "half a body", bytes: message(1, "[1,"), code: .malformed, text: "is no Int"),
        Case(
            testDescription: "unknown channel", bytes: message(1, channel: "others"), code: .malformed,
            text: "not imported here"),
        Case(
            testDescription: "unknown kind", bytes: frame(#"{"frame":"dance"}"#), code: .malformed, text: "\"dance\""),
        Case(
            testDescription: "acknowledges what was not sent",
            bytes: frame(#"{"frame":"ack","n":18446744073709551615}"#),
            code: .malformed, text: "the last one that was sent is 0"),
        Case(
            testDescription: "credit for nothing", bytes: frame(#"{"frame":"credit","channel":"others","upTo":1}"#),
            code: .malformed, text: "not exported here"),
        Case(testDescription: "a gap", bytes: message(3), code: .gap, text: "1 is missing"),
        Case(
            testDescription: "deep", bytes: message(1, String(repeating: "[", count: 3000)), code: .malformed,
            text: "more than 64 values inside each other"),
    ]

    @Test(arguments: cases) func `a bad peer is told what is wrong, and where`(bad: Case) async throws {
        let server = try Server()
        let descriptor = try server.connect()
        try write(bad.isAfterHello ? Self.hello + bad.bytes : bad.bytes, to: descriptor)
        let error = try #require(await server.error())
        #expect(error.code == bad.code)
        #expect(error.description.contains(bad.text), "\(error)")
        let frames = try answers(descriptor)
        #expect(frames.last == .error(code: bad.code.rawValue, text: error.message))
        if !bad.isAfterHello || bad.code == .gap {
            // Whoever comes next is served.
            let next = try server.connect()
            try write(Self.hello + Self.message(1), to: next)
            #expect(await server.orders.first(1) == [7])
            Posix.close(next)
        }
    }

    @Test func `half a frame and then nothing leaves a link that the next one takes over`() async throws {
        let server = try Server()
        let first = try server.connect()
        try write(Array(Self.hello.prefix(50)), to: first)
        Posix.close(first)
        #expect(await server.error()?.code == .cut)
        let next = try server.connect()
        try write(Self.hello + Self.message(1), to: next)
        #expect(await server.orders.first(1) == [7])
        Posix.close(next)
    }

    @Test func `a peer that says nothing, and one that does not read, are cut`() async throws {
        let clock = ManualClock()
        let server = try Server(.init(frameLength: 1 << 20, window: 4, patience: .seconds(5)), clock: clock)
        let silent = try server.connect()
        var clockwork = clock.ticking(by: .seconds(1))
        #expect(await server.error()?.description.contains("has not said hello") == true)
        clockwork.cancel()
        await clockwork.value
        Posix.close(silent)
        // Who comes while the connection before is being closed is told to try again.
        var deaf: Int32 = -1
        while server.bridge.state != .connected(peer: "stranger") {
            if deaf >= 0 { Posix.close(deaf) }
            deaf = try server.connect()
            try? write(Self.hello + Self.frame(#"{"frame":"credit","channel":"prices","upTo":1000000}"#), to: deaf)
            for _ in 0..<100_000 where server.bridge.state != .connected(peer: "stranger") { await Task.yield() }
        }
        for price in 1...20_000 { server.prices.send(price) }
        clockwork = clock.ticking(by: .seconds(1))
        #expect(await server.error()?.description.contains("has not acknowledged message 1") == true)
        clockwork.cancel()
        await clockwork.value
        Posix.close(deaf)
    }

    @Test func `of a hundred connections one is served, and the others are told so`() async throws {
        let server = try Server()
        let served = try server.connect()
        try write(Self.hello, to: served)
        try await eventually { server.bridge.state == .connected(peer: "stranger") }
        for _ in 1...100 {
            let other = try server.connect()
            let frames = try answers(other)
            guard case .error(let code, let text)? = frames.first, frames.count == 1 else {
                Issue.record("\(frames)")
                continue
            }
            #expect(code == "busy")
            #expect(text.contains("try again later"))
        }
        try write(Self.message(1), to: served)
        #expect(await server.orders.first(1) == [7])
        Posix.close(served)
    }
}
