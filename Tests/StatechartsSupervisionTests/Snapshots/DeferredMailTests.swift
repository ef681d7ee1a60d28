import Statecharts
import Testing

/// Deferred events of a snapshot whose charts are not active in it, as a migration may leave them.
@Suite struct DeferredMailTests {
    @Test func `what is deferred for an embedded chart that is not active is dropped, and what comes after it is not`()
        async throws
    {
        let dock = Dock()
        let former = Interpreter(dock)
        try former.start()
        try former.send("later")
        var snapshot = try former.snapshot()
        #expect(snapshot.deferred == [.init(event: .string("later"))])
        snapshot.deferred.insert(.init(chart: "Open.Slip.Ship", event: .string("lost")), at: 0)

        let interpreter = Interpreter(restoring: snapshot, Dock())
        try interpreter.start()
        #expect(interpreter.deferredCount == 2)
        try interpreter.send("sail")
        #expect(interpreter.top.heard == ["later"])
        #expect(interpreter.deferredCount == 0)
        #expect(try interpreter.send("next") == .handled)
        #expect(interpreter.top.heard == ["later", "next"])
    }
}

//  Open: Place ⟨● ──▶ Land ──sail──▶ Sea⟩ beside Slip ⟨● ──▶ Free, Ship ⟨Hold⟩⟩. Land defers all else.
//  Ship is never active, and not in what `sail` changes: otherwise its deferred events would be dropped with that.
private final class Dock: TopState<String> {
    let open = Open()
    var heard: [String] = []

    override func configure() { substates(open) }

    final class Open: OrthogonalState<Dock, Dock> {
        let place = Place(), slip = Slip()
        override func configure() { regions(place, slip) }
    }

    final class Place: State<Open, Dock> {
        let land = Land(), sea = Sea()
        override func configure() { substates(land, sea) }
        final class Land: State<Place, Dock> {
            override func handle(_ event: String) -> Reaction { event == "sail" ? .to(superior.sea) : .deferred }
        }
        final class Sea: State<Place, Dock> {
            override func handle(_ event: String) -> Reaction { .handled { self.top.heard.append(event) } }
        }
    }

    final class Slip: State<Open, Dock> {
        let free = Free(), ship = Ship(Hold(), translation: { $0 })
        override func configure() { substates(free, ship) }
        final class Free: State<Slip, Dock> {}
        final class Ship: Submachine<Slip, Dock, Hold> {}
    }
}

private final class Hold: TopState<String> {
    override func handle(_ event: String) -> Reaction { .deferred }
}
