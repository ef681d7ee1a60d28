import Statecharts

//    ┌ Watchful ───────────────────────────────────────────────────────┐
//    │ ┌ Hand ───────────────────────┐┌ Eye ──────────────────────────┐ │
//    │ │ ●→ Open ◄─ grasp, … ─► Shut ││ ●→ Closed ◄─ blink, … ─► Wide │ │
//    │ └─────────────────────────────┘└───────────────────────────────┘ │
//    └─────────────────────────────────────────────────────────────────┘
// About "wink" both react, and turn to their other state. About "stare" both react, and their effects note what is active
// then. Asked about "grasp" the eye does not react, and raises "blink" all the same; about "wait" it defers.
final class Watchful: NotedTop<String> {
    let hand = Hand(), eye = Eye()
    override func configure() { regions(hand, eye) }
    /// An effect that notes what is active.
    var looking: () -> Void {
        {
            let places: [StateNode] = [
                self, self.hand, self.hand.open, self.hand.shut, self.eye, self.eye.closed, self.eye.wide,
            ]
            self.notes.append("!" + places.filter(\.isActive).map(\.path).joined(separator: ","))
        }
    }

    final class Hand: State<Watchful, Watchful> {
        let open = Open(), shut = Shut()
        override func configure() { substates(open, shut) }
        class Finger: Noted<Hand, Watchful> {
            var other: Finger { superior.open === self ? superior.shut : superior.open }
            override func handle(_ event: String) -> Reaction {
                if event == "stare" { return .to(other, effect: top.looking) }
                return ["grasp", "wink", "wait"].contains(event) ? .to(other, effect: noted) : .unhandled
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
                if event == "stare" { return .to(other, effect: top.looking) }
                return event == "wink" || event == "blink" ? .to(other, effect: noted) : .unhandled
            }
        }
        final class Closed: Lid {}
        final class Wide: Lid {}
    }
}
