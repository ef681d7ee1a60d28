@testable import Statecharts
@testable import StatechartsCore
import Testing

/// Ports under many senders at once, while connections, machines and observers come and go.
@Suite struct StormTests {
    private static let senders = 8, count = 500

    /// Each of 8 tasks sends its numbers, in order; `1000 * sender + number`.
    private func storm(_ send: @escaping @Sendable (_ sender: Int, _ message: Int) -> Void) async {
        await withTaskGroup { group in
            for sender in 0..<Self.senders {
                group.addTask { for number in 0..<Self.count { send(sender, 1000 * sender + number) } }
            }
        }
    }

    private var all: [Int] { (0..<Self.senders).flatMap { sender in (0..<Self.count).map { 1000 * sender + $0 } } }

    /// Whether what each sender sent is in its order.
    private func isInOrder(_ messages: [Int]) -> Bool {
        (0..<Self.senders).allSatisfy { sender in
            let own = messages.filter { $0 / 1000 == sender }
            return own == own.sorted() && Set(own).count == own.count
        }
    }

    @Test func `who stays gets everything once and in order, however many connections come and go beside it`()
        async throws
    {
        let output = OutputPort<Int>(), state = OutputPort(current: -1), chart = Counter()
        connect(output, to: chart.numbers)
        let all = output.stream(), values = state.stream()
        let machine = Machine(chart)
        try await machine.start()
        let flicker = Task {
            var seen: [[Int]] = []
            while !Task.isCancelled {
                let input = InputPort<Int>()
                let connections = [
                    connect(output, to: input), connect(state, to: input) { $0 < 0 ? nil : $0 + 100_000 },
                ]
                await Task.yield()
                for connection in connections {
                    connection.disconnect()
                    connection.disconnect()
                }
                input.finish()
                seen.append(await Array(input))
            }
            return seen
        }
        await storm { _, message in
            output.send(message)
            state.send(message)
        }
        flicker.cancel()
        output.finish()
        state.finish()
        let streamed = await Array(all)
        #expect(streamed.sorted() == self.all)
        #expect(isInOrder(streamed))
        #expect(await Array(values).dropFirst().sorted() == self.all)
        let noted = try await machine.withTop { $0.noted }
        #expect(noted.sorted() == self.all)
        #expect(isInOrder(noted))
        for seen in await flicker.value { #expect(isInOrder(seen.filter { $0 < 100_000 })) }
    }

    @Test func `a channel gives every message to exactly one receiver while receivers come and go`() async throws {
        let channel = PointToPointChannel<Int>(), taken = InputPort<Int>("taken")
        let outputs = (0..<Self.senders).map { _ in OutputPort<Int>() }
        for output in outputs { connect(output, to: channel) }
        let stays = Counter()
        connect(channel, to: stays.numbers)
        let machine = Machine(stays)
        try await machine.start()
        let flicker = Task {
            while !Task.isCancelled {
                let input = InputPort<Int>()
                let connection = connect(channel, to: input)
                let work = input.handle { taken.send($0) }
                await Task.yield()
                connection.disconnect()
                input.finish()
                // What it was given before, it deals with.
                await work.value
            }
        }
        await storm { sender, message in outputs[sender].send(message) }
        flicker.cancel()
        await flicker.value
        var noted: [Int] = []
        while noted.count + taken.bufferedCount < self.all.count { noted = try await machine.withTop { $0.noted } }
        taken.finish()
        let others = await Array(taken)
        #expect((noted + others).sorted() == self.all)
        #expect(isInOrder(noted))
    }

    @Test func `of a machine that ends under way every message is either taken or counted`() async throws {
        let output = OutputPort<Int>(), chart = Counter()
        let numbers = chart.numbers
        connect(output, to: numbers)
        let machine = Machine(chart)
        try await machine.start()
        await storm { sender, message in
            output.send(message)
            if message == 3250 { machine.post(.stop) }
        }
        try await machine.finished
        let noted = try await machine.withTop { $0.noted }
        #expect(noted.count + numbers.undeliveredCount == self.all.count)
        #expect(isInOrder(noted))
    }

    @Test(arguments: [false, true])
    func `the order of one sender is kept over two ports`(isWatched: Bool) async throws {
        let evens = OutputPort<Int>("evens"), odds = OutputPort<Int>("odds"), chart = Pair()
        connect(evens, to: chart.first)
        connect(odds, to: chart.second)
        let machine = Machine(chart), system = System()
        system.add("Sender", ports: evens, odds)
        await system.add(machine, named: "Pair")
        try await machine.start()
        let recorder = isWatched ? system.recorder() : nil
        await storm { _, message in (message.isMultiple(of: 2) ? evens : odds).send(message) }
        let noted = try await machine.withTop { $0.noted }
        #expect(noted.sorted() == self.all)
        #expect(isInOrder(noted))
        #expect(recorder.map { $0.records.count } ?? noted.count == noted.count)
    }

    @Test func `watching, pausing and going on in the middle lose nothing and disorder nothing`() async throws {
        let output = OutputPort<Int>("out"), chart = Counter()
        connect(output, to: chart.numbers)
        let machine = Machine(chart), system = System()
        system.add("Sender", ports: output)
        await system.add(machine, named: "Counter")
        try await machine.start()
        let meddler = Task {
            while !Task.isCancelled {
                let recorder = system.recorder()
                system.pause()
                await Task.yield()
                system.step()
                system.resume()
                recorder.stop()
                await Task.yield()
            }
        }
        await storm { _, message in output.send(message) }
        meddler.cancel()
        await meddler.value
        system.resume()
        let noted = try await machine.withTop { $0.noted }
        #expect(noted.sorted() == self.all)
        #expect(isInOrder(noted))
    }

    @Test func `a slow observer holds up nobody, and sees everything in the order of the others`() async throws {
        let output = OutputPort<Int>("out"), chart = Counter()
        connect(output, to: chart.numbers)
        let machine = Machine(chart), system = System()
        system.add("Sender", ports: output)
        await system.add(machine, named: "Counter")
        try await machine.start()
        let slow = system.messages, recorder = system.recorder()
        await storm { _, message in output.send(message) }
        // Nobody has looked at the slow observer's stream yet.
        #expect(try await machine.withTop { $0.noted.count } == self.all.count)
        let records = recorder.records
        #expect(await slow.first(records.count).map(\.id) == records.map(\.id))
        #expect(records.map(\.id) == records.map(\.id).sorted())
    }
}

/// Notes what comes at two ports.
///
///     first, second ▶ number / note it
final class Pair: TopState<Int> {
    let first = InputPort<Int>(), second = InputPort<Int>()
    let open = Open()
    var noted: [Int] = []

    override func configure() {
        receive(first) { $0 }
        receive(second) { $0 }
        substates(open)
    }

    final class Open: State<Pair, Pair> {
        override func handle(_ event: Int) -> Reaction { .handled { self.top.noted.append(event) } }
    }
}
