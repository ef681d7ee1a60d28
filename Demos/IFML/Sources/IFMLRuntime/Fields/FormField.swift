/// A field of a form: what was typed or chosen, and whether that will do.
public protocol FormField: Sendable, Hashable, Codable {
    /// True if a form with it can be submitted.
    var isValid: Bool { get }
    /// The texts that `set` takes; empty if it takes any.
    var options: [String] { get }
    /// Texts that show what the field can be: empty, a value, what is none, each option, ends of a range.
    var samples: [String] { get }
    /// True if the text may have several lines.
    var hasLines: Bool { get }
    /// The lines that show it, without indentation: `year = soon !`.
    func lines(named name: String) -> [String]
    /// Takes what was typed, or the option of this text; what it does not take changes nothing.
    mutating func set(_ text: String)
}

extension FormField {
    /// None: it takes any text.
    public var options: [String] { [] }
    /// One line only.
    public var hasLines: Bool { false }
    /// True if `set` takes the text, valid or not.
    public func takes(_ text: String) -> Bool { options.isEmpty || options.contains(text) }
    /// The text, `-` for none.
    func shown(_ text: String) -> String { text.isEmpty ? "-" : text }
}

/// The fields of a form, as a value with a property for each.
public protocol FormFields: Sendable, Hashable, Codable {
    /// All fields in the model's order, by their names.
    var fields: [(name: String, field: any FormField)] { get }
    /// The rules of the model that are broken, by the names of their fields.
    var brokenRules: [String: String] { get }
}

extension FormFields {
    /// None.
    public var brokenRules: [String: String] { [:] }
    /// True if the form can be submitted: all fields are valid, and no rule is broken.
    public var isValid: Bool { fields.allSatisfy(\.field.isValid) && brokenRules.isEmpty }
    /// The lines of all fields; behind a value that breaks a rule, the rule.
    var lines: [String] {
        let broken = brokenRules
        return fields.flatMap { name, field in
            var lines = field.lines(named: name)
            if field.isValid, let rule = broken[name] { lines[0] += " (\(rule)) !" }
            return lines
        }
    }
}
