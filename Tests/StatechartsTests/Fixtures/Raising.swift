import Statecharts

//    ┌ Raising ───────────────────────────────┐
//    │ ●→ Ping ──ping──► Pong ──pong──► Ping  │   each raises the other's event on entry, as long as some are left
//    └────────────────────────────────────────┘
final class Raising: NotedTop<String> {
    var left: Int
    let ping = Ping(), pong = Pong()
    init(left: Int) { self.left = left }
    override func configure() { substates(ping, pong) }

    func raiseNext(_ event: String) {
        guard left > 0 else { return }
        left -= 1
        raise(event)
    }

    final class Ping: State<Raising, Raising> {
        override func handle(_ event: String) -> Reaction {
            event == "ping" ? .to(superior.pong) { self.top.raiseNext("pong") } : .unhandled
        }
    }

    final class Pong: State<Raising, Raising> {
        override func handle(_ event: String) -> Reaction {
            event == "pong" ? .to(superior.ping) { self.top.raiseNext("ping") } : .unhandled
        }
    }
}
