import Statecharts

//   Operand                                      First and Second are two of it
//   ┌───────────────────────────────────────────────────────────────────────────────┐
//   │                   1 to 9                                                      │
//   │  ●──▶ Zero ──────────────────────────▶ Integer ──────── . ────────▶ Fraction  │
//   │       ▲  │ ╲                            ▲  │  ▲                     ▲   │     │
//   │  sign │  │  ╲────────── . ──────────────│──│──│─────────────────────┘   │     │
//   │       │  ▼                   1 to 9     │  │  └── < [nothing behind] ───┘     │
//   │      Negated ───────────────────────────┘  │                                  │
//   │          ▲                                 │ < [last digit]                   │
//   │          └─────────────────── ◇ ◀──────────┘                                  │
//   └───────────────────────────────────────────────────────────────────────────────┘

/// A number that is being entered, key by key.
class Operand: State<Calculator, Calculator> {
    /// The digits with their point, without the sign.
    @Scoped var text = "0"
    @Scoped var isNegative = false

    let zero = Zero(), negated = Negated(), integer = Integer(), fraction = Fraction()
    /// Goes on with the draft, without its last digit.
    let resumed = Choice<Operand, Calculator> { operand in
        let draft = operand.top.draft
        return operand.shortened(String(draft.drop { $0 == "-" }), isNegative: draft.hasPrefix("-"))
    }

    override func configure() { substates(zero, negated, integer, fraction, resumed) }

    final var number: Number { Number(text, isNegative: isNegative) ?? .zero }
    /// As it was entered, with all zeros behind the point.
    final var display: String { (isNegative ? "-" : "") + text }

    private final var digits: Int { text.count - (text.contains(".") ? 1 : 0) }

    fileprivate final func append(_ text: String) {
        if digits < Number.digits { self.text += text }
    }

    /// Where it leads to take the last digit away.
    fileprivate final func shortened(_ text: String, isNegative: Bool) -> Reaction {
        let rest = String(text.dropLast())
        if rest.isEmpty || rest == "0" { return .to(isNegative ? negated : zero) }
        let effect = { (self.text, self.isNegative) = (rest, isNegative) }
        return rest.contains(".") ? .to(fraction, effect: effect) : .to(integer, effect: effect)
    }

    /// Nothing but zero has been entered.
    final class Zero: State<Operand, Calculator> {
        override func entry() { (superior.text, superior.isNegative) = ("0", false) }
        override func handle(_ key: Key) -> Reaction {
            switch key {
            case .digit(0): .handled
            case .digit(let digit): .to(superior.integer) { superior.text = "\(digit)" }
            case .point: .to(superior.fraction) { superior.append(".") }
            case .sign: .to(superior.negated)
            case .back: .handled
            default: .unhandled
            }
        }
    }

    /// A sign has been entered, and at most zero behind it.
    final class Negated: State<Operand, Calculator> {
        override func entry() { (superior.text, superior.isNegative) = ("0", true) }
        override func handle(_ key: Key) -> Reaction {
            switch key {
            case .digit(0): .handled
            case .digit(let digit): .to(superior.integer) { superior.text = "\(digit)" }
            case .point: .to(superior.fraction) { superior.append(".") }
            case .sign, .back: .to(superior.zero)
            default: .unhandled
            }
        }
    }

    /// A whole number.
    final class Integer: State<Operand, Calculator> {
        override func handle(_ key: Key) -> Reaction {
            switch key {
            case .digit(let digit): .handled { superior.append("\(digit)") }
            case .point: .to(superior.fraction) { superior.text += "." }
            case .sign: .handled { superior.isNegative.toggle() }
            case .back: superior.shortened(superior.text, isNegative: superior.isNegative)
            default: .unhandled
            }
        }
    }

    /// A number with a point.
    final class Fraction: State<Operand, Calculator> {
        override func handle(_ key: Key) -> Reaction {
            switch key {
            case .digit(let digit): .handled { superior.append("\(digit)") }
            case .point: .handled
            case .sign: .handled { superior.isNegative.toggle() }
            case .back: superior.shortened(superior.text, isNegative: superior.isNegative)
            default: .unhandled
            }
        }
    }
}
