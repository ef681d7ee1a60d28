import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsBridge

/// Values inside each other.
@Suite struct DepthTests {
    private func nested(_ depth: Int) -> LinksTests.Nested {
        (1..<depth).reduce(.leaf) { inner, _ in .inside(inner) }
    }

    @Test func `what is written can be read, and what could not be read is not written`() throws {
        for depth in 1...64 {
            let bytes = try MessageBody.json(SnapshotValue(withSecretsOf: nested(depth)))
            #expect(try JSONReader.body(bytes, bytes.indices, as: LinksTests.Nested.self) == nested(depth))
        }
        for depth in [65, 66, 100] {
            #expect(throws: BridgeError.self) { try MessageBody(nested(depth)) }
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a message that is too deep is lost alone, and reported`() async throws {
        let pair = Pair()
        let values = OutputPort<LinksTests.Nested>("values"), arrived = InputPort<LinksTests.Nested>("arrived")
        let system = System(), reports = system.reports
        system.add("Shop", ports: values)
        pair.left.export(values, as: "values")
        pair.right.import("values", to: arrived)
        try await pair.start()
        values.send(nested(65))
        values.send(nested(64))
        #expect(await arrived.first(1) == [nested(64)])
        #expect(pair.left.state == .connected(peer: "right"))
        for await report in reports {
            #expect(report.kind == .undelivered)
            break
        }
        pair.left.stop()
    }
}
