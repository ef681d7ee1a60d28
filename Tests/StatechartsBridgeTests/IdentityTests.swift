import Statecharts
import StatechartsBridge
import StatechartsTesting
import Testing

/// What a message is known by in all processes.
@Suite struct IdentityTests {
    /// A port that is exported over two bridges, or one over each, with a watched input at the other end of each.
    private struct Fork {
        let pairs = [Pair(), Pair()]
        let output: OutputPort<Int>
        let inputs = [InputPort<Int>("in"), InputPort<Int>("in")]
        let systems = [System(), System()]
        private let messages: [AsyncStream<MessageRecord>]

        init(_ output: OutputPort<Int> = OutputPort("out"), _ other: OutputPort<Int>? = nil) {
            self.output = output
            for (pair, output) in zip(pairs, [output, other ?? output]) { pair.left.export(output, as: "numbers") }
            for (pair, input) in zip(pairs, inputs) { pair.right.import("numbers", to: input) }
            for (system, input) in zip(systems, inputs) { system.add("There", ports: input) }
            messages = systems.map(\.messages)
        }

        func start() async throws { for pair in pairs { try await pair.start() } }
        func stop() { for bridge in pairs.flatMap({ [$0.left, $0.right] }) { bridge.stop() } }

        /// The records of both ends, when these have come. To wait at the inputs would not do: a record is made when
        /// its message has been delivered.
        func records(_ count: Int) async -> [[MessageRecord]] {
            var records: [[MessageRecord]] = []
            for stream in messages { records.append(await stream.first(count)) }
            return records
        }
    }

    @Test func `a message that leaves by several bridges is the same one everywhere`() async throws {
        let fork = Fork()
        try await fork.start()
        let here = InputPort<Int>("here")
        connect(fork.output, to: here)
        for number in 1...100 { fork.output.send(number) }
        for number in 101...200 { try await fork.output.sendWaiting(number) }
        let records = await fork.records(200)
        let first = records[0], second = records[1]
        #expect(first.map { "\($0.message)" } == (1...200).map { "\($0)" })
        #expect(first.map(\.identity) == second.map(\.identity))
        #expect(Set(first.map(\.identity)).count == 200)
        #expect(first.map(\.timeSince1970) == second.map(\.timeSince1970))
        #expect(first.allSatisfy { $0.isForeign && $0.type == "Int" && $0.sender == fork.output.label })
        #expect(first.allSatisfy { $0.causeIdentity == nil })
        // One tree of both systems has each of them once.
        #expect(MessageTree(first + second).roots.count == 200)
        #expect(await here.first(200) == Array(1...200))
        fork.stop()
    }

    /// out ─▶ plain ─▶ left bridge, and out ─▶ mapped ─▶ right bridge, or ─▶ right bridge.
    @Test(arguments: [true, false], [true, false])
    func `a message that leaves by proxies and mappings is the same one everywhere`(
        isExportedFirst: Bool, hasTwoProxies: Bool
    ) async throws {
        let out = OutputPort<Int>("out"), plain = OutputPort<Int>("plain"), mapped = OutputPort<Int>("mapped")
        func connectAll() {
            connect(out, to: plain)
            if hasTwoProxies { connect(out, to: mapped) { $0 } }
        }
        if !isExportedFirst { connectAll() }
        let fork = Fork(plain, hasTwoProxies ? mapped : out)
        try await fork.start()
        if isExportedFirst { connectAll() }
        for number in 1...10 { out.send(number) }
        for number in 11...20 { try await out.sendWaiting(number) }
        let records = await fork.records(20)
        #expect(records.map { $0.map { "\($0.message)" } } == Array(repeating: (1...20).map { "\($0)" }, count: 2))
        #expect(records[0].map(\.identity) == records[1].map(\.identity))
        #expect(Set(records[0].map(\.identity)).count == 20)
        fork.stop()
    }

    @Test func `a proxy that is watched numbers what passes it, and its bridge tells that identity`() async throws {
        let out = OutputPort<Int>("out"), proxies = [OutputPort<Int>("first"), OutputPort<Int>("second")]
        for proxy in proxies { connect(out, to: proxy) { $0 } }
        let fork = Fork(proxies[0], proxies[1]), system = System()
        system.add("Composite", ports: proxies[0], proxies[1])
        let messages = system.messages
        try await fork.start()
        out.send(1)
        let records = await fork.records(1), seen = await messages.first(2)
        #expect(seen.map(\.sender.description) == ["Composite.first", "Composite.second"])
        #expect(records.map { $0[0].identity } == seen.map(\.identity))
        fork.stop()
    }

    @Test func `a watched message keeps the identity that its system gave it`() async throws {
        let fork = Fork(), system = System()
        system.add("Here", ports: fork.output)
        let messages = system.messages
        try await fork.start()
        for number in 1...10 { fork.output.send(number) }
        try await fork.output.sendWaiting(11)
        let records = await fork.records(11)
        let left = await messages.first(11)
        #expect(records.map { $0.map(\.identity) } == Array(repeating: left.map(\.identity), count: 2))
        // A frame has the date in microseconds.
        for there in records {
            for (came, sent) in zip(there, left) {
                #expect(abs((came.timeSince1970 - sent.timeSince1970) / .microseconds(1)) < 2)
            }
        }
        #expect(records[0].map(\.sender.description) == Array(repeating: "Here.out", count: 11))
        fork.stop()
    }

    @Test func `current values and refused messages have identities of their own`() async throws {
        let fork = Fork(OutputPort("out", current: 0))
        try await fork.start()
        fork.output.send(1)
        let records = await fork.records(2)
        // The first value is introduced to each end by itself; what is sent goes to both.
        #expect(records.map { $0.map { "\($0.message)" } } == [["0", "1"], ["0", "1"]])
        #expect(records[0][1].identity == records[1][1].identity)
        #expect(Set(records.flatMap { $0 }.map(\.identity)).count == 3)
        fork.stop()
    }

    @Test func `senders and bridges that come and go at once never give an identity twice`() async throws {
        let fork = Fork()
        try await fork.start()
        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask { for number in 0..<250 { fork.output.send(task * 250 + number) } }
            }
            group.addTask {
                for _ in 0..<50 {
                    let other = InputPort<Int>("other")
                    let connection = connect(fork.output, to: other)
                    await Task.yield()
                    connection.disconnect()
                }
            }
        }
        let records = await fork.records(1_000)
        for numbers in records {
            #expect(Set(numbers.map { "\($0.message)" }).count == 1_000)
            #expect(Set(numbers.map(\.identity)).count == 1_000)
        }
        func identities(_ records: [MessageRecord]) -> [String: MessageIdentity] {
            Dictionary(records.map { ("\($0.message)", $0.identity) }) { first, _ in first }
        }
        #expect(identities(records[0]) == identities(records[1]))
        fork.stop()
    }
}
