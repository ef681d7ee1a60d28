import Foundation
import Statecharts
import TestSupport
import Testing

@testable import StatechartsBridge

/// Frames whose bytes are proper JSON and whose numbers, references and nesting are not as they should be, at every
/// state of a session: they are taken, or an error says what is wrong, and the session goes on counting properly.
@Suite struct FrameStructureTests {
    /// Where a session may stand when a frame comes.
    enum Standing: String, CaseIterable, Sendable {
        case apart, greeting, running, sending, closing, said, heard, parted, over
    }

    private static let exports = ["orders", "jobs"].map { ChannelOffer(channel: $0, type: "Int", kind: .publish) }
    private static let imports = ["prices", "names"].map { ChannelOffer(channel: $0, type: "Int", kind: .publish) }
    private static let hello = Hello(
        name: "peer", session: 2, peer: 1, next: 1, received: 0, exports: imports, imports: exports)

    private func session(_ standing: Standing) throws -> Session {
        var session = Session(
            name: "shop", number: 1, limits: BridgeLimits(frameLength: 1 << 12, window: 4),
            exports: Self.exports.map { ($0, 3) }, imports: Self.imports.map { ($0, false) })
        if standing == .apart { return session }
        _ = session.begin()
        if standing == .greeting { return session }
        _ = try session.take(.hello(Self.hello))
        _ = try session.take(.credit(channel: "orders", upTo: 2))
        session.endBatch()
        if standing != .said {
            for number in 1...4 where standing != .running { _ = session.send(0, .sample, .number(number)) }
        }
        _ = session.output(atMost: 1 << 16)
        switch standing {
        case .apart, .greeting, .running, .sending: break
        case .closing, .said:
            session.close()
            _ = session.output(atMost: 1 << 16)
        case .heard:
            _ = try session.take(.bye(waits: true))
            session.close()
        case .parted: session.part(.error(code: "gap", text: ""))
        case .over: session.end(nil)
        }
        return session
    }

    /// Headers as trees, and whether they have a body.
    private static func samples() throws -> [SnapshotValue] {
        let member = RemoteMember(
            name: "Kitchen", type: "Kitchen", composite: "House", ports: [.init(name: "o", isInput: true, type: "Int")])
        let frames: [Frame] = [
            .hello(hello), .acknowledgement(1), .credit(channel: "orders", upTo: 3), .ping, .pong, .bye(waits: true),
            .bye(waits: false), .members([member, member]), .error(code: "busy", text: "later"),
        ]
        let messages = ["prices", "names"].map { channel in
            #"{"frame":"message","n":1,"channel":"\#(channel)","id":"00c0ffee12345678-7","cause":"1234567890abcdef-3","#
                + #""date":1763788800.123456,"owner":"S","port":"x"}"#
        }
        return try frames.map { frame in
            let bytes = frame.bytes
            return try JSONReader.value(bytes, 4..<bytes.count)
        } + messages.map { try JSONReader.value(Array($0.utf8), 0..<$0.utf8.count) }
    }

