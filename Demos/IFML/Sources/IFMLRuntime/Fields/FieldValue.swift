/// What a selection field offers: a literal, the name of a slot, or an object of the domain.
public protocol FieldOption: Sendable, Hashable, Codable {
    /// The text for people; of an object its first String.
    var optionText: String { get }
}

extension FieldOption where Self: FieldValue {
    /// The value's text.
    public var optionText: String { fieldText }
}

/// A value that is typed into a field and shown as text: texts, numbers, yes and no, days, literals of enumerations.
public protocol FieldValue: FieldOption {
    /// The value for what was typed; `nil` if it is none.
    init?(fieldText: String)
    /// The text for people, which `init(fieldText:)` reads again.
    var fieldText: String { get }
    /// What can be typed, for messages: `a whole number`.
    static var expectation: String { get }
    /// Texts of values, and one that is none if there is such.
    static var samples: [String] { get }
}

extension String: FieldValue {
    /// Any text.
    public init?(fieldText: String) { self = fieldText }
    /// The text itself.
    public var fieldText: String { self }
    /// Any text.
    public static var expectation: String { "a text" }
    /// Some texts.
    public static var samples: [String] { ["text"] }
}

extension Int: FieldValue {
    /// A whole number; `nil` for anything else.
    public init?(fieldText: String) { self.init(fieldText) }
    /// Its digits.
    public var fieldText: String { String(self) }
    /// A whole number.
    public static var expectation: String { "a whole number" }
    /// Some texts.
    public static var samples: [String] { ["1", "x"] }
}

extension Double: FieldValue {
    /// A finite number; `nil` for anything else.
    public init?(fieldText: String) {
        guard let number = Double(fieldText), number.isFinite else { return nil }
        self = number
    }
    /// The number, without a fraction if it is whole.
    public var fieldText: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
    /// A number.
    public static var expectation: String { "a number" }
    /// Some texts.
    public static var samples: [String] { ["1.5", "x"] }
}

extension Bool: FieldValue {
    /// `yes` and `no`, also `true` and `false`; `nil` for anything else.
    public init?(fieldText: String) {
        switch fieldText {
        case "yes", "true": self = true
        case "no", "false": self = false
        default: return nil
        }
    }
    /// `yes` or `no`.
    public var fieldText: String { self ? "yes" : "no" }
    /// Yes or no.
    public static var expectation: String { "yes or no" }
    /// Some texts.
    public static var samples: [String] { ["yes", "no", "x"] }
}

/// An enumeration of a domain: its literals are its texts.
public protocol FieldLiteral: FieldValue, RawRepresentable, CaseIterable where RawValue == String {}

extension FieldLiteral {
    /// The literal of this name.
    public init?(fieldText: String) { self.init(rawValue: fieldText) }
    /// The literal's name.
    public var fieldText: String { rawValue }
    /// The literals.
    public static var expectation: String { allCases.map(\.rawValue).joined(separator: ", ") }
    /// The literals.
    public static var samples: [String] { allCases.map(\.rawValue) }
}
