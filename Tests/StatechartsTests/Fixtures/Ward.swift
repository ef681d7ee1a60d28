import Statecharts

//    ┌ Ward ─────────────────────────────────────────────────────┐
//    │                          ┌ Open ───────────────────────┐  │
//    │  ●→ Closed (ring) ─open─►│ Nurse    ring / noted       │  │
//    │                          │- - - - - - - - - - - - - - -│  │
//    │                          │ Doctor   ring / noted       │  │
//    │                          └─────────────────────────────┘  │
//    └───────────────────────────────────────────────────────────┘
// (ring) is deferred. Ward itself takes "ring" if nobody inside does.
final class Ward: NotedTop<String> {
    let closed = Closed(), open = Open()
    override func configure() { substates(closed, open) }
    override func handle(_ event: String) -> Reaction { event == "ring" ? .handled(noted) : .unhandled }

    final class Closed: Noted<Ward, Ward> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "open": .to(superior.open)
            case "ring": .deferred
            default: .unhandled
            }
        }
    }
    final class Open: NotedRegions<Ward, Ward> {
        let nurse = Nurse(), doctor = Doctor()
        override func configure() { regions(nurse, doctor) }
        final class Nurse: Noted<Open, Ward> {
            override func handle(_ event: String) -> Reaction { event == "ring" ? .handled(noted) : .unhandled }
        }
        final class Doctor: Noted<Open, Ward> {
            override func handle(_ event: String) -> Reaction { event == "ring" ? .handled(noted) : .unhandled }
        }
    }
}
