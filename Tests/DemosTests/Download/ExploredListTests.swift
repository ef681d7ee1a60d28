import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

@testable import download

/// Everything that the list and a row can do, as one world.
@Suite struct ExploredListTests {
    @Test func `whatever comes in whatever order, the list knows how it is with its row`() async throws {
        var explorer = Drawing.listExplorer()
        explorer.invariant("what is under way has a machine, and nothing else has") { list in
            guard list.open.isActive else { return true }
            return list.entries.allSatisfy { entry in
                let isThere = list.open.rows.explored(entry.file.name) != nil
                return isThere == (entry.phase == .underWay)
            }
        }
        explorer.invariant("it fails three times at most") { $0.entries.allSatisfy { $0.failures <= 3 } }
        for phase in [Entry.Phase.done, .broken, .cancelled] {
            explorer.never(.when("\(phase)") { $0.entries.contains { $0.phase == phase } })
        }
        let found = try await explorer.explore()
        // Those are all reached, and nothing else is wrong.
        #expect(Set(found.problems.map(\.subject)) == ["never done", "never broken", "never cancelled"], "\(found)")
        #expect(
            found.childPaths
                == ["Loading", "Paused"].reduce(into: ["Open/rows[bunny.png]"]) {
                    $0.append("Open/rows[bunny.png]:\($1)")
                })
    }
}
