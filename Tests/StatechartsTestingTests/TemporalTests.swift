import Statecharts
import StatechartsTesting
import Testing

//   Errand
//   ┌──────────────────────────────────────────────────────────┐
//   │          go             come                             │
//   │ ●──▶ Home ──▶ Away ⟲wait ──▶ Home     give up: ──▶ ◉ Lost│
//   │                  └──done──▶ ◉ Done                       │
//   └──────────────────────────────────────────────────────────┘
private final class Errand: TopState<Errand.Event> {
    enum Event: Sendable, CaseIterable { case go, wait, come, done }
    let home = Home(), away = Away(), end = End()
    override func configure() { substates(home, away, end) }
    final class Home: State<Errand, Errand> {
        override func handle(_ event: Event) -> Reaction { event == .go ? .to(superior.away) : .unhandled }
    }
    final class Away: State<Errand, Errand> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .come: .to(superior.home)
            case .wait: .handled
            case .done: .to(superior.end)
            case .go: .unhandled
            }
        }
    }
    final class End: FinalState<Errand, Errand> {}
}

@Suite struct TemporalTests {
    private func errand(_ events: [Errand.Event], _ say: (inout Explorer<Errand>) -> Void) -> Explorer<Errand> {
        var explorer = Explorer(events: events) { Errand() }
        explorer.allowsDeadEnds = true
        say(&explorer)
        return explorer
    }

    private func findings(_ explorer: Explorer<Errand>) async throws -> [String] {
        let found = try await explorer.explore()
        return found.problems.filter { $0.kind == .violation }.map { "\($0.subject): \($0.message)" }
            + found.inconclusive.map { "inconclusive: \($0)" }
    }

    private func run(_ explorer: Explorer<Errand>, steps: Int) async throws -> [String] {
        let result = try await explorer.randomRuns(.init(runs: 20, steps: steps, seed: 4))
        return (result.counterexample.map { ["\($0.subject): \($0.message): \($0.path)"] } ?? [])
            + result.inconclusive.keys.sorted()
    }

    @Test func `what came about once is not asked for again`() async throws {
        #expect(try await findings(errand([.go, .come, .done]) { $0.eventually(.active(\.home)) }).isEmpty)
        #expect(
            try await findings(errand([.go, .come, .done]) { $0.leadsTo(.active(\.away), .active(\.home)) })
                == ["away leads to home: the path ends without it"])
    }

    @Test func `the state in which the chart ends is one that was reached`() async throws {
        let explorer = errand([.go, .done]) {
            $0.eventually(.active(\.end))
            $0.eventually(.ended)
            $0.leadsTo(.active(\.away), .active(\.end), within: 3)
        }
        #expect(try await findings(explorer).isEmpty == false)
        let strict = errand([.go, .done]) {
            $0.leadsTo(.active(\.away), .active(\.end))
            $0.leadsTo(.active(\.away), .ended)
            $0.alwaysPossible(.active(\.end))
        }
        #expect(try await findings(strict).isEmpty)
        #expect(try await run(strict, steps: 100).isEmpty)
    }

    @Test func `random runs see what exploring sees, and say what they could not decide`() async throws {
        let until = errand([.go, .come]) { $0.until(.active(\.home), .ended) }
        #expect(try await findings(until) == ["home until ended: it does not hold that long"])
        #expect(try await run(until, steps: 9) == ["home until ended: it does not hold that long: [go]"])
        let open = errand([.go, .come]) {
            $0.eventually(.ended)
            $0.leadsTo(.active(\.away), .ended)
            $0.alwaysPossible(.ended)
            $0.until(!.ended, .ended)
            $0.eventually(.ended, within: 1_000)
        }
        #expect(
            try await run(open, steps: 9) == [
                "always possible: ended", "away leads to ended", "eventually ended", "eventually ended within 1000",
                "not ended until ended",
            ])
        let lost = errand([.go, .done]) { $0.leadsTo(.active(\.away), .active(\.home)) }
        #expect(try await findings(lost) == ["away leads to home: the path ends without it"])
        #expect(try await run(lost, steps: 9) == ["away leads to home: the path ends without it: [go, done]"])
    }

    @Test func `a limited exploration says what it could not decide`() async throws {
        func limited(_ say: (inout Explorer<Errand>) -> Void) -> Explorer<Errand> {
            var explorer = errand([.go, .come, .done], say)
            explorer.limits = .init(depth: 1)
            return explorer
        }
        let explorer = limited {
            $0.eventually(.ended)
            $0.eventually(.active(\.home))
            $0.leadsTo(.active(\.away), .active(\.home))
            $0.leadsTo(.ended, .active(\.home))
            $0.until(!.ended, .ended)
            $0.alwaysPossible(.active(\.home))
            $0.leadsTo(.active(\.away), .active(\.home), within: 3)
            $0.eventually(.active(\.home), within: 3)
        }
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty)
        #expect(
            found.inconclusive == [
                "away leads to home within 3", "eventually ended", "away leads to home", "not ended until ended",
                "always possible: home",
            ])
        #expect(
            found.description == """
                Errand: 2 configurations in 2 situations, 3 steps, stopped at the limit of 1 step, 1 situation was not gone on from
                inconclusive: away leads to home within 3
                inconclusive: eventually ended
                inconclusive: away leads to home
                inconclusive: not ended until ended
                inconclusive: always possible: home
                """)
    }

    @Test func `bounded forms are violated when their steps have passed, and when the chart ends before`() async throws
    {
        #expect(
            try await findings(
                errand([.go, .wait]) {
                    $0.eventually(.ended, within: 2)
                    $0.until(.active(\.home), .ended, within: 2)
                    $0.until(!.ended, .ended, within: 2)
                })
                == [
                    "home until ended within 2: it does not hold that long",
                    "eventually ended within 2: 2 steps have passed without it",
                    "not ended until ended within 2: 2 steps have passed without it",
                ])
        #expect(
            try await findings(errand([.go, .done]) { $0.leadsTo(.active(\.away), .active(\.home), within: 9) })
                == ["away leads to home within 9: the path ends without it"])
        #expect(try await findings(errand([.go]) { $0.eventually(.active(\.home), within: 1) }).isEmpty)
    }

    @Test func `what changes nothing is no way to go round for ever`() async throws {
        #expect(try await findings(errand([.go, .wait, .done]) { $0.leadsTo(.active(\.away), .ended) }).isEmpty)
    }

    @Test func `a state in which the chart ends may be forbidden`() async throws {
        #expect(try await findings(errand([.go, .done]) { $0.never(\.end) }) == ["never end: it is so"])
    }
}
