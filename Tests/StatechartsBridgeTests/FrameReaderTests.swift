import Foundation
import Statecharts
import Testing
import TestSupport

@testable import StatechartsBridge

/// Whatever comes, reading it ends: with frames, or with an error. `STATECHARTS_BRIDGE_FRAMES=1000000` for the long
/// run, under the address sanitizer.
@Suite struct FrameReaderTests {
    static let count = Int(ProcessInfo.processInfo.environment["STATECHARTS_BRIDGE_FRAMES"] ?? "") ?? 20_000

    static var samples: [[UInt8]] {
        let offers = [
            ChannelOffer(channel: "prices", type: "Int", kind: .publish),
            ChannelOffer(channel: "jobs \"ü\" \n", type: "Array<String>", kind: .pointToPoint),
        ]
        let hello = Hello(
            name: "shop", session: .max, peer: 1, next: 12, received: 11, exports: offers, imports: offers.reversed())
        let member = RemoteMember(
            name: "Kitchen", type: "Kitchen", ports: [.init(name: "orders", isInput: true, type: "Int")])
        let frames: [Frame] = [
            .hello(hello), .acknowledgement(12), .credit(channel: "prices", upTo: .max), .ping, .pong, .bye,
            .members([member]), .error(code: "refused", text: "two \u{1F35C} sides"),
        ]
        var message: [UInt8] = []
        let rest =
            #","channel":"prices","id":"00c0ffee12345678-7","cause":"1234567890abcdef-3","date":1763788800.123456,"owner":"Sh\u00fcp","port":"x","more":[{"a":null},-1.5e3]}"#
            + "\n" + #"{"dish":"soup \ud83c\udf5c","cents":-12,"tags":[true,false,[]]}"#
        MessageFrame.write(number: 3, rest: Array(rest.utf8)[...], to: &message)
        return frames.map(\.bytes) + [message]
    }

    private func frames(_ pieces: [[UInt8]], limit: Int = 4096) throws -> [Frame] {
        var reader = FrameReader(limit: limit), frames: [Frame] = [], recent = RecentTexts()
        for piece in pieces {
            try reader.read(piece) { bytes, range in
                frames.append(try Frame(bytes, range, &recent))
                // What was remembered of the frames before changes nothing.
                #expect(try Frame(bytes, range) == frames.last)
                if case .message(_, let body) = frames[frames.count - 1] {
                    if let number = JSONReader.whole(bytes, body) {
                        #expect(try JSONReader.value(bytes, body) == .int(Int64(number)))
                    }
                    _ = try JSONReader.value(bytes, body)
                }
            }
        }
        return frames
    }

    @Test func `what is written is read, in pieces of any size`() throws {
        let whole = try frames(Self.samples)
        #expect(whole.count == Self.samples.count)
        for frame in whole {
            if case .message = frame { continue }
            #expect(try frames([frame.bytes]) == [frame])
        }
        let all = Self.samples.flatMap { $0 }
        for size in [1, 2, 3, 7, 64, 1000] {
            let pieces = stride(from: 0, to: all.count, by: size).map { Array(all[$0..<min($0 + size, all.count)]) }
            #expect(try frames(pieces).count == whole.count)
        }
    }

    @Test func `mutated frames are read to an end`() {
        var random = SplitMix(seed: 16)
        let samples = Self.samples
        var errors = 0, read = 0, unexpected: [any Error] = []
        for _ in 0..<Self.count {
            var bytes = samples[Int(random.next() % UInt64(samples.count))]
            for _ in 0...(random.next() % 4) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 6 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes[place] ^= 1 << UInt8(random.next() % 8)
                case 2: bytes.remove(at: place)
                case 3: bytes.insert(Array("{}[]\",:\\u0-e.".utf8)[random.below(13)], at: place)
                case 4: bytes.removeLast(bytes.count - max(place, 1))
                default: bytes.insert(contentsOf: bytes[place...].prefix(Int(random.next() % 40)), at: place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            // Half of them with the length that they have, so that the JSON is looked at.
            if random.next() % 2 == 0, bytes.count > 4 {
                let length = bytes.count - 4
                for place in 0..<4 { bytes[place] = UInt8(truncatingIfNeeded: length >> (24 - 8 * place)) }
            }
            do {
                read += try frames([bytes, Array(bytes.prefix(Int(random.next() % UInt64(bytes.count))))]).count
            } catch is BridgeError {
                errors += 1
            } catch {
                unexpected.append(error)
            }
        }
        #expect(unexpected.isEmpty)
        #expect(errors > Self.count / 4)
        #expect(read > Self.count / 100)
    }
}
