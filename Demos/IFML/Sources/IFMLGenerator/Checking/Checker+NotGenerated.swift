/// What a model may say and nothing is generated for. Said, so that nothing is lost in silence.
extension Checker {
    mutating func checkNotGenerated() {
        for element in model.elements.indices {
            if model.isA(element, "SystemEvent"), !model.isA(element, "MobileSystemEvent") {
                checkFiring(element)
            } else if model.isA(element, "Constraint"), let parent = model.elements[element].parent,
                model.isA(parent, "Field"),
                let typed = try? facts.condition(element, owner: facts.component(parent)), !facts.isOfFields(typed)
            {
                report(
                    .notGenerated, element,
                    "the field \(model.path(parent)) heeds only rules that speak of single fields of its form")
            }
        }
    }

    /// A condition and an action's end have to be given by an expression; without one nothing fires the event.
    private mutating func checkFiring(_ event: Int) {
        guard model.children(event, "triggeringExpressions").isEmpty else { return }
        switch model.elements[event].attributes["type"] {
        case "specialCondition": report(.notGenerated, event, "no expression says which condition fires it")
        case "actionCompletion": report(.notGenerated, event, "no expression names the action whose end fires it")
        default: break
        }
    }
}

extension ModelFacts {
    /// True for a field whose values are objects of the domain, and not slots or literals.
    func isSelectionOfObjects(_ field: Int) -> Bool {
        guard model.isA(field, "SelectionField"), model.elements[field].type != "RangeSelectionField",
            !range(field).contains(where: { model.elements[$0].type == "IFMLSlot" })
        else { return false }
        switch types[field] {
        case .object, .list(.object): return true
        default: return false
        }
    }
}
