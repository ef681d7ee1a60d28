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
            name: "Kitchen", type: "Kitchen", composite: "Restaurant",
            ports: [.init(name: "orders", isInput: true, type: "Int")])
        let frames: [Frame] = [
            .hello(hello), .acknowledgement(12), .credit(channel: "prices", upTo: .max), .ping, .pong,
            .bye(waits: false), .bye(waits: true),
            .members([member]), .error(code: "refused", text: "two \u{1F35C} sides"),
        ]
        let unusual =
            #","channel":"prices","id":"00c0ffee12345678-7","cause":"1234567890abcdef-3","date":1763788800.123456,"owner":"Sh\u00fcp","port":"x","more":[{"a":null},-1.5e3]}"#
            + "\n" + #"{"dish":"soup \ud83c\udf5c","cents":-12,"tags":[true,false,[]]}"#
        let usual =
            #","channel":"prices","id":"00c0ffee12345678-7","date":1763788800.123456,"owner":"Shop","port":"x"}"#
            + "\n12"
        return frames.map(\.bytes)
            + [unusual, usual].map { rest in
                var message: [UInt8] = []
                MessageFrame.write(number: 3, to: &message) { $0.bytes += Array(rest.utf8) }
                return message
            }
    }

    private func frames(_ pieces: [[UInt8]], limit: Int = 4096) throws -> [Frame] {
        var templates = HeaderTemplates(), likeBefore = 0
        return try frames(pieces, limit: limit, &templates, &likeBefore)
    }

    /// - Parameters:
    ///   - templates: headers that came before.
    ///   - likeBefore: how many headers were like one that came before.
    private func frames(
        _ pieces: [[UInt8]], limit: Int = 4096, _ templates: inout HeaderTemplates, _ likeBefore: inout Int
    ) throws -> [Frame] {
        var reader = FrameReader(limit: limit), frames: [Frame] = []
        for piece in pieces {
            try reader.read(piece) { bytes, range in
                let body = templates.read(bytes, range), message = templates.message
                let frame = try Frame(bytes, range, &templates)
                // What was remembered of those before changes nothing.
                if let body {
                    likeBefore += 1
                    #expect(frame == .message(message, body: body))
                }
                frames.append(frame)
                if case .message(_, let body) = frame {
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

    @Test func `mutated frames are read to an end`() throws {
        var random = SplitMix(seed: 16)
        let samples = Self.samples
        var errors = 0, read = 0, likeBefore = 0, unexpected: [any Error] = [], templates = HeaderTemplates()
        _ = try frames(samples, &templates, &likeBefore)
        for _ in 0..<Self.count {
            var bytes = samples[Int(random.next() % UInt64(samples.count))]
            for _ in 0...(random.next() % 4) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 8 {
                case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
                case 1: bytes[place] ^= 1 << UInt8(random.next() % 8)
                case 2: bytes.remove(at: place)
                case 3: bytes.insert(Array("{}[]\",:\\u0-e.".utf8)[random.below(13)], at: place)
                case 4: bytes.removeLast(bytes.count - max(place, 1))
                // The numbers of a header, too.
                case 5, 6: if 0x30...0x39 ~= bytes[place] { bytes[place] = 0x30 + UInt8(random.next() % 11) }
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
                let piece = Array(bytes.prefix(random.below(bytes.count)))
                var known = templates
                read += try frames([bytes, piece], &known, &likeBefore).count
            } catch is BridgeError {
                errors += 1
            } catch {
                unexpected.append(error)
            }
        }
        #expect(unexpected.isEmpty)
        #expect(errors > Self.count / 4)
        #expect(read > Self.count / 100)
        #expect(likeBefore > Self.count / 200)
    }
}
