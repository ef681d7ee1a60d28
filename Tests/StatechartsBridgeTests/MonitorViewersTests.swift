import Foundation
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsBridge

/// Many monitors of one service: who sees what, who may do what, and who waits for whom.
@Suite(.serialized, RealLinks.asked) struct MonitorViewersTests {
    /// orders ─▶ taken, served to monitors that the test plays.
    private struct Served {
        let system = System(), orders = OutputPort<Int>("orders"), taken = InputPort<Int>("taken")
        let service: MonitorService, link = PlayedLink(isListening: true)

        init(connections: Int = 4, limits: BridgeLimits = BridgeLimits(), clock: ManualClock = ManualClock()) {
            connect(orders, to: taken)
            system.add("Guest", ports: orders)
            system.add("Kitchen", ports: taken)
            service = MonitorService(
                of: system, over: link, name: "shop", access: .stepping, connections: connections, limits: limits,
                clock: clock)
            service.start()
        }

        func viewer(reads: Bool = true) async throws -> PlayedViewer { try await PlayedViewer(link, reads: reads) }
    }

    // MARK: What is watched

    @Test func `a monitor has started when the service watches, not when it is connected`() async throws {
        let (one, two) = MemoryLink.pair()
        let service = Bridge(over: one, name: "mute")
        let reports = OutputPort<MonitorReport>("reports"), commands = InputPort<MonitorCommand>("commands")
        service.export(reports, as: MonitorService.reportChannel)
        service.export(OutputPort<String>(), as: MonitorService.recordingChannel)
        service.import(MonitorService.commandChannel, to: commands)
        service.begin()
        let monitor = Monitor(over: two), hasStarted = Box(false)
        let starting = Task {
            try await monitor.start()
            hasStarted.set(true)
        }
        // Both sides are connected, and the monitor has asked.
        try await service.start()
        let first = await commands.first(1)
        #expect(first.map(\.verb) == [.look])
        for _ in 1...1_000 { await Task.yield() }
        #expect(!hasStarted.get())
        reports.send(.answer(number: first[0].number, isDone: true, text: "", held: [], heldCount: 0, dropped: 0))
        try await starting.value
        service.stop()
        await monitor.stop()
    }

    @Test func `a monitor tries to connect as often as its limits say, until it has met a service`() async throws {
        /// Leads to nobody at first. Whoever gives up cancels the next attempt.
        struct Late: BridgeLink {
            let link: MemoryLink, attempts = Box(0)
            var description: String { "late" }
            func open() async throws -> any BridgeConnection {
                attempts.set(attempts.get() + 1)
                if attempts.get() == 1 { throw BridgeError(.unreachable, "not there yet") }
                for _ in 1...10_000 { await Task.yield() }
                try Task.checkCancellation()
                return try await link.open()
            }
            func close() { link.close() }
        }
        let (one, two) = MemoryLink.pair(), system = System()
        let service = MonitorService(of: system, over: one, name: "shop")
        service.start()
        let monitor = Monitor(over: Late(link: two), limits: BridgeLimits(attempts: 3))
        try await monitor.start()
        await monitor.stop()
        service.stop()
    }

    @Test func `whoever has asked has seen every message and configuration from before`() async throws {
        final class Counter: TopState<Counter.Event> {
            enum Event { case tick }
            let even = Even(), odd = Odd()
            override func configure() { substates(even, odd) }
            final class Even: State<Counter, Counter> {
                override func handle(_ event: Event) -> Reaction { .to(superior.odd) }
            }
            final class Odd: State<Counter, Counter> {
                override func handle(_ event: Event) -> Reaction { .to(superior.even) }
            }
        }
        let (near, far) = MemoryLink.pair(), system = System(), machine = Machine(Counter())
        let orders = OutputPort<Int>("orders"), taken = InputPort<Int>("taken")
        connect(orders, to: taken)
        system.add("Guest", ports: orders)
        await system.add(machine, named: "Counter")
        // One that was never started has no configuration, and nobody waits for it.
        await system.add(Machine(Counter()), named: "Idle")
        try await machine.start()
        let service = MonitorService(of: system, over: near, name: "shop")
        service.start()
        let monitor = Monitor(over: far)
        try await monitor.start()
        #expect(monitor.members.map(\.name) == ["Guest", "Counter", "Idle"])
        #expect(monitor.configurations == ["Counter": "Even"])
        for number in 1...200 {
            orders.send(number)
            try await machine.send(.tick)
            try await monitor.ask(.look)
            #expect(monitor.messages.last?.message == "\(number)")
            #expect(monitor.configurations == ["Counter": number % 2 == 1 ? "Odd" : "Even"])
        }
        // So are connections that are made when nobody comes or goes.
        let others = InputPort<Int>("others")
        connect(orders, to: others)
        try await monitor.ask(.look)
        #expect(monitor.connections.count == 2)
        await monitor.stop()
        service.stop()
    }

    // MARK: Many

