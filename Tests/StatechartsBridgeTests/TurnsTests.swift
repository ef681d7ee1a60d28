import Statecharts
import Testing

@testable import StatechartsBridge

/// Several sides that meet one, one after the other.
@Suite struct TurnsTests {
    private func session(_ name: String, _ number: UInt64, exports: [String] = [], imports: [String] = []) -> Session {
        func offers(_ names: [String]) -> [ChannelOffer] {
            names.map { ChannelOffer(channel: $0, type: "Int", kind: .publish) }
        }
        return Session(
            name: name, number: number, limits: BridgeLimits(), exports: offers(exports).map { ($0, .max) },
            imports: offers(imports).map { ($0, false) })
    }

    /// Lets two sides talk until they have no more to say, and answers how many messages came to the second one.
    private func talk(_ one: inout Session, _ other: inout Session) throws -> Int {
        var delivered = 0
        func take(_ bytes: [UInt8], _ session: inout Session) throws {
            var reader = FrameReader(limit: 1 << 20)
            try reader.read(bytes) { bytes, range in
                let frame = try Frame(bytes, range)
                if case .message(let message, _) = frame {
                    guard let place = try session.take(message: message.number, of: message.channel) else { return }
                    delivered += 1
                    _ = session.arrived(place)
                } else {
                    _ = try session.take(frame)
                }
            }
            session.endBatch()
        }
        var isOver = false
        while !isOver {
            isOver = true
            if let bytes = one.output(atMost: 1 << 16) {
                isOver = false
                try take(bytes, &other)
            }
            if let bytes = other.output(atMost: 1 << 16) {
                isOver = false
                try take(bytes, &one)
            }
        }
        return delivered
    }

    private func meet(_ one: inout Session, _ other: inout Session) throws -> Int {
        let isWanted = (one.begin(), other.begin())
        #expect(isWanted == (true, true))
        return try talk(&one, &other)
    }

    private func part(_ one: inout Session, _ other: inout Session) {
        one.cut()
        other.cut()
    }

    private func send(_ session: inout Session, _ count: Int) {
        for _ in 0..<count { _ = session.send(0, .sample, .number(7)) }
    }

    private func refusal(_ meet: () throws -> Int) -> BridgeError? {
        do {
            Issue.record("\(try meet()) came")
            return nil
        } catch {
            return error as? BridgeError
        }
    }

    @Test func `whoever comes back after another one has taken his place is told so`() throws {
        var shop = session("shop", 1, exports: ["prices"]), first = session("first", 2, imports: ["prices"])
        var second = session("second", 3, imports: ["prices"])
        send(&shop, 2)
        #expect(try meet(&shop, &first) == 2)
        part(&shop, &first)
        send(&shop, 1)
        #expect(try meet(&shop, &second) == 1)
        part(&shop, &second)
        // What was on its way to the first one is with the second one.
        let error = refusal { try meet(&shop, &first) }
        #expect(error?.code == .refused)
        #expect(error?.description.contains("has gone on with somebody else while") == true, "\(error as Any)")
        part(&shop, &first)
        // The second one goes on, and so does a first one that begins anew.
        send(&shop, 1)
        #expect(try meet(&shop, &second) == 1)
        part(&shop, &second)
        var anew = session("first", 4, imports: ["prices"])
        send(&shop, 1)
        #expect(try meet(&shop, &anew) == 1)
    }

    @Test func `also where the other one got nothing`() throws {
        var shop = session("shop", 1, imports: ["prices"]), first = session("first", 2, exports: ["prices"])
        var second = session("second", 3, exports: ["prices"])
        send(&first, 1)
        #expect(try meet(&first, &shop) == 1)
        part(&first, &shop)
        #expect(try meet(&second, &shop) == 0)
        part(&second, &shop)
        send(&first, 1)
        let error = refusal { try meet(&first, &shop) }
        #expect(error?.code == .refused)
    }

    @Test func `a hello that is refused has displaced nobody`() throws {
        var shop = session("shop", 1, imports: ["prices"]), first = session("first", 2, exports: ["prices"])
        send(&first, 2)
        #expect(try meet(&first, &shop) == 2)
        part(&first, &shop)
        // He says that he has got a message which was never sent.
        let offer = ChannelOffer(channel: "prices", type: "Int", kind: .publish)
        let hello = Hello(name: "liar", session: 3, peer: 1, next: 1, received: 9, exports: [offer], imports: [])
        let isWanted = shop.begin()
        #expect(isWanted)
        let error = refusal {
            _ = try shop.take(.hello(hello))
            return 0
        }
        #expect(error?.code == .malformed)
        shop.cut()
        send(&first, 1)
        #expect(try meet(&first, &shop) == 1)
    }
}
