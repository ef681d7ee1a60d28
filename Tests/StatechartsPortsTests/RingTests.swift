import Statecharts
import TestSupport
import Testing

/// Proxies in a ring are refused: a message would go round for ever.
@Suite struct RingTests {
    private func message(_ result: ExitTest.Result?) -> String {
        result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    }

    @Test func `outputs that forward to each other`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let ports = ["a", "b", "c"].map { OutputPort<Int>($0) }
            connect(ports[0], to: ports[1])
            connect(ports[1], to: ports[2]) { $0 + 1 }
            connect(ports[2], to: ports[0])
        }
        #expect(
            message(result).contains(
                "connecting closes a ring of proxies, c → a → b → c, in which a message would go round for ever; connect one of them "
                    + "to a machine, or iterate it, and send on from there"))
    }

    @Test func `ports of states that forward to each other, refused before the first value goes round`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let a = OutputPort("a", current: 0), b = OutputPort("b", current: 0)
            connect(a, to: b)
            connect(b, to: a)
        }
        #expect(message(result).contains("a ring of proxies, b → a → b, in"))
    }

    @Test func `inputs that forward to each other`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let a = InputPort<Int>("a"), b = InputPort<Int>("b")
            connect(a, to: b) { $0 > 0 ? $0 - 1 : nil }
            connect(b, to: a)
        }
        #expect(message(result).contains("a ring of proxies, a → b → a, in") || message(result).contains("b → a → b"))
    }

    @Test func `a port that forwards to itself`() async {
        let output = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let a = OutputPort<Int>("a")
            connect(a, to: a)
        }
        #expect(message(output).contains("a ring of proxies, a → a, in"))
        let input = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let a = InputPort<Int>("a")
            connect(a, to: a)
        }
        #expect(message(input).contains("a ring of proxies, a → a, in"))
    }

    @Test func `two ways to the same port are no ring, nor are machines, nor what was disconnected`() async throws {
        let ports = ["a", "b", "c", "d"].map { OutputPort<Int>($0) }
        connect(ports[0], to: ports[1])
        connect(ports[0], to: ports[2])
        connect(ports[1], to: ports[3])
        connect(ports[2], to: ports[3])
        let stream = ports[3].stream()
        ports[0].send(1)
        #expect(await stream.first(2) == [1, 1])
        connect(ports[0], to: ports[1]).disconnect()
        let x = OutputPort<Int>("x"), y = OutputPort<Int>("y")
        connect(x, to: y).disconnect()
        connect(y, to: x)
        let loop = Counter()
        connect(loop.doubled, to: loop.numbers) { $0 < 100 ? $0 : nil }
        let machine = Machine(loop)
        try await machine.start()
        loop.numbers.send(1)
        try await eventually { try await machine.withTop({ $0.noted.count }) >= 7 }
        #expect(try await machine.withTop { $0.noted } == [1, 2, 4, 8, 16, 32, 64])
    }
}