    @Test func `as many as are allowed are served at once, and whoever comes when one has left`() async throws {
        let served = Served(connections: 8)
        var viewers: [PlayedViewer] = []
        for _ in 1...8 { viewers.append(try await served.viewer()) }
        for viewer in viewers {
            viewer.ask(.look)
            #expect(try await viewer.answer().isDone)
        }
        #expect(served.link.openCount == 8)
        served.orders.send(7)
        for viewer in viewers {
            let told = try await viewer.reports { $0.hasPrefix(#"{"message""#) }
            #expect(told.contains { $0.contains(#""message":"7""#) })
        }
        viewers[3].connection.end()
        let next = try await served.viewer()
        next.ask(.look)
        #expect(try await next.answer().isDone)
        served.service.stop()
    }

    @Test func `a monitor that reads nothing delays nobody, and what it misses is counted`() async throws {
        let served = Served()
        let slow = try await served.viewer(reads: false), quick = try await served.viewer()
        quick.ask(.look)
        _ = try await quick.answer()
        slow.ask(.look)
        let count = Serving.mostWaiting + 2_000
        var seen = 0
        for number in 1...count {
            served.orders.send(number)
            // As one reads who keeps up.
            if number % 256 == 0 || number == count {
                quick.ask(.look)
                seen += try await quick.reports { $0.hasPrefix(#"{"answer""#) }.count { $0.hasPrefix(#"{"message""#) }
            }
        }
        #expect(await served.taken.first(count).count == count)
        #expect(seen == count)
        // Now it reads: of all that was sent as much as was kept, and how much was not.
        slow.connection.give(PlayedMonitor.credit)
        let late = try await slow.reports { $0.hasPrefix(#"{"answer""#) }
        slow.ask(.look)
        let rest = try await slow.reports { $0.contains(#""number":2,"#) }
        let told = (late + rest).count { $0.hasPrefix(#"{"message""#) }
        let last = try #require((late + rest).last { $0.hasPrefix(#"{"answer""#) })
        let report = try JSONDecoder().decode(MonitorReport.self, from: Data(last.utf8))
        guard case .answer(_, true, _, _, _, let dropped) = report else { throw CancellationError() }
        #expect(dropped > 0)
        #expect(told + dropped == count)
        served.service.stop()
    }

    @Test func `commands and steps that nobody waits for do not pile up`() async throws {
        let served = Served()
        let flood = try await served.viewer(reads: false)
        // No more than it was allowed: the window of a bridge at first, and then as many as wait.
        for number in 1...BridgeLimits().window { flood.connection.give(PlayedMonitor.command(number, .look)) }
        _ = flood.connection.takeBytes()
        for number in 1...10_000 where !flood.connection.hasEnded {
            flood.connection.give(PlayedMonitor.command(BridgeLimits().window + number, .look))
            await Task.yield()
        }
        #expect(flood.connection.hasEnded)
        let honest = try await served.viewer()
        honest.ask(.look)
        #expect(try await honest.answer().isDone)
        served.service.stop()
    }

    // MARK: Who may do what

    @Test func `what one has paused another cannot resume or step, and it goes on when both have left`() async throws {
        let served = Served()
        let one = try await served.viewer(), two = try await served.viewer()
        one.ask(.pause)
        #expect(try await one.answer() == (true, "pause"))
        served.orders.send(1)
        two.ask(.step)
        #expect(try await two.answer() == (false, "another monitor has paused shop; pause it too, then step"))
        two.ask(.resume)
        #expect(
            try await two.answer() == (
                false, "another monitor has paused shop too; it goes on when they resume or leave"
            ))
        #expect(served.taken.bufferedCount == 0)
        two.ask(.pause)
        #expect(try await two.answer().isDone)
        two.ask(.step)
        #expect(try await two.answer().isDone)
        #expect(await served.taken.first(1) == [1])
        served.orders.send(2)
        // The one leaves: it is still paused for the other.
        one.connection.end()
        let three = try await served.viewer()
        three.ask(.resume)
        #expect(try await !three.answer().isDone)
        #expect(served.taken.bufferedCount == 0)
        two.connection.end()
        #expect(await served.taken.first(1) == [2])
        served.service.stop()
    }

    @Test func `whoever resumes lets it go on unless others have paused it`() async throws {
        let served = Served()
        let one = try await served.viewer(), two = try await served.viewer()
        for viewer in [one, two] {
            viewer.ask(.pause)
            #expect(try await viewer.answer().isDone)
        }
        served.orders.send(1)
        one.ask(.resume)
        #expect(try await !one.answer().isDone)
        #expect(served.taken.bufferedCount == 0)
        two.ask(.resume)
        #expect(try await two.answer().isDone)
        #expect(await served.taken.first(1) == [1])
        served.service.stop()
    }

    @Test func `what the process has paused stays so when monitors leave, and what it resumes is nobody's`()
        async throws
    {
        let served = Served()
        served.system.pause()
        let one = try await served.viewer(), two = try await served.viewer()
        one.ask(.pause)
        #expect(try await one.answer().isDone)
        one.connection.end()
        served.orders.send(1)
        two.ask(.look)
        _ = try await two.answer()
        #expect(served.taken.bufferedCount == 0)
        // A pause that the process has ended is over for whoever had it.
        two.ask(.pause)
        #expect(try await two.answer().isDone)
        served.system.resume()
        let three = try await served.viewer()
        three.ask(.resume)
        #expect(try await three.answer().isDone)
        #expect(await served.taken.first(1) == [1])
        served.service.stop()
    }
}

/// A value that tasks of a test share.
final class Box<Value: Sendable>: Sendable {
    private let value: Guarded<Value>
    init(_ value: Value) { self.value = Guarded(value) }
    func get() -> Value { value.withLock { $0 } }
    func set(_ new: Value) { value.withLock { $0 = new } }
}
