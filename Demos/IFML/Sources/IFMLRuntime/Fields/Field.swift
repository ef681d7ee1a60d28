/// A field for a value that is typed.
///
///     var year = Field<Int>()
///     year.set("soon")  // kept as it is, `year = soon !`; the value is nil
public struct Field<Value: FieldValue>: FormField {
    /// What was typed.
    public private(set) var text: String
    /// True if an empty field bars the submit.
    public let isRequired: Bool
    /// True if the text may have several lines.
    public let hasLines: Bool

    /// Makes a field.
    /// - Parameters:
    ///   - value: what stands in it at first.
    ///   - isRequired: whether it has to be filled.
    ///   - hasLines: whether its text may have several lines.
    public init(_ value: Value? = nil, isRequired: Bool = true, hasLines: Bool = false) {
        text = value?.fieldText ?? ""
        self.isRequired = isRequired
        self.hasLines = hasLines
    }

    /// The value; `nil` if the field is empty or what was typed is none.
    public var value: Value? { text.isEmpty ? nil : Value(fieldText: text) }

    /// True if it has a value, or is empty and need not have one.
    public var isValid: Bool { text.isEmpty ? !isRequired : value != nil }

    /// Empty, and what the type has.
    public var samples: [String] { [""] + Value.samples }

    /// Takes any text.
    public mutating func set(_ text: String) { self.text = text }

    /// Fills the field with a value.
    public mutating func fill(_ value: Value?) { text = value?.fieldText ?? "" }

    /// `year = 1985`; further lines of the text behind `    | `.
    public func lines(named name: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let mark = text.isEmpty || isValid ? "" : " !"
        return ["\(name) = \(shown(lines.first.map(String.init) ?? ""))\(mark)"] + lines.dropFirst().map { "  | \($0)" }
    }
}
