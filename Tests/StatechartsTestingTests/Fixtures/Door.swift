import Statecharts

//   Door
//   ┌────────────────────────────────────────────────────────┐
//   │         close             lock [code right]            │
//   │ ●──▶ Open ──▶ Closed ───────────────────────▶ Locked   │
//   │        ▲        │  ▲                             │     │
//   │        └─ open ─┘  └───── unlock [code right] ───┘     │
//   └────────────────────────────────────────────────────────┘

/// A door with a lock that takes one code.
final class Door: TopState<Door.Event> {
    enum Event: Sendable, Equatable { case open, close, lock(code: Int), unlock(code: Int) }

    let open = Open(), closed = Closed(), locked = Locked()
    override func configure() { substates(open, closed, locked) }

    final class Open: State<Door, Door> {
        override func handle(_ event: Event) -> Reaction {
            event == .close ? .to(superior.closed) : .unhandled
        }
    }

    final class Closed: State<Door, Door> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .open: .to(superior.open)
            case .lock(let code): code == 1 ? .to(superior.locked) : .unhandled
            case .close, .unlock: .unhandled
            }
        }
    }

    final class Locked: State<Door, Door> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .unlock(let code): code == 1 ? .to(superior.closed) : .handled
            case .open, .close, .lock: .unhandled
            }
        }
    }
}
