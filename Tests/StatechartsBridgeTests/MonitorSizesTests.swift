import Statecharts
import Testing

@testable import StatechartsBridge

/// Systems of any size are told whole, in frames of any length.
@Suite(.serialized, RealLinks.asked) struct MonitorSizesTests {
    private func system(_ count: Int, ports: Int) -> (System, [OutputPort<Int>]) {
        let system = System()
        var kept: [OutputPort<Int>] = []
        for number in 0..<count {
            let name = "measurementsOfSensorNumber_of_a_building_with_a_name_of_some_length_made_by_a_tool_"
            let all = (0..<ports).map { OutputPort<Int>("\(name)\($0)") }
            kept += all
            switch ports {
            case 8:
                system.add(
                    "a component of some length, number \(number)", ports: all[0], all[1], all[2], all[3], all[4],
                    all[5], all[6], all[7])
            default: system.add("c\(number)", ports: all[0])
            }
        }
        return (system, kept)
    }

    @Test(.timeLimit(.minutes(30)), arguments: [(900, 8), (5_000, 1)])
    func `all members of a large system are seen, each with all its ports`(count: Int, ports: Int) async throws {
        let (system, kept) = system(count, ports: ports), arrived = InputPort<Int>("arrived")
        for port in kept.prefix(3_000) { connect(port, to: arrived) }
        let (near, far) = MemoryLink.pair()
        let service = MonitorService(of: system, over: near, name: "many"), monitor = Monitor(over: far)
        let reports = monitor.reports.stream()
        service.start()
        try await monitor.start()
        #expect(monitor.members.count == count)
        #expect(monitor.members.map(\.name) == system.members.map(\.name))
        #expect(monitor.members.allSatisfy { $0.ports.count == ports })
        #expect(monitor.connections.count == 3_000)
        // Who follows the reports hears of whole systems only.
        for await report in reports {
            if case .part = report { Issue.record("a part") }
            guard case .system(let members, let connections) = report else { continue }
            #expect(members.count == count)
            #expect(connections.count == 3_000)
            break
        }
        await monitor.stop()
        service.stop()
    }

    @Test(arguments: [1 << 10, 1 << 12, 1 << 16, 1 << 20])
    func `no report is longer than a frame may be`(length: Int) throws {
        let (system, kept) = system(100, ports: 8), arrived = InputPort<Int>("arrived")
        for port in kept { connect(port, to: arrived) }
        // One that goes into no small frame, and names that are longer in a frame than they look.
        let strange = String(repeating: "\u{1}", count: 3_000), many = (0..<12).map { _ in OutputPort<Int>(strange) }
        system.add(strange, ports: many[0], many[1], many[2], many[3], many[4], many[5], many[6], many[7], many[8])
        system.add("e" + String(repeating: "\u{301}", count: 100_000), ports: many[9])
        let lines = MonitorReport.lines(of: system.connections)
        let parts = MonitorReport.parts(of: system.members, lines, within: length)
        var names = 0, links = 0
        for (place, part) in parts.enumerated() {
            #expect(MonitorReport.length(part) <= length - 64)
            switch part {
            case .part(let members, let connections), .system(let members, let connections):
                names += members.count
                links += connections.count
            case .configuration, .message, .answer: Issue.record("\(part)")
            }
            if case .system = part { #expect(place == parts.count - 1) }
        }
        #expect(names == 102)
        #expect(links == lines.count)
    }

    @Test func `a hundred long messages that are held do not make an answer too long for a frame`() async throws {
        let (near, far) = MemoryLink.pair(), system = System()
        let orders = OutputPort<String>("orders"), taken = InputPort<String>("taken")
        connect(orders, to: taken)
        system.add("Guest", ports: orders)
        let service = MonitorService(
            of: system, over: near, name: "shop", access: .stepping, limits: .init(frameLength: 1 << 16),
            clock: ContinuousClock())
        service.start()
        let monitor = Monitor(over: far)
        try await monitor.start()
        try await monitor.ask(.pause)
        for _ in 1...100 { orders.send(String(repeating: "\u{2}", count: 1_999)) }
        let answer = try await monitor.ask(.look)
        #expect(answer.heldCount == 100)
        #expect(!answer.held.isEmpty)
        #expect(answer.held.count < 100)
        await monitor.stop()
        service.stop()
    }

    @Test func `of one character of a hundred thousand scalars the beginning is told`() {
        let text = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(text.clipped().utf8.count <= 2_003)
        #expect(text.clipped(200).utf8.count <= 203)
        #expect(text.clipped().hasSuffix("…"))
    }
}
