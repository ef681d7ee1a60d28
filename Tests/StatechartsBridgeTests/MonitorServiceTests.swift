import Statecharts
import StatechartsTesting
import Testing

@testable import StatechartsBridge

/// What a service does for a monitor, over a link inside the process.
@Suite(RealLinks.asked) struct MonitorServiceTests {
    /// orders ─▶ taken, served to monitors.
    private struct Served {
        let system = System(), orders = OutputPort<Int>("orders"), taken = InputPort<Int>("taken")
        let service: MonitorService, monitor: Monitor, link: MemoryLink

        init(_ access: MonitorService.Access = .stepping) {
            let (near, far) = MemoryLink.pair()
            connect(orders, to: taken)
            system.add("Guest", ports: orders)
            system.add("Kitchen", ports: taken)
            link = near
            service = MonitorService(of: system, over: near, name: "shop", access: access)
            service.start()
            monitor = Monitor(over: far)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a system that the monitor has paused goes on, also when the command came with its last breath`() async throws
    {
        for _ in 1...50 {
            let served = Served()
            try await served.monitor.start()
            let asking = Task { try? await served.monitor.ask(.pause) }
            await Task.yield()
            await served.monitor.stop()
            _ = await asking.value
            served.orders.send(1)
            #expect(await served.taken.first(1) == [1])
        }
    }

    @Test func `messages that a monitor does not take are counted, and answers come all the same`() async throws {
        let served = Served(.reading)
        try await served.monitor.start()
        _ = try await served.monitor.ask(.look)
        for number in 1...30_000 { served.orders.send(number) }
        let answer = try await served.monitor.ask(.look)
        #expect(answer.isDone)
        let counts = try await (served.monitor.messages.count, served.monitor.ask(.look).dropped)
        // As many as it keeps, and none twice.
        #expect(counts.0 == min(10_000, 30_000 - counts.1))
        await served.monitor.stop()
    }

    @Test func `of what is held an answer has the first hundred, with texts that people read`() async throws {
        let served = Served()
        try await served.monitor.start()
        try await served.monitor.ask(.pause)
        for number in 1...300 { served.orders.send(number) }
        let answer = try await served.monitor.ask(.look)
        #expect(answer.held.map(\.message) == (1...100).map { "\($0)" })
        #expect(answer.heldCount == 300)
        #expect(String(repeating: "long ", count: 10_000).clipped().count == 501)
        await served.monitor.stop()
    }

    @Test func `a monitor may be asked as soon as its start was called`() async throws {
        let served = Served(.reading)
        let starting = Task { try await served.monitor.start() }
        var answer: Monitor.Answer?
        while answer == nil {
            do { answer = try await served.monitor.ask(.look) } catch { await Task.yield() }
        }
        #expect(answer?.isDone == true)
        try await starting.value
        await served.monitor.stop()
    }
}
