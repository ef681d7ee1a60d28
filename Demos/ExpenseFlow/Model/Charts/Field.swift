import Statecharts

//   Field                                  used for the e-mail address, the password, the amount, and the category
//   ┌───────────────────────────────────┐
//   │                  [accepted]       │
//   │  ●──▶ Invalid ──────────────▶ Valid│
//   │          ▲                     │  │
//   │          └────[not accepted]───┘  │
//   └───────────────────────────────────┘

/// An input field that is valid exactly as long as a condition on the data of its superior holds, without an event of
/// its own.
final class Field<Superior: StateNode, Top: Statechart>: State<Superior, Top> {
    let invalid = Invalid(), valid = Valid()
    private let accepts: (Superior) -> Bool

    init(accepts: @escaping (Superior) -> Bool) { self.accepts = accepts }
    override func configure() { substates(invalid, valid) }

    var isAccepted: Bool { accepts(superior) }

    final class Invalid: State<Field, Top> {
        override func always() -> Reaction { superior.isAccepted ? .to(superior.valid) : .unhandled }
    }

    final class Valid: State<Field, Top> {
        override func always() -> Reaction { superior.isAccepted ? .unhandled : .to(superior.invalid) }
    }
}
