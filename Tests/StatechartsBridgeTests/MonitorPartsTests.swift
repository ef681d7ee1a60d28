import Foundation
import Statecharts
import Testing

@testable import StatechartsBridge

/// The ends of the monitor protocol, each with the other one played.
@Suite struct MonitorPartsTests {
    @Test(.timeLimit(.minutes(30)))
    func `configurations are kept when a system that is told in parts changes`() async throws {
        let link = PlayedLink(), monitor = Monitor(over: link, limits: .patient)
        let reports = monitor.reports.stream()
        let starting = Task { try await monitor.start() }
        let connection = try #require(await link.opened.first { _ in true })
        func member(_ name: String) -> MonitoredMember {
            MonitoredMember(name: name, type: "", composite: nil, ports: [])
        }
        var bytes = PlayedMonitor.serviceHello()
        let told: [MonitorReport] = [
            .configuration(member: "first", "on"), .configuration(member: "last", "on"),
            .configuration(member: "gone", "on"),
            .part(members: [member("first")], connections: []), .system(members: [member("last")], connections: []),
        ]
        for (place, report) in told.enumerated() {
            let body = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
            bytes += PlayedMonitor.message(place + 1, MonitorService.reportChannel, body)
        }
        connection.give(bytes)
        for await report in reports { if case .system = report { break } }
        #expect(monitor.members.map(\.name) == ["first", "last"])
        #expect(monitor.configurations == ["first": "on", "last": "on"])
        connection.give(Frame.bye(waits: false).bytes)
        _ = await starting.result
    }

    @Test(.timeLimit(.minutes(30)))
    func `a service that dials waits longer each time for somebody who looks`() async {
        let link = PlayedLink { $0.end(BridgeError(.cut, "gone")) }
        let slept = InputPort<Duration>("slept"), system = System()
        let limits = BridgeLimits(retryDelays: .milliseconds(50)...(.milliseconds(400)), attempts: 1)
        let serving = Serving(
            system: system, link: link, name: "shop", access: .reading, most: 1, recording: nil, limits: limits,
            rights: PauseRights(system), sleep: { slept.send($0) },
            makeBridge: { Bridge(over: $0, name: "shop", limits: limits, carriesCauses: false) })
        let task = Task { await serving.run() }
        #expect(await slept.first(5) == [50, 100, 200, 400, 400].map { .milliseconds($0) })
        task.cancel()
        await task.value
    }
}
