import Statecharts
import StatechartsTesting
import Testing

/// Watches two lights: Fine → Both, when both are green.
private final class Watch: TopState<Watch.Event> {
    enum Event: Sendable { case main(Bool), side(Bool) }
    let fine = Fine(), both = Both()
    private(set) var main = false, side = false
    override func configure() { substates(fine, both) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .main(let isGreen): .handled { self.main = isGreen }
        case .side(let isGreen): .handled { self.side = isGreen }
        }
    }
    final class Fine: State<Watch, Watch> {
        override func always() -> Reaction { top.main && top.side ? .to(superior.both) : .unhandled }
    }
    final class Both: State<Watch, Watch> {}
}

extension Watch: Snapshotting {
    func save() -> [Bool] { [main, side] }
    func restore(_ saved: [Bool]) { (main, side) = (saved[0], saved[1]) }
}

@Suite struct OracleTests {
    private func crossing(isSound: Bool) -> Explorer<Crossing> {
        var explorer = Explorer { Crossing(isSound: isSound) }
        explorer.helper("never both green", { Watch() }, failsIn: \.both) { _, chart in
            [.main(chart.main.green.isActive), .side(chart.side.green.isActive)]
        }
        return explorer
    }

    @Test func `a helper chart proves that two regions are never in a forbidden pair`() async throws {
        let found = try await crossing(isSound: true).explore()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.configurationCount == 3)
    }

    @Test func `a helper chart finds the forbidden pair, with the path to it`() async throws {
        let found = try await crossing(isSound: false).explore()
        let problem = try #require(found.problems.first)
        #expect(problem.path.map(\.description) == ["side", "main"])
        #expect(
            problem.description == """
                violated: never both green: the helper chart is in Both
                  after side, main
                    start: handled → (Main.Red, Side.Red)
                      start, entries Crossing Main Main.Red Side Side.Red
                    side: handled → (Main.Red, Side.Green)
                      event, Side.Red → Side.Green, exits Side.Red, entries Side.Green
                    main: handled → (Main.Green, Side.Green)
                      event, Main.Red → Main.Green, exits Main.Red, entries Main.Green
                  as a test:
                    @Test func `violation never both green`() async throws {
                        let test = TestMachine(explorer.makeChart())
                        try await test.start()
                        await test.send(.side, .partial)
                        await test.send(.main, .partial)
                        #expect(test.configuration.description == "(Main.Green, Side.Green)")
                    }
                """)
    }

    private func desk(isSound: Bool, _ change: (inout Explorer<OrderDesk>) -> Void) async throws -> [String] {
        var explorer = Explorer { OrderDesk(isSound: isSound) }
        change(&explorer)
        return try await explorer.explore().problems.map { problem in
            "\(problem.subject): \(problem.message): " + problem.path.map(\.description).joined(separator: " ")
        }
    }

    @Test func `what has to follow is violated by a path that goes round, and by one that ends`() async throws {
        #expect(
            try await desk(isSound: false) { $0.leadsTo(.active(\.ordered), .active(\.packed)) } == [
                "ordered leads to packed: 2 situations can go round without it: order wait wait"
            ])
        #expect(try await desk(isSound: true) { $0.leadsTo(.active(\.ordered), .active(\.packed)) }.isEmpty)
        var lift = Explorer { Lift(isSound: false) }
        lift.allowsDeadEnds = true
        lift.leadsTo(.active(\.stuck), .active(\.down))
        let problem = try #require(try await lift.explore().problems.first)
        #expect("\(problem.message): \(problem.path)" == "the path ends without it: [halt]")
    }

    @Test func `what comes about eventually, until then, and what is always possible`() async throws {
        #expect(try await desk(isSound: true) { $0.eventually(.active(\.packed)) }.isEmpty)
        #expect(
            try await desk(isSound: false) { $0.eventually(.active(\.packed)) } == [
                "eventually packed: 2 situations can go round without it: order wait wait"
            ])
        #expect(try await desk(isSound: true) { $0.until(!.active(\.shipped), .active(\.packed)) }.isEmpty)
        #expect(
            try await desk(isSound: true) { $0.until(.active(\.empty), .active(\.packed)) } == [
                "empty until packed: it does not hold that long: order"
            ])
        #expect(try await desk(isSound: false) { $0.alwaysPossible(.active(\.shipped)) }.isEmpty)
        #expect(
            try await desk(isSound: true) { $0.alwaysPossible(.active(\.empty)) } == [
                "always possible: empty: from here it never comes about: order"
            ])
    }

    @Test func `what has to follow within some steps is looked for while exploring`() async throws {
        #expect(
            try await desk(isSound: false) { $0.leadsTo(.active(\.ordered), .active(\.packed), within: 2) } == [
                "ordered leads to packed within 2: 2 steps have passed without it: order order order"
            ])
    }
}
