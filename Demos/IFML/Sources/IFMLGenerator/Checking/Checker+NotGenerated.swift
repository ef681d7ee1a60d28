/// What a model may say and nothing is generated for yet. Said, so that nothing is lost in silence.
extension Checker {
    mutating func checkNotGenerated() {
        for element in model.elements.indices {
            let one = model.elements[element]
            if model.isA(element, "SystemEvent"), !model.isA(element, "MobileSystemEvent"),
                let type = one.attributes["type"], type != "time"
            {
                report(.notGenerated, element, "nothing raises a system event of the type \(type)")
            } else if model.isA(element, "Constraint"), let parent = one.parent, model.isA(parent, "Field"),
                let typed = try? facts.condition(element, owner: facts.component(parent)), !facts.isOfFields(typed)
            {
                report(
                    .notGenerated, element,
                    "the field \(model.path(parent)) heeds only rules that speak of single fields of its form")
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
