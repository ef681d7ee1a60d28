import Foundation
import Statecharts
import StatechartsTesting
import Testing

@Suite struct CoverageTests {
    private func steps(_ events: Door.Event...) throws -> [Macrostep<Door.Event>] {
        let door = Interpreter(Door())
        var steps = [try door.startStep()]
        for event in events { steps.append(try door.step(event)) }
        return steps
    }

    private func empty() async throws -> Coverage {
        var explorer = Explorer { Door() }
        explorer.events(.open, .close, .lock(code: 1), .lock(code: 2), .unlock(code: 1), .unlock(code: 2))
        var coverage = try await explorer.explore().emptyCoverage
        coverage.requirement("R-12", at: "Locked")
        return coverage
    }

    @Test func `what tests went through is counted, and what is open is told`() async throws {
        var coverage = try await empty()
        coverage.add(try steps(.close, .lock(code: 2), .open))
        #expect(
            coverage.table == """
                Door
                  states          3 of 4, 75 %
                    open: Locked
                  configurations  2 of 3, 66 %
                    open: Locked
                  transitions     2 of 5, 40 %
                    open: Closed: lock → Locked
                    open: Locked: unlock
                    open: Locked: unlock → Closed
                  transitionPairs 1 of 9, 11 %
                    open: Closed: lock → Locked, then Locked: unlock
                    open: Closed: lock → Locked, then Locked: unlock → Closed
                    open: Closed: open → Open, then Open: close → Closed
                    open: Locked: unlock → Closed, then Closed: lock → Locked
                    open: Locked: unlock → Closed, then Closed: open → Open
                    open: Locked: unlock, then Locked: unlock
                    open: Locked: unlock, then Locked: unlock → Closed
                    open: Open: close → Closed, then Closed: lock → Locked
                  guards          1 of 6, 16 %
                    open: Closed: lock → Locked [holds]
                    open: Locked: unlock [does not]
                    open: Locked: unlock [holds]
                    open: Locked: unlock → Closed [does not]
                    open: Locked: unlock → Closed [holds]
                  requirements    0 of 1, 0 %
                    open: R-12
                """)
        let markdown = coverage.markdown.split(separator: "\n")
        #expect(
            markdown.prefix(5).joined(separator: "\n") == """
                | Door | covered | of | open |
                | --- | --- | --- | --- |
                | states | 3 | 4 | `Locked` |
                | configurations | 2 | 3 | `Locked` |
                | transitions | 2 | 5 | `Closed: lock → Locked`, `Locked: unlock`, `Locked: unlock → Closed` |
                """)
        #expect(markdown.last == "| requirements | 0 | 1 | `R-12` |")
        #expect(markdown.count == 8)
    }

    @Test func `a guard is covered when it has decided both ways`() async throws {
        var coverage = try await empty()
        coverage.add(try steps(.close, .lock(code: 2), .lock(code: 1), .unlock(code: 2), .unlock(code: 1)))
        #expect(coverage.share(of: .guards) == 1)
        #expect(
            coverage.counts[.guards] == [
                "Closed: lock → Locked [holds]": 1, "Closed: lock → Locked [does not]": 1,
                "Locked: unlock [holds]": 1, "Locked: unlock [does not]": 1,
                "Locked: unlock → Closed [holds]": 1, "Locked: unlock → Closed [does not]": 1,
            ])
    }

    /// A step in which one region reacts has asked the other one too.
    @Test func `a guard that does not hold is seen beside another region's transition, and before a choice`()
        async throws
    {
        var explorer = Explorer { Crossing(isSound: true) }
        explorer.limits = .init(depth: 9)
        var coverage = try await explorer.explore().emptyCoverage
        let names = (coverage.counts[.guards] ?? [:]).keys.sorted()
        #expect(
            names == [
                "Main.Red: main → Main.Green [does not]", "Main.Red: main → Main.Green [holds]",
                "Side.Red: side → Side.Green [does not]", "Side.Red: side → Side.Green [holds]",
            ])
        let crossing = Interpreter(Crossing(isSound: true))
        coverage.add([try crossing.startStep(), try crossing.step(.main), try crossing.step(.side)])
        #expect(
            coverage.open(.guards) == ["Main.Red: main → Main.Green [does not]", "Side.Red: side → Side.Green [holds]"])
        var kinds = try await Explorer { Mixer(isSound: true) }.explore().emptyCoverage
        let mixer = Interpreter(Mixer(isSound: true))
        kinds.add([try mixer.startStep(), try mixer.step(.mix)])
        #expect(
            kinds.counts[.guards]?.filter { $0.key.contains("choice") } == [
                "kind: choice → Thick [does not]": 1, "kind: choice → Thick [holds]": 0,
                "kind: choice → Thin [does not]": 0, "kind: choice → Thin [holds]": 1,
            ])
    }

    /// Exploring knows them by what the work returns and what the message is, steps by their events.
    @Test func `what work and messages bring is covered by the steps of a test`() async throws {
        var explorer = Explorer(events: [.play, .stop]) { Player() }
        explorer.outcomes(of: String.self, returns: "Help", "Yesterday", throws: CancellationError())
        explorer.messages(\.orders, 0, 1)
        let found = try await explorer.explore()
        var coverage = found.emptyCoverage
        let test = TestMachine(Player())
        try await test.start()
        await test.receive(\.orders, 1, .partial)
        await test.complete(\.loading, returning: "Let it be", .partial)
        await test.advance(by: .seconds(3), .partial)
        await test.send(.play, .partial)
        await test.fail(\.loading, with: CancellationError(), .partial)
        await test.receive(\.orders, 0, .partial)
        coverage.add(test.steps)
        #expect(
            coverage.counts[.transitions] == [
                "Stopped: play → Loading": 2, "Loading: loaded → Playing": 1, "Loading: failed → Stopped": 1,
                "Playing: timeout → Stopped": 1, "Player: stop → Stopped": 0, "Stopped: stop": 1,
            ])
        let open = found.graph(covered: coverage).transitions.filter { $0.count == 0 }
        #expect(open.map(\.trigger) == [.event("stop")])
    }

    @Test func `a graph for drawings has the counts of a coverage`() async throws {
        var explorer = Explorer { Door() }
        explorer.events(
            .open, .close, .lock(code: 1), .lock(code: 2), .unlock(code: 1), .unlock(code: 2), .unlock(code: 3))
        let found = try await explorer.explore()
        var coverage = found.emptyCoverage
        coverage.add(try steps(.close, .open, .close, .lock(code: 1), .unlock(code: 2), .unlock(code: 3)))
        #expect(
            found.graph(covered: coverage).transitions.map { "\($0.source) \($0.targets) \($0.trigger) \($0.count)" }
                == [
                    "1 [2] event(\"close\") 2", "2 [1] event(\"open\") 1", "2 [3] event(\"lock\") 1",
                    "3 [] event(\"unlock\") 2", "3 [2] event(\"unlock\") 0",
                ])
    }

    @Test func `coverages add up, also after they were written and read`() async throws {
        var first = try await empty(), second = try await empty()
        first.add(try steps(.close, .open))
        second.add(try steps(.close, .lock(code: 1)))
        let read = try JSONDecoder().decode(Coverage.self, from: JSONEncoder().encode(second))
        try first.merge(read)
        #expect(first.share(of: .states) == 1)
        #expect(first.share(of: .requirements) == 1)
        #expect(first.open(.transitions) == ["Locked: unlock", "Locked: unlock → Closed"])
        #expect(first.counts[.transitions]?["Open: close → Closed"] == 2)
    }

    @Test func `coverages of different charts do not add up, and the error names both`() async throws {
        var coverage = try await empty()
        let before = coverage
        let error = #expect(throws: CoverageError.self) { try coverage.merge(Coverage(chart: "Valve")) }
        #expect(error?.chart == "Door" && error?.other == "Valve")
        #expect(
            error?.description
                == "the coverage of the chart Valve does not add up with that of the chart Door; keep one for each chart [otherChart]"
        )
        #expect(coverage == before)
    }
}
