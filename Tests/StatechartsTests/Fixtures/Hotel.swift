import Statecharts

//    ┌ Hotel ───────────────────────────────────────────┐
//    │ ┌ Porter ───────────────┐┌ Cook ───────────────┐ │
//    │ │ ●→ Resting            ││ ●→ Sleeping         │ │
//    │ │    defers parcel      ││    defers meal      │ │
//    │ └───────────────────────┘└─────────────────────┘ │
//    └──────────────────────────────────────────────────┘
final class Hotel: NotedTop<String> {
    let porter = Porter(), cook = Cook()
    override func configure() { regions(porter, cook) }

    final class Porter: Noted<Hotel, Hotel> {
        let resting = Resting()
        override func configure() { substates(resting) }
        final class Resting: Noted<Porter, Hotel> {
            override func handle(_ event: String) -> Reaction { event == "parcel" ? .deferred : .unhandled }
        }
    }
    final class Cook: Noted<Hotel, Hotel> {
        let sleeping = Sleeping()
        override func configure() { substates(sleeping) }
        final class Sleeping: Noted<Cook, Hotel> {
            override func handle(_ event: String) -> Reaction { event == "meal" ? .deferred : .unhandled }
        }
    }
}
