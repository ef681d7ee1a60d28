import Statecharts
import StatechartsTesting
import Testing

//   Inn: a list of guests; Bob before Ada is served
//   ●──▶ Open [guests] ──serve [Bob, Ada]──▶ Served
private final class Inn: TopState<Inn.Event> {
    enum Event: Sendable { case guest(String), leave(String), serve }
    let open = Open(), served = Served()
    override func configure() { substates(open, served) }
    final class Open: State<Inn, Inn> {
        let guests = ChildMachines(of: Open.self, limit: 2) { (_: Open, _: String) in Guest() }
        override func configure() { children(guests) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .guest(let name): .handled { guests.add(name) }
            case .leave(let name): .handled { guests.remove(name) }
            case .serve: guests.keys == ["Bob", "Ada"] ? .to(superior.served) : .handled
            }
        }
    }
    final class Served: State<Inn, Inn> {}
}

private final class Guest: TopState<Int> {}

//   Stove: is complete when the oven has ended, whether or not the egg timer has
//   ●──▶ Busy [egg: detached; oven] ──completed──▶ Ready
private final class Stove: TopState<Int> {
    let busy = Busy(), ready = Ready()
    override func configure() { substates(busy, ready) }
    final class Busy: State<Stove, Stove> {
        let egg = Child(of: Busy.self) { _ in Guest() }.detached()
        let oven = Child(of: Busy.self) { _ in Guest() }
        override func configure() { children(egg, oven) }
        override func completed() -> Reaction { .to(superior.ready) }
    }
    final class Ready: State<Stove, Stove> {}
}

/// What a chart knows of its child machines, where the explorer goes back to a situation.
@Suite struct PlacedChildrenTests {
    private var inn: Explorer<Inn> {
        var explorer = Explorer(events: [.guest("Ada"), .guest("Bob"), .leave("Ada"), .leave("Bob"), .serve]) { Inn() }
        explorer.outcomes(of: Void.self, returns: ())
        explorer.allowsDeadEnds = true
        return explorer
    }

    @Test(arguments: [Explorer<Inn>.Return.automatic, .placing])
    private func `a list is what it was, in its order`(_ returning: Explorer<Inn>.Return) async throws {
        var explorer = inn
        explorer.returning = returning
        explorer.limits.configurations = 50
        let found = try await explorer.explore()
        #expect(found.replayReason == "Open/guests is a child machine")
        #expect(found.isComplete && found.problems.isEmpty, "\(found)")
        #expect(found.path(to: \.served)?.description == "guest(\"Bob\"), guest(\"Ada\"), serve")
        // Nobody, one of them, both in either order, and served.
        #expect(found.situationCount == 1 + 2 + 2 + 1, "\(found)")
    }

    @Test func `so it is where its machines run`() async throws {
        var explorer = inn
        explorer.run(Explorer<Guest>(events: []) { Guest() })
        let found = try await explorer.explore()
        #expect(found.isComplete, "\(found)")
        #expect(found.path(to: \.served)?.description == "guest(\"Bob\"), guest(\"Ada\"), serve")
    }

    @Test(arguments: [Explorer<Stove>.Return.automatic, .placing])
    private func `a state is complete without its detached child`(_ returning: Explorer<Stove>.Return) async throws {
        var explorer = Explorer<Stove>(events: []) { Stove() }
        explorer.outcomes(of: Void.self, returns: ())
        explorer.returning = returning
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.path(to: \.ready)?.description == "activity Busy \"oven\": returns ()")
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.replayReason == "Busy/egg is a child machine")
    }
}
