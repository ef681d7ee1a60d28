import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsBridge

/// What becomes of messages while there is no connection, and when there will be none.
@Suite struct CutTests {
    /// Two bridges of which the right one connects as often as it is allowed to.
    private struct Gated {
        let left: Bridge, right: Bridge, gate: GatedLink, link: MemoryLink

        init(_ limits: BridgeLimits = .patient) {
            let (leftLink, rightLink) = MemoryLink.pair()
            link = leftLink
            gate = GatedLink(rightLink, permits: 1)
            left = Bridge(over: leftLink, name: "left", limits: limits)
            right = Bridge(over: gate, name: "right", limits: limits)
        }

        func start() async throws {
            left.begin()
            try await right.start()
            try await left.start()
        }

        /// Breaks the connection, and returns when the left side knows.
        func cut() async {
            let states = left.states.stream()
            link.cut()
            for await state in states where state.isCut { break }
        }
    }

    @Test func `while the link is cut the policy of the export holds, whatever the other side had allowed`()
        async throws
    {
        let pair = Gated()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers", buffering: .bufferingNewest(1))
        pair.right.import("numbers", to: arrived)
        try await pair.start()
        numbers.send(0)
        #expect(await arrived.first(1) == [0])
        // What was not acknowledged before the cut would wait too.
        try await eventually { pair.left.waitingCount == 0 }
        await pair.cut()
        for number in 1...100 { numbers.send(number) }
        #expect(pair.left.waitingCount == 1)
        #expect(pair.left.droppedCount == 99)
        pair.gate.allow()
        #expect(await arrived.first(1) == [100])
    }

    @Test(.timeLimit(.minutes(30)))
    func `while the link is cut jobs go to whoever is ready here, and not to the other side`() async throws {
        let link = PlayedLink(), bridge = Bridge(over: link, name: "left", limits: .patient)
        let jobs = PointToPointChannel<Int>("jobs"), here = InputPort<Int>("here"), source = OutputPort<Int>("source")
        bridge.export(jobs, as: "jobs")
        connect(source, to: jobs)
        let states = bridge.states.stream()
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        // Credits that outlive the connection.
        connection.give(
            PlayedConnection.hello(imports: ["jobs": "Int"]) + Frame.credit(channel: "jobs", upTo: 5).bytes)
        source.send(1)
        #expect(bridge.waitingCount == 1)
        connection.end()
        for await state in states where state.isCut { break }
        connect(jobs, to: here)
        for job in 2...4 {
            async let taken = here.first { _ in true }
            source.send(job)
            // Not waited for where it has gone the other way.
            try #require(bridge.waitingCount == 1)
            #expect(await taken == job)
        }
        // The first one may have come there: it is kept for whoever is met there next.
        #expect(bridge.waitingCount == 1)
        bridge.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `a bridge that ends says how many messages nobody is known to have got`() async throws {
        let pair = Gated()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        let system = System(), reports = system.reports
        system.add("Shop", ports: numbers)
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: arrived)
        try await pair.start()
        await pair.cut()
        for number in 1...3 { numbers.send(number) }
        #expect(pair.left.lostCount == 0)
        let ended = pair.left.states.stream()
        pair.left.stop()
        for await _ in ended {}
        #expect(pair.left.lostCount == 3)
        var said: PortReport?
        for await report in reports {
            said = report
            break
        }
        #expect(said?.kind == .undelivered)
        #expect(said?.port == numbers.label)
        #expect(said.map { "\($0.message)" } == "3 of \"numbers\", not acknowledged when the bridge ended")
    }

    @Test func `a side that allows without end and acknowledges nothing gets no more than the window`() async throws {
        let link = PlayedLink()
        let bridge = Bridge(over: link, name: "left", limits: .init(window: 4, patience: .seconds(600)))
        let numbers = OutputPort<Int>("numbers")
        bridge.export(numbers, as: "numbers", buffering: .bufferingNewest(1))
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(
            PlayedConnection.hello(imports: ["numbers": "Int"])
                + Frame.credit(channel: "numbers", upTo: .max).bytes)
        for number in 1...20_000 { numbers.send(number) }
        // The window, and the newest one.
        #expect(bridge.waitingCount == 5)
        #expect(bridge.droppedCount == 19_995)
        func numbersTaken() throws -> [UInt64] {
            try connection.take().compactMap { if case .message(let message, _) = $0 { message.number } else { nil } }
        }
        #expect(try numbersTaken() == [1, 2, 3, 4])
        connection.give(Frame.acknowledgement(2).bytes)
        #expect(try numbersTaken() == [5])
        connection.give(Frame.acknowledgement(5).bytes)
        numbers.send(0)
        #expect(try numbersTaken() == [6])
        bridge.stop()
    }

    @Test func `a window of any size is one that can be counted`() async throws {
        for window in [Int.max, 0, -1] {
            var limits = BridgeLimits()
            limits.window = window
            let pair = Pair(limits: limits)
            let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
            pair.left.export(numbers, as: "numbers")
            pair.right.import("numbers", to: arrived)
            try await pair.start()
            for number in 1...10 { numbers.send(number) }
            #expect(await arrived.first(10) == Array(1...10))
        }
    }

    @Test func `a side that only says hello and goes is given up after as many attempts as nobody at all`()
        async throws
    {
        let link = PlayedLink { connection in
            connection.give(PlayedConnection.hello())
            connection.end(BridgeError(.cut, "gone"))
        }
        let clock = ManualClock()
        let bridge = Bridge(over: link, name: "left", limits: .init(attempts: 5), clock: clock)
        let ended = bridge.states.stream()
        bridge.begin()
        let clockwork = clock.ticking(by: .milliseconds(50))
        for await _ in ended {}
        clockwork.cancel()
        #expect(bridge.state == .ended(BridgeError(.cut, "gone")))
        #expect(link.openCount == 5)
    }
}
