import Statecharts
import StatechartsTesting
import Testing

//   Pad: ●──▶ Closed ──key [all kinds]──▶ Open
private final class Pad: TopState<Pad.Key> {
    enum Side: Sendable { case left, right }
    enum Key: Sendable, CustomStringConvertible {
        case digit(Int), plus, equals, pair(Side, by: Double?), text(String), duration(Duration), list([Bool])
        var description: String {
            switch self {
            case .digit(let digit): "\(digit)"
            case .plus: "+"
            case .equals: "result"
            case .pair: "pair"
            case .text(let text): text
            case .duration: "a while"
            case .list: "list"
            }
        }
    }
    let open = Open()
    private(set) var presses = 0
    init(named name: String) {}
    override func configure() { substates(open) }
    final class Open: State<Pad, Pad> {
        override func handle(_ event: Key) -> Reaction { .handled { self.top.presses += 1 } }
    }
}

private final class Counter: TopState<Int> {
    let on = On()
    private(set) var sum = 0
    override func configure() { substates(on) }
    final class On: State<Counter, Counter> {
        override func handle(_ event: Int) -> Reaction { .handled { self.top.sum += event } }
    }
}

/// What is printed as a test is Swift.
@Suite struct PastedTests {
    private func lines(_ events: [Pad.Key]) async throws -> [String] {
        var lines: [String] = []
        for event in events {
            var explorer = Explorer<Pad>(events: [event]) { Pad(named: "a") }
            explorer.limits = .init(depth: 1)
            explorer.fingerprint { $0.presses }
            explorer.invariant("no press") { $0.presses == 0 }
            let problem = try #require(try await explorer.explore().problems.first)
            let line = try #require(problem.test.split(separator: "\n").dropLast(2).last)
            lines.append(String(line.drop { $0 == " " }))
        }
        return lines
    }

    @Test func `an event is written out where its text is Swift, and named otherwise`() async throws {
        #expect(
            try await lines([
                .digit(1), .plus, .equals, .pair(.left, by: nil), .text("say \"so\"\n"), .duration(.seconds(1)),
                .list([true]),
            ]) == [
                "await test.send(.digit(1), .partial)", "await test.follow(\"+\", of: explorer)",
                "await test.follow(\"result\", of: explorer)",
                "await test.send(.pair(.left, by: nil), .partial)",
                #"await test.send(.text("say \"so\"\n"), .partial)"#,
                "await test.follow(\"a while\", of: explorer)", "await test.send(.list([true]), .partial)",
            ])
        var counter = Explorer(events: [-3]) { Counter() }
        counter.invariant("zero") { $0.sum == 0 }
        counter.limits = .init(depth: 1)
        let test = try #require(try await counter.explore().problems.first?.test)
        #expect(test.contains("    await test.send(-3, .partial)\n"))
    }

    /// These are the lines above.
    @Test func `what is printed compiles and goes the path`() async throws {
        let explorer = Explorer<Pad>(events: [.digit(1), .plus, .duration(.seconds(1))]) { Pad(named: "a") }
        let test = TestMachine(explorer.makeChart())
        try await test.start()
        await test.send(.digit(1), .partial)
        await test.follow("+", of: explorer)
        await test.send(.pair(.left, by: nil), .partial)
        await test.send(.text("say \"so\"\n"), .partial)
        await test.follow("a while", of: explorer)
        await test.send(.list([true]), .partial)
        #expect(test.configuration.description == "Open")
        #expect(test.top.presses == 6)
    }

    @Test func `the same text of several values is told apart by the explorer`() async throws {
        var explorer = Explorer<Pad>(events: [.duration(.seconds(1)), .duration(.seconds(2))]) { Pad(named: "a") }
        explorer.step("short") { step, _ in
            if case .duration(.seconds(2)) = step.event { "long" } else { nil }
        }
        explorer.limits = .init(depth: 1)
        let problem = try #require(try await explorer.explore().problems.first)
        #expect(problem.test.contains("    await test.follow(\"a while #2\", of: explorer)\n"))
    }
}
