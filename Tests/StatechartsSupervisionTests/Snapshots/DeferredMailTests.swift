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
        snapshot.deferred.insert(.init(chart: "Ship", event: .string("lost")), at: 0)

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

//  ● ──▶ Land ──sail──▶ Sea        Land defers all else. Ship ⟨Hold⟩ is never active.
private final class Dock: TopState<String> {
    let land = Land(), sea = Sea(), ship = Ship(Hold(), translation: { $0 })
    var heard: [String] = []

    override func configure() { substates(land, sea, ship) }
    final class Land: State<Dock, Dock> {
        override func handle(_ event: String) -> Reaction { event == "sail" ? .to(top.sea) : .deferred }
    }
    final class Sea: State<Dock, Dock> {
        override func handle(_ event: String) -> Reaction { .handled { self.top.heard.append(event) } }
    }
    final class Ship: Submachine<Dock, Dock, Hold> {}
}

private final class Hold: TopState<String> {
    override func handle(_ event: String) -> Reaction { .deferred }
}
