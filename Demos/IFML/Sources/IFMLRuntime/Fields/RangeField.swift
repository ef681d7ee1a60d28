/// A number that a ``RangeField`` can hold.
public protocol RangeValue: FieldValue {
    /// The number as a fraction.
    var asDouble: Double { get }
    /// The nearest value.
    init(nearest number: Double)
}

extension Int: RangeValue {
    /// The number as a fraction.
    public var asDouble: Double { Double(self) }
    /// The nearest whole number, of those that there are.
    public init(nearest number: Double) {
        self = Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
    }
}

extension Double: RangeValue {
    /// The number itself.
    public var asDouble: Double { self }
    /// The number itself.
    public init(nearest number: Double) { self = number }
}

/// A field for a number between two bounds, with a distance of two values or continuous.
///
///     var guests = RangeField<Int>(from: 1, to: 6, step: 1)  // guests = 1 (1…6, step 1)
///     guests.set("+")
public struct RangeField<Value: RangeValue>: FormField {
    /// What was typed.
    public private(set) var text: String
    /// The bounds; `nil` bounds nothing.
    public let minimum: Value?, maximum: Value?
    /// The distance of two values; `nil` for any.
    public let step: Int?

    /// Makes a field that stands at its minimum, without one empty.
    public init(from minimum: Value? = nil, to maximum: Value? = nil, step: Int? = nil) {
        self.minimum = minimum
        self.maximum = maximum
        self.step = step
        text = minimum?.fieldText ?? ""
    }

    /// The number; `nil` if there is none or it is not allowed.
    public var value: Value? {
        guard let value = Value(fieldText: text), bounds.contains(value.asDouble) else { return nil }
        guard let step else { return value }
        let steps = (value.asDouble - origin) / Double(step)
        return steps == steps.rounded() ? value : nil
    }

    /// The bounds, what is beyond, and no number; with a step also `+` and `-`.
    public var samples: [String] {
        let bounds = [minimum, maximum].compactMap { $0?.fieldText }
        let beyond = maximum.map { Value(nearest: $0.asDouble + 1).fieldText }
        return ["", "x"] + bounds + [beyond].compactMap(\.self) + (step == nil ? [] : ["+", "-"])
    }

    /// True if it has an allowed number.
    public var isValid: Bool { value != nil }

    /// Takes a text; `+` and `-` move by a step and stop at the ends.
    public mutating func set(_ text: String) {
        guard let step, text == "+" || text == "-" else { return self.text = text }
        let present = Value(fieldText: self.text)?.asDouble ?? origin
        let next = present + (text == "+" ? Double(step) : -Double(step))
        self.text = Value(nearest: min(max(next, bounds.lowerBound), bounds.upperBound)).fieldText
    }

    /// Fills the field with a number.
    public mutating func fill(_ value: Value?) { text = value?.fieldText ?? "" }

    /// `guests = 2 (1…6, step 1)`.
    public func lines(named name: String) -> [String] {
        let range = "\(minimum?.fieldText ?? "")…\(maximum?.fieldText ?? "")" + (step.map { ", step \($0)" } ?? "")
        let mark = text.isEmpty || isValid ? "" : " !"
        return ["\(name) = \(shown(text)) (\(range))\(mark)"]
    }

    private var origin: Double { minimum?.asDouble ?? 0 }
    private var bounds: ClosedRange<Double> {
        let low = minimum?.asDouble ?? -.greatestFiniteMagnitude
        return low...max(low, maximum?.asDouble ?? .greatestFiniteMagnitude)
    }
}
