import Statecharts

//    ┌ Dialogs ──────────────────────────────────────────────────────────┐
//    │          ┌ Dialog ───────────────────────────────────────────┐    │
//    │          ○ fresh ──► First                                   │    │
//    │ ●→ Home ►○ again ──► (H)                                     │    │
//    │          │  ●→ First ──next──► Second ──ok──► ⊗ done ────────┼──► Thanks
//    │          │        └──────cancel─────┴───────► ⊗ cancelled ───┼──► Home
//    │          └───────────────────────────────────────────────────┘    │
//    └───────────────────────────────────────────────────────────────────┘
// Where `done` leads says the dialog itself, where `cancelled` leads the chart around it.
final class Dialogs: NotedTop<String> {
    let home = Home(), dialog = Dialog(), thanks = Thanks()
    override func configure() {
        substates(home, dialog, thanks)
        dialog.cancelled.leads(asking: self) { chart in
            .to(chart.home) { chart.notes.append("!Dialog.cancelled") }
        }
    }
    final class Home: Noted<Dialogs, Dialogs> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "fresh": .to(superior.dialog.fresh, effect: noted)
            case "again": .to(superior.dialog.again, effect: noted)
            default: .unhandled
            }
        }
    }
    final class Dialog: Noted<Dialogs, Dialogs> {
        let first = First(), second = Second(), past = ShallowHistory<Dialog, Dialogs>()
        let fresh = EntryPoint<Dialog, Dialogs> { [$0.first] }
        let again = EntryPoint<Dialog, Dialogs> { [$0.past] }
        let done = ExitPoint<Dialog, Dialogs> { dialog in
            .to(dialog.superior.thanks) { dialog.top.notes.append("!Dialog.done") }
        }
        let cancelled = ExitPoint<Dialog, Dialogs>()
        override func configure() { substates(first, second, past, fresh, again, done, cancelled) }
        override func handle(_ event: String) -> Reaction {
            event == "cancel" ? .to(cancelled, effect: noted) : .unhandled
        }
        final class First: Noted<Dialog, Dialogs> {
            override func handle(_ event: String) -> Reaction { event == "next" ? .to(superior.second) : .unhandled }
        }
        final class Second: Noted<Dialog, Dialogs> {
            override func handle(_ event: String) -> Reaction {
                event == "ok" ? .to(superior.done, effect: noted) : .unhandled
            }
        }
    }
    final class Thanks: Noted<Dialogs, Dialogs> {
        override func handle(_ event: String) -> Reaction { event == "home" ? .to(superior.home) : .unhandled }
    }
}
