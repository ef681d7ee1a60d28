import Statecharts

//    ┌ Watchful ───────────────────────────────────────────────────────┐
//    │ ┌ Hand ───────────────────────┐┌ Eye ──────────────────────────┐ │
//    │ │ ●→ Open ◄─ grasp, wink ─► Shut ││ ●→ Closed ◄─ wink, blink ─► Wide │ │
//    │ └─────────────────────────────┘└───────────────────────────────┘ │
//    └─────────────────────────────────────────────────────────────────┘
// Asked about "grasp" the eye does not react, and raises "blink" all the same; about "wait" it defers.
final class Watchful: NotedTop<String> {
    let hand = Hand(), eye = Eye()
    override func configure() { regions(hand, eye) }

    final class Hand: State<Watchful, Watchful> {
        let open = Open(), shut = Shut()
        override func configure() { substates(open, shut) }
        class Finger: Noted<Hand, Watchful> {
            var other: Finger { superior.open === self ? superior.shut : superior.open }
            override func handle(_ event: String) -> Reaction {
                ["grasp", "wink", "wait"].contains(event) ? .to(other, effect: noted) : .unhandled
            }
        }
        final class Open: Finger {}
        final class Shut: Finger {}
    }

    final class Eye: State<Watchful, Watchful> {
        let closed = Closed(), wide = Wide()
        override func configure() { substates(closed, wide) }
        class Lid: Noted<Eye, Watchful> {
            var other: Lid { superior.closed === self ? superior.wide : superior.closed }
            override func handle(_ event: String) -> Reaction {
                if event == "grasp" { raise("blink") }
                if event == "wait" { return .deferred }
                return event == "wink" || event == "blink" ? .to(other, effect: noted) : .unhandled
            }
        }
        final class Closed: Lid {}
        final class Wide: Lid {}
    }
}
