import Statecharts
import StatechartsTesting
import Testing

//   Dimmer: what it does depends on the current value of a port of its own
//   ●──▶ Dark ──go [level 1]──▶ Lit      up: the level is 1
private final class Dimmer: TopState<Dimmer.Event> {
    enum Event: Sendable { case go, up }
    let level = OutputPort("level", current: 0)
    let dark = Dark(), lit = Lit()
    override func configure() { substates(dark, lit) }
    final class Dark: State<Dimmer, Dimmer> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .up: .handled { top.level.send(1) }
            case .go: top.level.current == 1 ? .to(superior.lit) : .handled
            }
        }
    }
    final class Lit: State<Dimmer, Dimmer> {}
}

//   Repeater: hears what it sends, but not the same twice
//   ●──▶ Silent ──heard──▶ Loud ──hush──▶ Silent      call: sends 1
private final class Repeater: TopState<Repeater.Event> {
    enum Event: Sendable { case call, hush, heard }
    let said = OutputPort("said", distinct: 0), heard = InputPort<Int>("heard")
    let silent = Silent(), loud = Loud()
    override func configure() {
        receive(heard) { $0 == 1 ? .heard : .hush }
        substates(silent, loud)
    }
    final class Silent: State<Repeater, Repeater> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .call: .handled { top.said.send(1) }
            case .heard: .to(superior.loud)
            case .hush: .handled
            }
        }
    }
    final class Loud: State<Repeater, Repeater> {
        override func handle(_ event: Event) -> Reaction { event == .hush ? .to(superior.silent) : .handled }
    }
}

private enum Switching: Delta {
    case on, off
    func apply(to isOn: inout Bool) { isOn = self == .on }
}

//   Announcing: sends a change at each entry
private final class Announcing: TopState<Int> {
    let isOn = OutputPort<Numbered<Switching>>("is on", changesOf: false)
    let off = Off(), on = On()
    override func configure() { substates(off, on) }
    final class Off: State<Announcing, Announcing> {
        override func entry() { top.isOn.send(.off) }
        override func handle(_ event: Int) -> Reaction { .to(superior.on) }
    }
    final class On: State<Announcing, Announcing> {
        override func entry() { top.isOn.send(.on) }
        override func handle(_ event: Int) -> Reaction { .to(superior.off) }
    }
}

/// The current values of ports in what the explorer tells apart.
@Suite struct PortValueTests {
    private func dimmer(_ events: [Dimmer.Event]) -> Explorer<Dimmer> {
        var explorer = Explorer(events: events) { Dimmer() }
        explorer.allowsDeadEnds = true
        return explorer
    }

    @Test(arguments: [[Dimmer.Event.go, .up], [.up, .go]], [Explorer<Dimmer>.Return.automatic, .placing])
    private func `the current value of a port is a part of the situation`(
        _ events: [Dimmer.Event], _ returning: Explorer<Dimmer>.Return
    ) async throws {
        var explorer = dimmer(events)
        explorer.returning = returning
        let found = try await explorer.explore()
        #expect(found.path(to: \.lit)?.description == "up, go")
        #expect(found.isComplete && found.problems.isEmpty && found.situationCount == 3, "\(found)")
        #expect(found.replayReason == "Dimmer.level is an output port with a current value")
    }

    @Test func `a fingerprint that stands alone leaves it out, and says so`() async throws {
        var explorer = dimmer([.up, .go])
        explorer.fingerprint(.alone) { _ in 0 }
        let found = try await explorer.explore()
        #expect(
            found.hints == [
                "left out, as the fingerprint stands alone, though it differed in the same situation: Dimmer.level"
            ])
    }

    @Test func `what a port does not send again is not heard again`() async throws {
        var explorer = Explorer(events: [.call, .hush]) {
            let echo = Repeater()
            connect(echo.said, to: echo.heard)
            return echo
        }
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        // Silent at first, loud, and silent for ever.
        #expect(found.isComplete && found.situationCount == 3, "\(found)")
    }

    @Test func `the numbers of changes make no situations`() async throws {
        let found = try await Explorer(events: [1]) { Announcing() }.explore()
        #expect(found.isComplete && found.problems.isEmpty && found.situationCount == 2, "\(found)")
    }
}
