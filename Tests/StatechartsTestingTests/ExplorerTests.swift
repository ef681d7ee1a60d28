import Statecharts
import StatechartsTesting
import Testing

@Suite struct ExplorerTests {
    private var door: Explorer<Door> {
        var explorer = Explorer { Door() }
        explorer.events(.open, .close, .lock(code: 1), .lock(code: 2), .unlock(code: 1), .unlock(code: 2))
        return explorer
    }

    @Test func `a chart is explored as a whole, with each step that is possible`() async throws {
        let found = try await door.explore()
        #expect(
            found.description == "Door: 3 configurations in 3 situations, 18 steps, all explored, at most 2 steps deep")
        #expect(found.configurations.map(\.description) == ["Open", "Closed", "Locked"])
        #expect(found.isComplete)
        #expect(found.limit == nil)
        #expect(found.replayReason == nil)
    }

    @Test func `each answer of a state is found, with how often its guard decided otherwise`() async throws {
        let found = try await door.explore()
        #expect(
            found.reactions.map(\.description) == [
                "Open: close → Closed, once",
                "Closed: open → Open, once",
                "Closed: lock(code: 1) → Locked, once, once not",
                "Locked: unlock(code: 1) → Closed, once, once not",
                "Locked: unlock(code: 2) ↺, once, once not",
            ])
    }

    @Test func `the graph has the states and what leads from one to another`() async throws {
        let graph = try await door.explore().graph
        #expect(graph.vertices.map(\.path) == ["Door", "Open", "Closed", "Locked"])
        #expect(
            graph.transitions.map { "\($0.source) \($0.targets) \($0.trigger) \($0.count) \($0.origins)" } == [
                "1 [2] event(\"close\") 1 [StatechartsCore.ChartGraph.Origin.explored]",
                "2 [1] event(\"open\") 1 [StatechartsCore.ChartGraph.Origin.explored]",
                "2 [3] event(\"lock\") 1 [StatechartsCore.ChartGraph.Origin.explored]",
                "3 [] event(\"unlock\") 1 [StatechartsCore.ChartGraph.Origin.explored]",
                "3 [2] event(\"unlock\") 1 [StatechartsCore.ChartGraph.Origin.explored]",
            ])
    }

    @Test func `paths are shortest ones`() async throws {
        let found = try await door.explore()
        #expect(found.path(to: \.locked)?.description == "close, lock(code: 1)")
        #expect(found.path(to: \.open)?.description == "the start")
        #expect(
            found.path { $0.source.name == "Locked" && $0.targets.isEmpty }?.description
                == "close, lock(code: 1), unlock(code: 2)")
        #expect(found.simplePaths(to: \.locked).map(\.description) == ["close, lock(code: 1)"])
        #expect(found.simplePaths(to: \.open).map(\.description) == ["the start"])
    }

    @Test func `simple paths lead to a transition too, with each way to it`() async throws {
        let found = try await door.explore()
        #expect(
            found.simplePaths { $0.source.name == "Closed" && $0.event == "open" }.map(\.description) == ["close, open"]
        )
        #expect(
            found.simplePaths { $0.source.name == "Locked" }.map(\.description) == [
                "close, lock(code: 1), unlock(code: 1)", "close, lock(code: 1), unlock(code: 2)",
            ])
        #expect(found.simplePaths(taking: { $0.source.name == "Locked" }, limit: 1).count == 1)
        #expect(found.simplePaths { $0.event == "unlock(code: 3)" }.isEmpty)
        var two = Explorer { Crossing(isSound: false) }
        two.limits = .init(depth: 4)
        let ways = try await two.explore().simplePaths(taking: { $0.source.path == "Main.Red" })
        #expect(ways.map(\.description) == ["main", "side, main"])
    }

    @Test(arguments: Exploration<Door>.Goal.allCases)
    func `few paths cover all states, transitions, pairs and situations`(goal: Exploration<Door>.Goal) async throws {
        let paths = try await door.explore().paths(covering: goal).map(\.description)
        switch goal {
        case .states, .situations: #expect(paths == ["close, lock(code: 1)"])
        case .transitions:
            #expect(paths == ["close, open, close, lock(code: 1), unlock(code: 1), lock(code: 1), unlock(code: 2)"])
        case .transitionPairs: #expect(paths.count == 1)
        }
    }

    @Test func `replaying finds the same as placing`() async throws {
        var explorer = door
        let placed = try await explorer.explore()
        explorer.returning = .replaying
        let replayed = try await explorer.explore()
        #expect(placed.reactions == replayed.reactions)
        #expect(placed.configurations == replayed.configurations)
        #expect(replayed.replayReason == "as was asked for")
    }

    @Test func `steps that lead back count towards the limit`() async throws {
        var explorer = door
        explorer.limits = .init(steps: 13)
        explorer.returning = .placing
        let placed = try await explorer.explore()
        explorer.returning = .replaying
        let replayed = try await explorer.explore()
        #expect(placed.stepCount > replayed.stepCount)
        #expect(replayed.limit?.hasPrefix("stopped at the limit of 13 steps in all") == true)
    }

    @Test func `a limit is told, and what was not gone on from`() async throws {
        var explorer = door
        explorer.limits = .init(configurations: 2)
        #expect(
            try await explorer.explore().description
                == "Door: 2 configurations in 2 situations, 6 steps, stopped at the limit of 2 situations (limits.configurations), 1 situation was not gone on from"
        )
        explorer.limits = .init(depth: 1)
        #expect(
            try await explorer.explore().limit == "stopped at the limit of 1 step, 1 situation was not gone on from")
        explorer.limits = .init(steps: 6)
        #expect(
            try await explorer.explore().limit
                == "stopped at the limit of 6 steps in all, 1 situation was not gone on from")
        explorer.limits = .init(duration: .zero)
        let limit = try await explorer.explore().limit
        #expect(limit == "stopped at the limit of 0.0 seconds, 1 situation was not gone on from")
    }
}
