import Foundation
import Statecharts
import StatechartsTesting
import Testing

@testable import StatechartsBridge

/// What others show and say takes no more room than there is for it.
@Suite struct BoundsTests {
    @Test func `a large system is shown by as many components as go into a frame, and messages go on`() async throws {
        for (name, shown) in [("C", 1_000), (String(repeating: "c", count: 20_000), 52)] {
            let pair = Pair()
            let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
            pair.left.export(numbers, as: "numbers")
            pair.right.import("numbers", to: arrived)
            let shop = System(), guest = System()
            for number in 1...3_000 { shop.add("\(name)\(number)") }
            pair.left.share(shop)
            pair.right.share(guest)
            let changes = guest.changes
            try await pair.start()
            var members: [System.RemoteMember] = []
            for await change in changes {
                guard case .met(let remote) = change, !remote.members.isEmpty else { continue }
                members = remote.members
                break
            }
            #expect(members.count == shown + 1)
            #expect(members.last?.name == "… and \(3_000 - shown) more")
            numbers.send(7)
            #expect(await arrived.first(1) == [7])
            #expect(pair.left.state == .connected(peer: "right"))
        }
    }

    @Test func `a flood of what a side shows is taken by its newest list`() async throws {
        let link = PlayedLink(), clock = ManualClock(), system = System()
        let bridge = Bridge(over: link, name: "left", clock: clock)
        bridge.share(system)
        bridge.begin()
        let changes = system.changes
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(PlayedConnection.hello())
        for number in 1...10_000 {
            let member = RemoteMember(name: "\(number)", type: "", ports: [])
            connection.give(Frame.members([member]).bytes)
        }
        let clockwork = clock.ticking(by: .seconds(1))
        var count = 0
        for await change in changes {
            guard case .met(let remote) = change else { continue }
            count += 1
            if remote.members.first?.name == "10000" { break }
        }
        clockwork.cancel()
        #expect(count <= Session.mostShown + 2)
        bridge.stop()
    }

