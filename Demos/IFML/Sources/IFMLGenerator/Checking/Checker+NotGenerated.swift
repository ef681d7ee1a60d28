/// What a model may say and nothing is generated for yet. Said, so that nothing is lost in silence.
extension Checker {
    /// Classes that nothing is generated for.
    static let notGenerated = ["WebView", "GLView", "AdBannerView", "MobileMessage"]

    mutating func checkNotGenerated() {
        for element in model.elements.indices {
            let one = model.elements[element]
            if Self.notGenerated.contains(where: { model.isA(element, $0) }) {
                report(.notGenerated, element, "nothing is generated for a \(one.type)")
            } else if model.isA(element, "SystemEvent"), !model.isA(element, "MobileSystemEvent"),
                let type = one.attributes["type"], type != "time"
            {
                report(.notGenerated, element, "nothing raises a system event of the type \(type)")
            } else if model.isA(element, "Constraint"), let parent = one.parent, model.isA(parent, "Field") {
                report(.notGenerated, element, "the field \(model.path(parent)) does not heed the rule")
            } else if isSelectionOfObjects(element) {
                report(.notGenerated, element, "a selection among the objects of a class has no options")
            }
        }
    }

    /// Whether a field has one of several objects for its value, and not a slot or a literal.
    private func isSelectionOfObjects(_ field: Int) -> Bool {
        guard model.isA(field, "SelectionField"), model.elements[field].type != "RangeSelectionField",
            !facts.range(field).contains(where: { model.elements[$0].type == "IFMLSlot" })
        else { return false }
        switch facts.types[field] {
        case .object, .list(.object): return true
        default: return false
        }
    }
}
