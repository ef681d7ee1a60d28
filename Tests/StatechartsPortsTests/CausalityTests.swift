import Statecharts
import TestSupport
import Testing

@Suite struct CausalityTests {
    /// a ─left──▶ b ─left─▶ d ─left─▶ f
    /// a ─right─▶ c ─left─▶ e ─left─▶ f
    @Test func `a flow over six machines, two branches in parallel, comes out as the right tree`() async throws {
        let a = Stage("a"), b = Stage("b"), c = Stage("c"), d = Stage("d"), e = Stage("e"), f = Stage("f")
        let guest = OutputPort<String>("words"), results = f.left.stream()
        connect(guest, to: a.words)
        connect(a.left, to: b.words)
        connect(a.right, to: c.words)
        connect(b.left, to: d.words)
        connect(c.left, to: e.words)
        connect(d.left, to: f.words)
        connect(e.left, to: f.words)
        let system = System()
        system.add("Guest", ports: guest)
        let machines = try await started(system, Machine(a), Machine(b), named: ["A", "B"])
        let others = try await started(system, Machine(c), Machine(d), named: ["C", "D"])
        let last = try await started(system, Machine(e), Machine(f), named: ["E", "F"])
        let recorder = system.recorder()
        let seen = system.messages

        guest.send(".")
        #expect(Set(await results.first(2)) == [".abdf", ".acef"])
        _ = (machines, others, last)
        try await machines.0.stop()
        for machine in [others.0, others.1, machines.1, last.0, last.1] { try await machine.stop() }

        let records = recorder.records
        // 1 to a; a: 2; b and c: 2 each; d and e: 2 each; f: 2 for each word.
        #expect(records.count == 15)
        #expect(
            paths(MessageTree(records)) == [
                "Guest.words>A.words",
                "Guest.words>A.words/A.left>B.words",
                "Guest.words>A.words/A.left>B.words/B.left>D.words",
                "Guest.words>A.words/A.left>B.words/B.left>D.words/D.left>F.words",
                "Guest.words>A.words/A.left>B.words/B.left>D.words/D.left>F.words/F.left>stream",
                "Guest.words>A.words/A.left>B.words/B.left>D.words/D.left>F.words/F.right>",
                "Guest.words>A.words/A.left>B.words/B.left>D.words/D.right>",
                "Guest.words>A.words/A.left>B.words/B.right>",
                "Guest.words>A.words/A.right>C.words",
                "Guest.words>A.words/A.right>C.words/C.left>E.words",
                "Guest.words>A.words/A.right>C.words/C.left>E.words/E.left>F.words",
                "Guest.words>A.words/A.right>C.words/C.left>E.words/E.left>F.words/F.left>stream",
                "Guest.words>A.words/A.right>C.words/C.left>E.words/E.left>F.words/F.right>",
                "Guest.words>A.words/A.right>C.words/C.left>E.words/E.right>",
                "Guest.words>A.words/A.right>C.words/C.right>",
            ])
        // The same order for another observer, with causes before what they cause.
        #expect(await seen.first(15).map(\.id) == records.map(\.id))
        #expect(records.map(\.id) == records.map(\.id).sorted())
        for record in records { if let cause = record.cause { #expect(cause < record.id) } }
    }

    @Test func `two observers see one order while many tasks send`() async throws {
        let outputs = (0..<4).map { OutputPort<Int>("out\($0)") }
        let counter = Counter()
        for output in outputs { connect(output, to: counter.numbers) }
        let system = System()
        for (number, output) in outputs.enumerated() { system.add("Sender\(number)", ports: output) }
        let machine = Machine(counter)
        await system.add(machine, named: "Counter")
        try await machine.start()
        let observers = (system.messages, system.recorder())
        await withTaskGroup { group in
            for (number, output) in outputs.enumerated() {
                group.addTask { for count in 0..<50 { output.send(100 * number + count) } }
            }
        }
        let noted = try await machine.withTop { $0.noted }
        let records = observers.1.records
        #expect(await observers.0.first(records.count).map(\.id) == records.map(\.id))
        // The machine took the messages in the order in which they were recorded, each sender's in the order of sending.
        let sent = records.filter { $0.sender.owner.hasPrefix("Sender") }.compactMap { $0.message as? Int }
        #expect(sent == noted)
        for number in 0..<4 {
            #expect(noted.filter { $0 / 100 == number } == (0..<50).map { 100 * number + $0 })
        }
    }

    @Test func `what a suspended action sends is caused by its message`() async throws {
        let chart = SlowStage()
        let words = chart.words, stream = chart.out.stream()
        let machine = Machine(chart)
        let system = System()
        await system.add(machine, named: "Slow")
        try await machine.start()
        let recorder = system.recorder()
        // The machine is busy until both are there.
        try await machine.withTop { _ in
            words.send("x")
            words.send("y")
        }
        #expect(await stream.first(2) == ["xs", "ys"])
        try await machine.withTop { _ in }
        #expect(
            MessageTree(recorder.records).description == """
                #1 outside → Slow.words: x
                └─ #3 Slow.out → stream: xs
                #2 outside → Slow.words: y
                └─ #4 Slow.out → stream: ys
                """)
    }

    @Test func `what a closure sends is caused by its message`() async throws {
        let requests = InputPort<Int>("requests"), answers = OutputPort<Int>("answers")
        let ask = OutputPort<Int>("ask")
        connect(ask, to: requests)
        let task = requests.handle { request in
            await Task.yield()
            answers.send(request + 1)
        }
        let system = System()
        system.add("Service", ports: requests, answers)
        system.add("Client", ports: ask)
        let recorder = system.recorder()
        let stream = answers.stream()
        ask.send(1)
        #expect(await stream.first(1) == [2])
        // A record is made when the message has been delivered: who reads the stream may be faster.
        try await eventually { recorder.records.count == 2 }
        #expect(
            MessageTree(recorder.take()).description == """
                #1 Client.ask → Service.requests: 1
                └─ #2 Service.answers → stream: 2
                """)
        #expect(recorder.records.isEmpty)
        task.cancel()
    }

    @Test func `timestamps are those of the system's clock`() async throws {
        let clock = StepClock()
        let system = System(clock: clock)
        let output = OutputPort<Int>("out")
        system.add("A", ports: output)
        let recorder = system.recorder()
        output.send(1)
        clock.advance(by: .seconds(3))
        output.send(2)
        #expect(recorder.records.map(\.time) == [.zero, .seconds(3)])
        #expect(recorder.records.map(\.receivers) == [[], []])
    }

    // MARK: Help

    private func started(
        _ system: System, _ first: sending Machine<Stage>, _ second: sending Machine<Stage>, named names: [String]
    ) async throws -> (Machine<Stage>, Machine<Stage>) {
        await system.add(first, named: names[0])
        await system.add(second, named: names[1])
        try await first.start()
        try await second.start()
        return (first, second)
    }

    /// Every node with the way to it, sorted, so that the order of parallel branches does not matter.
    private func paths(_ tree: MessageTree) -> [String] {
        func walk(_ node: MessageTree.Node, _ prefix: String) -> [String] {
            let to = node.record.receivers.map(\.description).joined(separator: ",")
            let own = prefix + "\(node.record.sender)>\(to)"
            return [own] + node.children.flatMap { walk($0, own + "/") }
        }
        return tree.roots.flatMap { walk($0, "") }.sorted()
    }
}
