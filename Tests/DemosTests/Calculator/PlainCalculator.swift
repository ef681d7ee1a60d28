@testable import calculator

/// The calculator without a chart: flags, and one long function that looks at them. What the chart is compared with.
struct PlainCalculator: Hashable {
    private var digits = "0"
    private var isNegative = false
    private var isEntering = false
    /// Whether an operator waits for its second operand.
    private var operation: Key.Operation?
    private var total = Number.zero
    private var isResult = false
    private(set) var isBroken = false

    var display: String {
        if isBroken { return "Error" }
        return isEntering ? (isNegative ? "-" : "") + digits : "\(total)"
    }

    mutating func press(_ key: Key) {
        if key == .clear {
            self = PlainCalculator()
            return
        }
        if isBroken {
            if key == .clearEntry { self = PlainCalculator() }
            return
        }
        switch key {
        case .digit, .point, .sign: enter(key)
        case .back: shorten()
        case .operation(let next): operate(next)
        case .equals: finish(percent: false)
        case .percent: finish(percent: true)
        case .clearEntry:
            if operation == nil { self = PlainCalculator() } else if isEntering { begin() }
        case .clear: break
        }
    }

    private mutating func begin() {
        (digits, isNegative, isEntering, isResult) = ("0", false, true, false)
    }

    private mutating func enter(_ key: Key) {
        if key == .sign, isResult {
            total = -total
            return
        }
        if !isEntering { begin() }
        switch key {
        case .sign: isNegative.toggle()
        case .point: if !digits.contains(".") { digits += "." }
        case .digit(let digit):
            let count = digits.filter { $0 != "." }.count
            if digits == "0" { digits = "\(digit)" } else if count < 12 { digits += "\(digit)" }
        case .operation, .equals, .percent, .back, .clearEntry, .clear: break
        }
    }

    private mutating func shorten() {
        if isResult {
            let shown = "\(total)"
            begin()
            isNegative = shown.hasPrefix("-")
            digits = shown.filter { $0 != "-" }
        } else if !isEntering {
            return
        } else if digits == "0" {
            isNegative = false
            return
        }
        digits.removeLast()
        if digits.isEmpty { digits = "0" }
    }

    private var entered: Number { Number(digits, isNegative: isNegative) ?? .zero }

    private mutating func operate(_ next: Key.Operation) {
        if operation == nil, !isEntering, !isResult, next == .minus { return enter(.sign) }
        if isEntering {
            let result = operation.map { Self.calculate(total, $0, entered) } ?? entered
            settle(result)
        }
        guard !isBroken else { return }
        (operation, isResult) = (next, false)
    }

    private mutating func finish(percent: Bool) {
        let hundred = Number("100") ?? .zero
        let operand = isEntering ? entered : total
        if let operation {
            var second: Number? = operand
            if percent {
                second =
                    operation == .plus || operation == .minus
                    ? (total * operand).flatMap { $0 / hundred } : operand / hundred
            }
            settle(second.flatMap { Self.calculate(total, operation, $0) })
        } else if isEntering || (percent && isResult) {
            settle(percent ? operand / hundred : operand)
        } else {
            return
        }
        (operation, isResult) = (nil, !isBroken)
    }

    private mutating func settle(_ result: Number?) {
        isEntering = false
        if let result { total = result } else { isBroken = true }
    }

    private static func calculate(_ a: Number, _ operation: Key.Operation, _ b: Number) -> Number? {
        switch operation {
        case .plus: a + b
        case .minus: a - b
        case .times: a * b
        case .over: a / b
        }
    }
}
