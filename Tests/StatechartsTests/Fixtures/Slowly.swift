import Statecharts

//    ┌ Slowly ───────────────────────────────────────────────────────────────────────┐
//    │ ●→ Idle ──enter──► Busy (entry / pass the gate) ──leave──► Idle               │
//    │        ──effect / pass the gate──► Quick ──leave (exit / pass the gate)──► Idle│
//    │        ──fail──► Failing (entry / pass the gate, throw)   failed: ──► Idle    │
//    └───────────────────────────────────────────────────────────────────────────────┘
// "count" counts, in any state; "end" ends the chart from any state.
final class Slowly: NotedTop<String> {
    let gate: Turnstile
    var count = 0
    let idle = Idle(), busy = Busy(), quick = Quick(), failing = Failing(), end = End()
    init(_ gate: Turnstile) { self.gate = gate }
    override func configure() { substates(idle, busy, quick, failing, end) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "count": .handled { self.count += 1 }
        case "end": .to(end)
        default: .unhandled
        }
    }

    final class Idle: Noted<Slowly, Slowly> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "enter": return .to(superior.busy)
            case "effect":
                return .to(superior.quick) {
                    await self.superior.gate.pass()
                    self.noted()
                }
            case "fail": return .to(superior.failing)
            default: return .unhandled
            }
        }
    }
    final class Busy: Noted<Slowly, Slowly> {
        override func entry() async {
            await top.gate.pass()
            top.notes.append("Busy is entered")
        }
        override func handle(_ event: String) -> Reaction { event == "leave" ? .to(superior.idle) : .unhandled }
    }
    final class Quick: Noted<Slowly, Slowly> {
        @Scoped var value = 1
        override func exit() async {
            await top.gate.pass()
            top.notes.append("Quick had \(value)")
        }
        override func handle(_ event: String) -> Reaction { event == "leave" ? .to(superior.idle) : .unhandled }
    }
    final class Failing: Noted<Slowly, Slowly> {
        override func entry() async throws {
            await top.gate.pass()
            throw CancellationError()
        }
        override func failed(_ error: any Error) -> Reaction { .to(superior.idle, effect: noted) }
    }
    final class End: NotedFinal<Slowly, Slowly> {}
}
