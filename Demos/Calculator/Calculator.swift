import Statecharts

//   Calculator
//   ┌─────────────────────────────────────────────────────────────────────────────────────────────────┐
//   │                                     operation                                                   │
//   │                 ┌────────────────────────────────────────────────┐                              │
//   │        digit    │           operation                   digit    ▼          operation           │
//   │ ●─▶ Ready ──▶ First ──────────────────────▶ OperatorEntered ──▶ Second ───────────────▶ ◇       │
//   │        ▲        ▲ │ %                          ▲   ▲   │           │ =, %               │       │
//   │        │        │ └────────────┐               │   │   │ =         ▼                    │       │
//   │        │ digit, <              ▼   operation   │   │   └─────────▶ ◇ ──[fits]──▶ Result │       │
//   │        │        └─────────── Result ───────────┘   └────[fits]──────│───────────────────┘       │
//   │        │                                                           └──[else]──▶ Failure         │
//   │        └── from anywhere: clear               First and Second: see Operand                     │
//   └─────────────────────────────────────────────────────────────────────────────────────────────────┘

/// A desk calculator: takes what it is given from left to right, and has twelve digits.
final class Calculator: TopState<Key> {
    let ready = Ready(), first = First(), operatorEntered = OperatorEntered(), second = Second()
    let result = Result(), failure = Failure()
    /// Where a calculation leads that an operator has asked for, or something that ends it.
    let chained = Choice<Calculator, Calculator> { $0.memory.fits ? .to($0.operatorEntered) : .to($0.failure) }
    let calculated = Choice<Calculator, Calculator> { $0.memory.fits ? .to($0.result) : .to($0.failure) }

    /// What outlives states.
    struct Memory: Sendable, Hashable, Codable {
        /// What has been calculated so far, and what is to be done with it.
        var total = Number.zero
        var pending = Key.Operation.plus
        /// What the next operand begins with, if it is not entered from its beginning.
        var draft = ""
        /// Whether the last calculation had a result.
        var fits = true
    }
    fileprivate var memory = Memory()

    var total: Number { memory.total }
    var draft: String { memory.draft }

    override func configure() {
        substates(ready, first, operatorEntered, second, chained, calculated, result, failure)
    }

    override func handle(_ key: Key) -> Reaction {
        key == .clear ? .to(ready) : .unhandled
    }

    /// What is to be seen.
    var display: String {
        if first.isActive { return first.display }
        if second.isActive { return second.display }
        return failure.isActive ? "Error" : "\(total)"
    }

    fileprivate func set(_ number: Number?) {
        memory = Memory(total: number ?? .zero, fits: number != nil)
    }

    fileprivate func begin(_ operation: Key.Operation, with number: Number) {
        memory.total = number
        memory.pending = operation
    }

    /// Does what is pending.
    fileprivate func calculate(with number: Number?) {
        guard let number else { return set(nil) }
        switch memory.pending {
        case .plus: set(total + number)
        case .minus: set(total - number)
        case .times: set(total * number)
        case .over: set(total / number)
        }
    }

    /// So many percent: of the total where they are added or taken off, otherwise of one.
    fileprivate func percent(_ number: Number) -> Number? {
        switch memory.pending {
        case .plus, .minus: (total * number).flatMap { $0 / .hundred }
        case .times, .over: number / .hundred
        }
    }

    /// Nothing has been entered.
    final class Ready: State<Calculator, Calculator> {
        override func entry() { top.set(.zero) }
        override func handle(_ key: Key) -> Reaction {
            switch key {
            case .digit, .point, .sign: .to(superior.first) { raise(key) }
            case .operation(.minus): .to(superior.first) { raise(.sign) }  // here it is one
            case .operation(let operation):
                .to(superior.operatorEntered) { top.begin(operation, with: .zero) }
            default: .unhandled
            }
        }
    }

    /// The first operand is being entered.
    final class First: Operand {
        override func handle(_ key: Key) -> Reaction {
            let number = number  // what the effects need: when they run, the entry is gone
            return switch key {
            case .operation(let operation):
                .to(superior.operatorEntered) { top.begin(operation, with: number) }
            case .percent: .to(superior.calculated) { top.set(number / .hundred) }
            case .equals: .to(superior.result) { top.set(number) }
            case .clearEntry: .to(superior.ready)
            default: .unhandled
            }
        }
    }

    /// The total is shown, and what comes next is done with it.
    final class OperatorEntered: State<Calculator, Calculator> {
        override func handle(_ key: Key) -> Reaction {
            switch key {
            case .digit, .point, .sign: .to(superior.second) { raise(key) }
            case .operation(let operation): .handled { top.begin(operation, with: top.total) }
            case .equals: .to(superior.calculated) { top.calculate(with: top.total) }
            case .percent:
                .to(superior.calculated) { top.calculate(with: top.percent(top.total)) }
            default: .unhandled
            }
        }
    }

    /// The second operand is being entered.
    final class Second: Operand {
        override func handle(_ key: Key) -> Reaction {
            let number = number
            return switch key {
            case .operation(let operation):
                .to(superior.chained) {
                    top.calculate(with: number)
                    top.begin(operation, with: top.total)
                }
            case .equals: .to(superior.calculated) { top.calculate(with: number) }
            case .percent: .to(superior.calculated) { top.calculate(with: top.percent(number)) }
            case .clearEntry: .to(self)  // from its beginning, so that the operator stays
            default: .unhandled
            }
        }
    }

    /// Something has been calculated: it can be used, changed, or forgotten.
    final class Result: State<Calculator, Calculator> {
        override func handle(_ key: Key) -> Reaction {
            switch key {
            case .digit, .point: .to(superior.first) { raise(key) }
            case .operation(let operation):
                .to(superior.operatorEntered) { top.begin(operation, with: top.total) }
            case .sign: .handled { top.set(-top.total) }
            case .percent: .to(superior.calculated) { top.set(top.total / .hundred) }
            case .back: .to(superior.first.resumed) { top.memory.draft = "\(top.total)" }
            case .clearEntry: .to(superior.ready)
            default: .unhandled
            }
        }
    }

    /// There is no result: divided by zero, or too many digits.
    final class Failure: State<Calculator, Calculator> {
        override func handle(_ key: Key) -> Reaction {
            key == .clearEntry ? .to(superior.ready) : .unhandled
        }
    }
}

extension Number {
    fileprivate static let hundred = Number("100") ?? .zero
}

extension Calculator: Snapshotting {
    func save() -> Memory { memory }
    func restore(_ saved: Memory) { memory = saved }
}
