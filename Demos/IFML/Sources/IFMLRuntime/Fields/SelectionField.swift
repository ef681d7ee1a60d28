/// A field that offers options, of which one or several are chosen.
///
///     var room = SelectionField(["single", "double", "suite"])  // room = - ▾
public struct SelectionField<Option: FieldOption>: FormField {
    /// What can be chosen, in the model's order.
    public private(set) var choices: [Option]
    /// The chosen options, in the order of the choices.
    public private(set) var values: [Option] = []
    /// What was to be chosen before it was offered.
    private var awaited: [Option] = []
    /// True if several can be chosen.
    public let isMultiple: Bool
    /// True if all options are shown at once.
    public let isExpanded: Bool
    /// True if a field without a choice bars the submit.
    public let isRequired: Bool

    /// Makes a field in which nothing is chosen.
    /// - Parameters:
    ///   - choices: the options, in the order in which they are shown.
    ///   - isMultiple: whether several can be chosen.
    ///   - isExpanded: whether all options are shown at once.
    ///   - isRequired: whether something has to be chosen.
    public init(_ choices: [Option], isMultiple: Bool = false, isExpanded: Bool = false, isRequired: Bool = true) {
        self.choices = choices
        self.isMultiple = isMultiple
        self.isExpanded = isExpanded
        self.isRequired = isRequired
    }

    /// The first that is chosen.
    public var value: Option? { values.first }
    /// The texts of all options.
    public var options: [String] { choices.map(\.optionText) }
    /// The texts of all options.
    public var samples: [String] { options }
    /// True if something is chosen, or nothing need be.
    public var isValid: Bool { !isRequired || !values.isEmpty }

    /// Chooses the option of this text; with multiple selection takes it back if it is chosen.
    public mutating func set(_ text: String) {
        guard let option = choices.first(where: { $0.optionText == text }) else { return }
        awaited = []
        fill(isMultiple ? values.contains(option) ? values.filter { $0 != option } : values + [option] : [option])
    }

    /// Offers other options, such as what a query has brought. What is not among them any more is not chosen either.
    public mutating func offer(_ choices: [Option]) {
        self.choices = choices
        let wanted = awaited
        fill(values + wanted)
        if !choices.isEmpty { awaited = [] }
    }

    /// Chooses these; those that are not offered, once they are.
    public mutating func fill(_ values: [Option]) {
        self.values = choices.filter(values.contains)
        awaited = values.filter { !choices.contains($0) }
    }

    /// `room = double ▾`, or all options: `board = (x) none ( ) full`, `labels = [x] work [ ] home`.
    public func lines(named name: String) -> [String] {
        if !isExpanded { return ["\(name) = \(shown(values.map(\.optionText).joined(separator: ", "))) ▾"] }
        let boxes = choices.map { option in
            let mark = values.contains(option) ? "x" : " "
            return (isMultiple ? "[\(mark)] " : "(\(mark)) ") + option.optionText
        }
        return ["\(name) = \(boxes.joined(separator: " "))"]
    }
}
