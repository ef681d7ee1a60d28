import Foundation
import Statecharts
import TestSupport
import Testing

@testable import StatechartsBridge

/// Whatever comes to a bridge that runs: it goes on, or it ends with an error, and its ports get nothing else than
/// messages. `STATECHARTS_BRIDGE_FRAMES=1000000` for the long run, under the address sanitizer.
@Suite struct ForeignFramesTests {
    struct Price: Codable, Sendable, Equatable {
        let dish: String
        let cents: Int?
        let tags: [String]
    }

    /// What a peer may say after its hello.
    private static var samples: [[UInt8]] {
        var frames: [[UInt8]] = [
            Frame.acknowledgement(0).bytes, Frame.credit(channel: "orders", upTo: 7).bytes, Frame.ping.bytes,
            Frame.pong.bytes, Frame.bye(waits: false).bytes, PlayedConnection.hello(),
            Frame.members([RemoteMember(name: "K", type: "K", ports: [.init(name: "o", isInput: true, type: "Int")])])
                .bytes, Frame.error(code: "refused", text: "no").bytes,
        ]
        for body in [#"{"dish":"soup","cents":-12,"tags":["a","\u00fc"]}"#, #"{"dish":"","tags":[]}"#] {
            var message: [UInt8] = []
            let rest =
                #","channel":"prices","id":"00c0ffee12345678-7","date":1763788800.123456,"owner":"S","port":"x"}"#
            MessageFrame.write(number: 1, to: &message) { $0.bytes += Array("\(rest)\n\(body)".utf8) }
            frames += [message, message]
        }
        return frames
    }

    private static func mutated(_ sample: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var bytes = sample
        for _ in 0..<(random.next() % 3) {
            let place = random.below(bytes.count)
            switch random.next() % 5 {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
            case 1: bytes[place] ^= 1 << UInt8(random.next() % 8)
            case 2: bytes.remove(at: place)
            case 3: bytes.insert(Array("{}[]\",:\\u0-e.".utf8)[random.below(13)], at: place)
            default: bytes.insert(contentsOf: bytes[place...].prefix(random.below(40)), at: place)
            }
            if bytes.isEmpty { bytes = [0] }
        }
        if random.next() % 4 != 0, bytes.count > 4 {
            let length = bytes.count - 4
            for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place)) }
        }
        return bytes
    }

    /// A bridge that runs, and what came to its port.
    private final class Running: Sendable {
        let bridge: Bridge
        let connection: PlayedConnection
        let orders = OutputPort<Int>("orders"), prices = InputPort<Price>("prices", buffering: .bufferingNewest(8))

        init() async throws {
            let link = PlayedLink()
            bridge = Bridge(
                over: link, name: "shop", limits: .init(frameLength: 4_096, window: 4, patience: .seconds(600)))
            bridge.export(orders, as: "orders")
            bridge.import("prices", to: prices)
            bridge.begin()
            guard let connection = await link.opened.first(where: { _ in true }) else { throw CancellationError() }
            self.connection = connection
            connection.give(PlayedConnection.hello(exports: ["prices": "Price"], imports: ["orders": "Int"]))
        }
    }

    @Test func `mutated frames leave a bridge running, or end it with an error`() async throws {
        var random = SplitMix(seed: 61), running = try await Running()
        let samples = Self.samples
        var ends = 0, said = 0
        for number in 0..<(FrameReaderTests.count / 10) {
            if number % 16 == 0 { running.orders.send(number) }
            running.connection.give(Self.mutated(samples[random.below(samples.count)], &random))
            said += try running.connection.take().count
            guard case .connected = running.bridge.state, !running.connection.hasEnded else {
                ends += 1
                running.bridge.stop()
                running = try await Running()
                continue
            }
        }
        running.bridge.stop()
        #expect(running.bridge.waitingCount <= FrameReaderTests.count)
        #expect(ends > 10)
        #expect(said > 10)
    }
}
