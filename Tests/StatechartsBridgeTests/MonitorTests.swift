import Foundation
import Statecharts
import StatechartsBridge
import Testing

@Suite(.serialized, RealLinks.asked) struct MonitorTests {
    /// Guest.orders ─▶ Kitchen.orders, Kitchen.dishes ─▶ a stream; served to monitors.
    private struct Served {
        let system = System(), orders = OutputPort<Int>("orders"), dishes: AsyncStream<String>
        let machine: Machine<Kitchen>
        let service: MonitorService
        let folder: Folder

        init(_ access: MonitorService.Access) async throws {
            folder = try Folder()
            let kitchen = Kitchen()
            connect(orders, to: kitchen.orders)
            dishes = kitchen.dishes.stream()
            machine = Machine(kitchen)
            try await machine.start()
            system.add("Guest", ports: orders)
            await system.add(machine, named: "Kitchen")
            service = MonitorService(
                of: system, over: try UnixSocketLink(listeningAt: folder.file("socket")), name: "shop", access: access)
            service.start()
        }

        func monitor() async throws -> Monitor {
            let monitor = Monitor(
                over: UnixSocketLink(to: folder.file("socket")),
                limits: .init(retryDelays: .milliseconds(1)...(.milliseconds(50))))
            try await monitor.start()
            return monitor
        }
    }

    @Test func `a monitor sees components, connections, configurations and messages as trees`() async throws {
        let served = try await Served(.reading)
        let monitor = try await served.monitor()
        #expect(monitor.members.map(\.name) == ["Guest", "Kitchen"])
        #expect(monitor.members.last?.type == "Kitchen")
        #expect(monitor.members.last?.ports == ["in orders: Int", "out dishes: String"])
        #expect(monitor.connections == ["Guest.orders → Kitchen.orders", "Kitchen.dishes → stream"])
        #expect(monitor.configurations == ["Kitchen": "Cooking"])

        served.orders.send(4)
        #expect(await served.dishes.first(1) == ["soup for 4"])
        let answer = try await monitor.ask(.pause)
        #expect(!answer.isDone)
        #expect(answer.text == "shop lets monitors look only")
        #expect(
            monitor.tree == [
                "shop #1 Guest.orders → Kitchen.orders: 4", "└─ shop #2 Kitchen.dishes → stream: soup for 4",
            ])
        await monitor.stop()
        await #expect(throws: BridgeError.self) { try await monitor.ask(.look) }
    }

    @Test func `where it may, a monitor pauses and steps, and without it the system goes on`() async throws {
        let served = try await Served(.stepping)
        let monitor = try await served.monitor()
        #expect(try await monitor.ask(.pause).isDone)
        served.orders.send(4)
        served.orders.send(5)
        #expect(try await monitor.ask(.look).held.map(\.message) == ["4", "5"])
        let wrong = try await monitor.ask(.step, message: 2)
        #expect(!wrong.isDone)
        let step = try await monitor.ask(.step)
        #expect(step.text == "#1 Guest.orders → Kitchen.orders: 4")
        #expect(step.held.map(\.message) == ["5", "soup for 4"])
        await monitor.stop()
        #expect(await served.dishes.first(2) == ["soup for 4", "soup for 5"])
        // And another one may come.
        let next = try await served.monitor()
        #expect(try await next.ask(.look).held.isEmpty)
        await next.stop()
    }

    @Test func `a system that was paused before a monitor came stays so when it has left`() async throws {
        let served = try await Served(.stepping)
        served.system.pause()
        let monitor = try await served.monitor()
        #expect(try await monitor.ask(.pause).isDone)
        await monitor.stop()
        // The next one is served when the first one has been seen off.
        let next = try await served.monitor()
        served.orders.send(4)
        #expect(try await next.ask(.look).held.map(\.message) == ["4"])
        // Whoever asks for it gets it all the same.
        #expect(try await next.ask(.resume).isDone)
        #expect(await served.dishes.first(1) == ["soup for 4"])
        await next.stop()
    }

    @Test func `one tree of causes spans three processes`() async throws {
        let folder = try Folder()
        let first = try UnixSocketLink(listeningAt: folder.file("first"))
        let middle = try ProcessesTests.peer(["chain", folder.file("first"), folder.file("second")])
        let last = try ProcessesTests.peer(["chain", folder.file("second"), ""])
        let numbers = OutputPort<Int>("numbers"), sums = InputPort<Int>("sums")
        let bridge = Bridge(over: first, name: "tests")
        bridge.export(numbers, as: "there")
        bridge.import("back", to: sums)
        let system = System()
        system.add("Tests", ports: numbers, sums)
        let messages = system.messages
        try await bridge.start()
        let limits = BridgeLimits(retryDelays: .milliseconds(1)...(.milliseconds(50)), attempts: 200)
        let monitors = ["first", "second"].map {
            Monitor(over: UnixSocketLink(to: folder.file($0) + ".monitor"), limits: limits)
        }
        for monitor in monitors {
            try await monitor.start()
            try await monitor.ask(.look)
        }
        numbers.send(40)
        #expect(await sums.first(1) == [42])
        for monitor in monitors { try await monitor.ask(.look) }
        let all = await messages.first(2).map { MonitoredMessage($0, in: "tests") } + monitors.flatMap(\.messages)
        let tree = MonitoredMessage.tree(all).map { $0.replacing(#/#\d+ /#, with: "") }
        print(tree.joined(separator: "\n"))
        #expect(
            tree == [
                "tests Tests.numbers → tests.there: 40",
                "└─ middle Tests.numbers → Adder.numbers: 40",
                "   └─ middle Adder.sums → middle.there: 41",
                "      └─ last Adder.sums → Adder.numbers: 41",
                "         └─ last Adder.sums → last.back: 42",
                "            └─ tests Adder.sums → Tests.sums: 42",
            ])
        for monitor in monitors { await monitor.stop() }
        await bridge.close()
        for process in [middle, last] { process.waitUntilExit() }
    }
}
