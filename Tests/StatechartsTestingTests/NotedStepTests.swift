import Statecharts
import StatechartsSimulation
import Testing

/// A chart inside another one defers an event that it has raised, until its door is opened.
private final class Building: TopState<String> {
    let office = Submachine<Building, Building, Office>(Office()) { $0 }
    override func configure() { substates(office) }
}

private final class Office: TopState<String> {
    let shut = Shut(), opened = Opened()
    override func configure() { substates(shut, opened) }
    final class Shut: State<Office, Office> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "knock": .handled { self.raise("knocked") }
            case "knocked": .deferred
            case "open": .to(superior.opened)
            case _: .unhandled
            }
        }
    }
    final class Opened: State<Office, Office> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "knocked": .handled
            case "shut": .to(superior.shut)
            case _: .unhandled
            }
        }
    }
}

/// What is noted of steps does not depend on who looks on.
@Suite struct NotedStepTests {
    private var explorer: Explorer<Building> {
        var explorer = Explorer(events: ["knock", "open", "shut"]) { Building() }
        explorer.limits.deferred = 1
        return explorer
    }

    @Test func `an event that was deferred inside a submachine is called the same with an oracle and without`()
        async throws
    {
        let alone = try await explorer.explore()
        var watched = explorer
        watched.invariant("holds") { _ in true }
        let seen = try await watched.explore()
        #expect(seen.reactions.map(\.description) == alone.reactions.map(\.description))
        let recalled = try #require(seen.reactions.first { $0.source.path.hasSuffix("Opened") && $0.targets.isEmpty })
        #expect(recalled.event == "knocked")
    }
}
