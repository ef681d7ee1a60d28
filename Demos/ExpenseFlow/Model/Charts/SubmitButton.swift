import Statecharts

//   SubmitButton                            used for "log in" and "create"
//   ┌─────────────────────────────────────┐
//   │             [all fields valid]      │
//   │  ●──▶ Inactive ──────────────▶ Active│  any event: what the form makes of it
//   │          ▲                       │  │
//   │          └───────[otherwise]─────┘  │
//   └─────────────────────────────────────┘

/// A button that is active exactly as long as the fields beside it are valid. Pressing an inactive one does nothing.
final class SubmitButton<Superior: StateNode, Top: Statechart>: State<Superior, Top> {
    let inactive = Inactive(), active = Active()
    private let areFieldsValid: (Superior) -> Bool
    private let press: (Superior, Top.Event) -> Statecharts.Reaction<Top>

    /// - Parameters:
    ///   - areFieldsValid: asks for states, so that the button follows the regions beside it.
    ///   - press: what an event means to the form while the button is active.
    init(
        activeWhile areFieldsValid: @escaping (Superior) -> Bool,
        press: @escaping (Superior, Top.Event) -> Statecharts.Reaction<Top>
    ) {
        self.areFieldsValid = areFieldsValid
        self.press = press
    }
    override func configure() { substates(inactive, active) }

    final class Inactive: State<SubmitButton, Top> {
        override func always() -> Reaction {
            superior.areFieldsValid(superior.superior) ? .to(superior.active) : .unhandled
        }
    }

    final class Active: State<SubmitButton, Top> {
        override func always() -> Reaction {
            superior.areFieldsValid(superior.superior) ? .unhandled : .to(superior.inactive)
        }
        override func handle(_ event: Event) -> Reaction { superior.press(superior.superior, event) }
    }
}
