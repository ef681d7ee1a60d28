import Statecharts
import Testing

@Suite struct ProxyTests {
    /// outside ─▶ outer ─▶ middle ─▶ inner ▶ Counter ▶ doubled ─▶ middleOut ─▶ outerOut ─▶ stream
    @Test func `a chain of proxies passes everything on in order, both ways, also what came before`() async throws {
        let outside = OutputPort<Int>("outside"), chart = Counter()
        let inputs = ["outer", "middle"].map { InputPort<Int>($0) }
        let outputs = ["inner out", "outer out"].map { OutputPort<Int>($0) }
        connect(outside, to: inputs[0])
        outside.send(1)
        #expect(inputs.map(\.bufferedCount) == [1, 0])
        connect(inputs[0], to: inputs[1]) { $0 == 3 ? nil : $0 }
        #expect(inputs.map(\.bufferedCount) == [0, 1])
        outside.send(2)
        connect(inputs[1], to: chart.numbers)
        connect(chart.doubled, to: outputs[0])
        connect(outputs[0], to: outputs[1]) { $0 == 8 ? nil : $0 + 1 }
        let results = outputs[1].stream()
        let machine = Machine(chart)
        try await machine.start()
        for number in 3...5 { outside.send(number) }
        #expect(await results.first(3) == [3, 5, 11])
        #expect(inputs.map(\.bufferedCount) == [0, 0])
    }

    @Test func `a message keeps its identity through proxies and mappings, and its receivers are the real ends`()
        async throws
    {
        let outside = OutputPort<Int>("outside"), outer = InputPort<Int>("outer"), chart = Stage("!")
        connect(outside, to: outer)
        connect(outer, to: chart.words) { "\($0)" }
        let out = OutputPort<String>("out")
        connect(chart.left, to: out)
        let results = out.stream()
        let machine = Machine(chart), system = System()
        system.add("Guest", ports: outside)
        system.add("Composite", ports: outer, out)
        await system.add(machine, named: "Inner")
        try await machine.start()
        let recorder = system.recorder()
        outside.send(7)
        #expect(await results.first(1) == ["7!"])
        try await machine.stop()
        #expect(
            MessageTree(recorder.records).description == """
                #1 Guest.outside → Inner.words: 7
                ├─ #2 Inner.left → stream: 7!
                └─ #3 Inner.right → nobody: 7!
                """)
    }

    @Test func `a contract of a proxy holds for what passes it`() async throws {
        let outside = OutputPort<String>("outside"), outer = InputPort<String>("outer"),
            inner = InputPort<String>("inner")
        connect(outside, to: outer)
        connect(outer, to: inner)
        outer.enforce(Contract(DoorRules()), onViolation: .refuse) { .init($0) }
        for word in ["close", "open", "knock", "open", "close"] { outside.send(word) }
        inner.finish()
        #expect(await Array(inner) == ["open", "knock", "close"])
    }

    @Test func `back-pressure reaches through proxies and mappings`() async throws {
        let outside = OutputPort<Int>("outside"), outer = InputPort<Int>("outer")
        let slow = InputPort<String>("slow", buffering: .waiting(1)),
            other = InputPort<Int>("other", buffering: .waiting(2))
        connect(outside, to: outer)
        connect(outer, to: slow) { $0 < 0 ? nil : "\($0)" }
        connect(outside, to: other)
        try await outside.sendWaiting(-1)
        try await outside.sendWaiting(1)
        #expect(slow.bufferedCount == 1)
        let producer = Task {
            try await outside.sendWaiting(2)
            try await outside.sendWaiting(3)
        }
        #expect(await other.first(2) == [-1, 1])
        #expect(await slow.first(3) == ["1", "2", "3"])
        try await producer.value
        #expect(await other.first(2) == [2, 3])
        #expect([slow.droppedCount, other.droppedCount] == [0, 0])
    }

    /// One of the senders hands on what the others have put into a proxy that bounds its buffer.
    @Test(arguments: [PortBuffering.unbounded, .waiting(1), .waiting(1_000)], [1, 8])
    func `back-pressure reaches through a proxy that several tasks send to`(
        _ buffering: PortBuffering, _ limit: Int
    ) async throws {
        let outside = OutputPort<Int>("outside"), outer = InputPort<Int>("outer", buffering: buffering)
        let slow = InputPort<Int>("slow", buffering: .waiting(limit))
        connect(outside, to: outer)
        connect(outer, to: slow)
        let arrived = Task { await slow.first(8 * 100).sorted() }
        try await withThrowingTaskGroup { group in
            for sender in 0..<8 {
                group.addTask { for number in 0..<100 { try await outside.sendWaiting(100 * sender + number) } }
            }
            try await group.waitForAll()
        }
        // What was lost would be waited for in vain.
        slow.finish()
        #expect(await arrived.value == Array(0..<800))
        #expect([outer.droppedCount, slow.droppedCount] == [0, 0])
    }
}
