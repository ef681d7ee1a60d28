import Statecharts

//    ┌ Broken ─────────────────────────────────────────────┐
//    │ ●→ Home  ──► ◇ nowhere    ◆ round ⟲    ◆ closed      │
//    │          ──► Away, Both (regions One, Two)   ✕ kill   │
//    └─────────────────────────────────────────────────────┘
// Each event asks Home for one thing that cannot be done. Home's superior Broken takes "closed" itself.
final class Broken: NotedTop<String> {
    let home = Home(), away = Away(), both = Both()
    let nowhere = Choice<Broken, Broken> { _ in .unhandled }
    let deferring = Choice<Broken, Broken> { _ in .deferred }
    let closed = Junction<Broken, Broken> { _ in .unhandled }
    let kill = Terminate<Broken, Broken>()
    let round: Junction<Broken, Broken> = Junction { .to($0.round) }
    var foreign: Broken?
    /// Whether the top handles errors, by leading to Away.
    var rescues = false
    var defersError = false
    override func configure() { substates(home, away, both, nowhere, deferring, closed, round, kill) }
    override func handle(_ event: String) -> Reaction { event == "closed" ? .handled(noted) : .unhandled }

    override func failed(_ error: any Error) -> Reaction { rescues ? .to(away) : .unhandled }

    final class Home: Noted<Broken, Broken> {
        var defersAlways = false
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "nowhere": return .to(superior.nowhere, effect: noted)
            case "deferring": return .to(superior.deferring)
            case "closed": return .to(superior.closed)
            case "round": return .to(superior.round)
            case "foreign": return superior.foreign.map { .to($0.away) } ?? .unhandled
            case "half foreign": return superior.foreign.map { .to(superior.both.one, $0.both.two) } ?? .unhandled
            case "conflict": return .to(superior.away, superior.both.one)
            case "twice": return .to(superior.away, superior.away)
            case "within": return .to(superior.both.one, superior.both)
            case "suspends": return .to(superior.away) { await Task.yield() }
            case "defers":
                defersAlways = true
                return .handled
            case "throw": return .handled { throw CancellationError() }
            case "kill": return .to(superior.kill, effect: noted)
            case "throw and kill": return .to(superior.kill) { throw CancellationError() }
            default: return .unhandled
            }
        }
        override func always() -> Reaction { defersAlways ? .deferred : .unhandled }
        override func failed(_ error: any Error) -> Reaction { superior.defersError ? .deferred : .unhandled }
    }
    final class Away: Noted<Broken, Broken> {}
    final class Both: NotedRegions<Broken, Broken> {
        let one = One(), two = Two()
        override func configure() { regions(one, two) }
        final class One: Noted<Both, Broken> {}
        final class Two: Noted<Both, Broken> {}
    }
}