    @Test func `a flood of pings and of credits is answered once, and touches no other bridge`() async throws {
        let link = PlayedLink(), pair = Pair()
        let bridge = Bridge(over: link, name: "left", limits: .patient)
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        // One port, two bridges: the other one is to go on.
        bridge.export(numbers, as: "numbers", buffering: .bufferingNewest(1))
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: arrived)
        try await pair.start()
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(PlayedConnection.hello(imports: ["numbers": "Int"]))
        _ = try connection.take()
        for number in 1...1_000 {
            for _ in 1...10 { connection.give(Frame.ping.bytes) }
            connection.give(Frame.credit(channel: "numbers", upTo: UInt64(number) << 32).bytes)
            numbers.send(number)
        }
        let kept = bridge.waitingCount
        #expect(kept == BridgeLimits().window + 1)
        let said = try connection.take()
        #expect(said.filter { $0 == .pong } == [.pong])
        #expect(said.count == BridgeLimits().window + 1)
        connection.give([0xFF, 0xFF, 0xFF, 0xFF])
        await bridge.wait { if case .ended(let error) = $0 { error?.code == .tooLong } else { false } }
        numbers.send(1_001)
        #expect(await arrived.first(1_001) == Array(1...1_001))
        #expect(pair.left.state == .connected(peer: "right"))
    }

    @Test func `what a side has shown is forgotten when another one takes its place`() async throws {
        let link = PlayedLink(), clock = ManualClock(), system = System()
        let bridge = Bridge(over: link, name: "left", clock: clock)
        bridge.share(system)
        bridge.begin()
        let changes = system.changes
        let first = try #require(await link.opened.first { _ in true })
        first.give(
            PlayedConnection.hello(1) + Frame.members([RemoteMember(name: "Table", type: "", ports: [])]).bytes)
        for await change in changes {
            if case .met(let remote) = change, remote.members.map(\.name) == ["Table"], remote.isConnected { break }
        }
        first.end()
        let second = try #require(await link.opened.first { _ in true })
        second.give(PlayedConnection.hello(2))
        for await change in system.changes {
            if case .met(let remote) = change, remote.members == [], remote.isConnected { break }
        }
        bridge.stop()
    }

    /// How a bridge that imports whole numbers ends when it gets these bytes.
    private func end(of bytes: [UInt8]) async throws -> BridgeError {
        let link = PlayedLink(), arrived = InputPort<Int>("arrived")
        let bridge = Bridge(over: link, name: "left", limits: .patient)
        bridge.import("numbers", to: arrived)
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(bytes)
        var end: BridgeError?
        await bridge.wait { state in
            if case .ended(let error) = state { end = error }
            return end != nil
        }
        return try #require(end)
    }

    private func hello(_ name: String, _ exports: [ChannelOffer], imports: [ChannelOffer] = []) -> [UInt8] {
        Frame.hello(
            Hello(name: name, session: 0xAA, peer: nil, next: 1, received: 0, exports: exports, imports: imports)
        ).bytes
    }

    @Test(arguments: ["n", "e\u{301}\u{301}\u{301}\u{301}"])
    func `of a long name a part is shown`(part: String) async throws {
        let link = PlayedLink(), bridge = Bridge(over: link, name: "left", limits: .patient)
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(hello(String(repeating: part, count: 50_000), []))
        var name = ""
        await bridge.wait { state in
            if case .connected(let peer) = state { name = peer }
            return !name.isEmpty
        }
        #expect(name.utf8.count < 330 && name.hasSuffix("…"))
        bridge.stop()
    }

    @Test func `sides that do not fit are named in part, whatever they say`() async throws {
        let long = String(repeating: "T", count: 100_000)
        let type = try await end(
            of: hello(long, [ChannelOffer(channel: "numbers", type: long, kind: .publish)]))
        #expect(type.code == .refused)
        #expect(type.message.contains("numbers is imported here as Int and exported there as TTT"))
        #expect(type.message.utf8.count < 2_000)
        let many = (0..<2_000).map { ChannelOffer(channel: "c\($0)", type: "Int", kind: .publish) }
        let channels = try await end(of: hello("other", many, imports: many))
        #expect(channels.message.contains("c18 is imported there as Int and not exported here; … and 1981 more. "))
        #expect(channels.message.contains("c19: Int, … and 1980 more"))
        #expect(channels.message.utf8.count < 5_000)
    }

    @Test func `of a body that does not fit a part is said, and the code once`() async throws {
        let greeting = PlayedConnection.hello(exports: ["numbers": "Int"])
        let keys = (0..<5_000).map { #""k\#($0)":1"# }.joined(separator: ",")
        let long = String(repeating: "k", count: 100_000)
        for (body, text) in [
            ("{\(keys)}", "… and 4980 more } is no Int"), ("{\"\(long)\":1}", "k…: …"), ("[1,", "at byte 3"),
        ] {
            let error = try await end(of: greeting + PlayedMonitor.message(1, "numbers", body))
            #expect(error.code == .malformed)
            #expect(error.message.contains(text), "\(error)")
            #expect(error.description.utf8.count < 2_000)
            #expect(error.description.components(separatedBy: "[malformed]").count == 2)
        }
    }

    @Test func `an error is said in as many words as a frame has room for`() throws {
        let error = BridgeError(.refused, String(repeating: "\"ü\n", count: 5_000))
        let frame = try #require(Frame.error(error, within: 1_024))
        #expect(frame.bytes.count <= 1_024)
        #expect(frame.bytes.count > 400)
    }

    @Test func `a chain of ten thousand messages is drawn, each in a line of its own that is not long`() throws {
        let texts = (1...10_000).map { number in
            let cause = number > 1 ? #","cause":"00000000000000aa-\#(number - 1)""# : ""
            return #"{"process":"shop","number":\#(number),"identity":"00000000000000aa-\#(number)"\#(cause),"#
                + #""date":\#(number),"sender":"a.out","receivers":["b.in"],"type":"Int","message":"\#(number)","#
                + #""isForeign":false}"#
        }
        let messages = try JSONDecoder().decode(
            [MonitoredMessage].self, from: Data("[\(texts.joined(separator: ","))]".utf8))
        let tree = MonitoredMessage.tree(messages)
        #expect(tree.count == 10_000)
        #expect(tree[2] == "   └─ shop #3 a.out → b.in: 3")
        #expect(tree.allSatisfy { $0.count < 300 })
        #expect(tree.last?.hasSuffix("… shop #10000 a.out → b.in: 10000") == true)
    }
}
