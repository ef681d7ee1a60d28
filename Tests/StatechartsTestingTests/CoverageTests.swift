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
                  transitionPairs 1 of 1, 100 %
                  requirements    0 of 1, 0 %
                    open: R-12
                """)
        #expect(
            coverage.markdown == """
                | Door | covered | of | open |
                | --- | --- | --- | --- |
                | states | 3 | 4 | `Locked` |
                | configurations | 2 | 3 | `Locked` |
                | transitions | 2 | 5 | `Closed: lock → Locked`, `Locked: unlock`, `Locked: unlock → Closed` |
                | transitionPairs | 1 | 1 |  |
                | requirements | 0 | 1 | `R-12` |
                """)
    }

    @Test func `coverages add up, also after they were written and read`() async throws {
        var first = try await empty(), second = try await empty()
        first.add(try steps(.close, .open))
        second.add(try steps(.close, .lock(code: 1)))
        let read = try JSONDecoder().decode(Coverage.self, from: JSONEncoder().encode(second))
        first.merge(read)
        #expect(first.share(of: .states) == 1)
        #expect(first.share(of: .requirements) == 1)
        #expect(first.open(.transitions) == ["Locked: unlock", "Locked: unlock → Closed"])
        #expect(first.counts[.transitions]?["Open: close → Closed"] == 2)
    }
}