    /// Numbers at their limits, names of other things, values of another kind, and much inside each other.
    private static func replacement(_ value: SnapshotValue, _ random: inout SplitMix) -> SnapshotValue {
        let numbers: [SnapshotValue] = [
            .int(0), .int(1), .int(2), .int(3), .int(-1), .int(.min), .int(.max), .uint(.max), .int(1 << 53),
            .int(1 << 53 - 1), .double(0.5), .double(1e300), .double(-1e300), .double(1e18),
        ]
        let texts: [SnapshotValue] = [
            "", "orders", "jobs", "prices", "names", "hello", "message", "ack", "credit", "ping", "pong", "bye",
            "error",
            "members", "input", "sideways", "point-to-point", "publish", "0000000000000001", "0000000000000002",
            "ffffffffffffffff-18446744073709551615", "-", "statecharts-bridge", "\u{0}\u{1F35C}", "silent", "closed",
            String(repeating: "x", count: 5_000),
        ].map { .string($0) }
        switch random.below(6) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2, 3:
            if case .string = value { return texts[random.below(texts.count)] }
            return numbers[random.below(numbers.count)]
        case 4:
            let depth = [1, 3, 62, 63, 64, 65, 200][random.below(7)]
            return (0..<depth).reduce(value) { inner, _ in
                random.below(2) == 0 ? .array([inner]) : .object(["inside": inner])
            }
        default: return random.below(2) == 0 ? .array([]) : .object([:])
        }
    }

    private static func mutated(_ value: SnapshotValue, _ random: inout SplitMix) -> SnapshotValue {
        if random.below(3) == 0 { return replacement(value, &random) }
        switch value {
        case .null, .bool, .int, .uint, .double, .string: return replacement(value, &random)
        case .array(var elements):
            guard !elements.isEmpty else { return replacement(value, &random) }
            let place = random.below(elements.count)
            switch random.below(4) {
            case 0: elements.remove(at: place)
            case 1: elements += Array(repeating: elements[place], count: [1, 2, 100][random.below(3)])
            default: elements[place] = mutated(elements[place], &random)
            }
            return .array(elements)
        case .object(var members):
            let names = members.keys.sorted()
            guard !names.isEmpty else { return replacement(value, &random) }
            let name = names[random.below(names.count)]
            switch random.below(5) {
            case 0: members[name] = nil
            // One member in the place of another: the right kind, and the wrong thing.
            case 1: members[name] = members[names[random.below(names.count)]]
            default: members[name] = members[name].map { mutated($0, &random) }
            }
            return .object(members)
        }
    }

    private static func text(_ value: SnapshotValue) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    @Test func `thousands of frames that are wrong by structure are taken or refused at every state of a session`()
        throws
    {
        var random = SplitMix(seed: 35), taken = 0, refused = 0
        let samples = try Self.samples()
        let sessions = try Standing.allCases.map { ($0, try session($0)) }
        for number in 0..<amount(4_000, long: 10_000) {
            var header = samples[random.below(samples.count)]
            for _ in 0...random.below(2) { header = Self.mutated(header, &random) }
            // A frame that is read stands for itself at each state.
            var bytes = try Self.text(header)
            if header["frame"] == .string("message") { bytes += Array("\n7".utf8) }
            let frame: Frame
            do { frame = try Frame(bytes, 0..<bytes.count) } catch is BridgeError {
                refused += 1
                continue
            }
            for (standing, before) in sessions {
                var session = before
                do {
                    if case .message(let message, _) = frame {
                        if let place = try session.take(message: message.number, of: message.channel) {
                            _ = session.arrived(place)
                        }
                    } else if case .leaving = try session.take(frame) {
                        session.close()
                    }
                    taken += 1
                } catch is BridgeError {
                    refused += 1
                }
                session.endBatch()
                let wrong = Self.wrong(session)
                #expect(wrong == nil, "\(number), \(standing): \(wrong ?? "") after \(frame)")
                // It can still say what it has to say, lose the connection, and get another one.
                _ = session.output(atMost: 1 << 16)
                _ = session.watch(isBlocked: true)
                session.cut()
                if session.phase != .over {
                    let isWanted = session.begin()
                    #expect(isWanted)
                    _ = session.output(atMost: 1 << 16)
                }
            }
        }
        print("wrong by structure: \(taken) taken, \(refused) refused")
        #expect(taken > 1_000)
        #expect(refused > 1_000)
    }

    /// What does not add up.
    private static func wrong(_ session: Session) -> String? {
        let inFlight = session.exports.reduce(0) { $0 + $1.inFlight }
        if inFlight != session.unacknowledged.count { return "\(inFlight) messages under way" }
        if session.nextToWrite > session.unacknowledged.end { return "writes message \(session.nextToWrite)" }
        for export in session.exports where export.inFlight > 4 || export.sent > export.granted {
            return "\(export.sent) sent, \(export.granted) allowed, \(export.inFlight) under way"
        }
        for place in session.imports where place.granted > place.arrived + 4 || place.received > place.granted {
            return "\(place.granted) allowed, \(place.received) came"
        }
        return nil
    }

    @Test func `what a frame says of channels and components is checked when it is read`() throws {
        func read(_ text: String) throws -> Frame { try Frame(Array(text.utf8), 0..<text.utf8.count) }
        for text in [
            #"{"frame":"members","members":[{"name":"K","type":"K","ports":7}]}"#,
            #"{"frame":"members","members":[{"name":"K","type":"K","ports":[{"port":"o","direction":"up","type":"I"}]}]}"#,
            #"{"frame":"bye","waits":1}"#,
            #"{"frame":"hello","protocol":"statecharts-bridge","version":1,"name":"p","session":"00000000000000aa","#
                + #""exports":[{"channel":"c","type":"I","kind":7}]}"#,
        ] {
            let error = #expect(throws: BridgeError.self) { try read(text) }
            #expect(error?.code == .malformed)
        }
        let whole = Self.hello
        let hello = Hello(
            name: whole.name, session: 2, peer: 1, next: 1, received: 0, exports: Self.imports + Self.imports,
            imports: whole.imports)
        let greeting = try session(.greeting)
        let error = #expect(throws: BridgeError.self) {
            var session = greeting
            _ = try session.take(.hello(hello))
        }
        #expect(error?.description.contains("the channel \"prices\" twice") == true)
    }
}
