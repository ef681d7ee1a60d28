import Statecharts

//    ┌ Unfolding ──────────────────────────────────────────────┐
//    │ ┌ Map ────────────────────────────────────────────────┐ │
//    │ │              turn  ┌ Spread ──────┐  turn           │ │
//    │ │  ●→ Folded ───────►│ North, South │───────► Folded  │ │
//    │ │                    └ (regions) ───┘                 │ │
//    │ ├─────────────────────────────────────────────────────┤ │
//    │ │ Lamp   ●→ Off ──turn──► On ──turn──► Off            │ │
//    │ ├─────────────────────────────────────────────────────┤ │
//    │ │ Fan    ●→ Still ──turn──► Turning ──turn──► Still   │ │
//    │ └─────────────────────────────────────────────────────┘ │
//    └─────────────────────────────────────────────────────────┘
// With each turn all regions change; the map has one active leaf or two.
final class Unfolding: NotedTop<String> {
    let map = Map(), lamp = Lamp(), fan = Fan()
    override func configure() { regions(map, lamp, fan) }

    final class Map: Noted<Unfolding, Unfolding> {
        let folded = Folded(), spread = Spread()
        override func configure() { substates(folded, spread) }
        final class Folded: Noted<Map, Unfolding> {
            override func handle(_ event: String) -> Reaction { .to(superior.spread, effect: noted) }
        }
        final class Spread: NotedRegions<Map, Unfolding> {
            let north = North(), south = South()
            override func configure() { regions(north, south) }
            override func handle(_ event: String) -> Reaction { .to(superior.folded, effect: noted) }
            final class North: Noted<Spread, Unfolding> {}
            final class South: Noted<Spread, Unfolding> {}
        }
    }
    final class Lamp: Noted<Unfolding, Unfolding> {
        let off = Off(), on = On()
        override func configure() { substates(off, on) }
        final class Off: Noted<Lamp, Unfolding> {
            override func handle(_ event: String) -> Reaction { .to(superior.on, effect: noted) }
        }
        final class On: Noted<Lamp, Unfolding> {
            override func handle(_ event: String) -> Reaction { .to(superior.off, effect: noted) }
        }
    }
    final class Fan: Noted<Unfolding, Unfolding> {
        let still = Still(), turning = Turning()
        override func configure() { substates(still, turning) }
        final class Still: Noted<Fan, Unfolding> {
            override func handle(_ event: String) -> Reaction { .to(superior.turning, effect: noted) }
        }
        final class Turning: Noted<Fan, Unfolding> {
            override func handle(_ event: String) -> Reaction { .to(superior.still, effect: noted) }
        }
    }
}
