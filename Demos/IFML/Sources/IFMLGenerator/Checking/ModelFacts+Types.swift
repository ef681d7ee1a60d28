extension ModelFacts {
    /// The class whose objects a data binding, or the data binding of a component, holds.
    func objectType(_ element: Int) -> ValueType {
        guard let binding = model.elements[element].type == "DataBinding" ? element : dataBinding(element),
            let concept = model.target(binding, "domainConcept"),
            let key = model.domainTarget(concept, "classifier")
        else { return .unknown }
        return ValueType(model.domain.kind(key))
    }

    /// The UML attribute that a visualization attribute shows.
    func property(_ attribute: Int) -> Domain.Property? {
        guard let concept = model.target(attribute, "featureConcept"),
            let key = model.domainTarget(concept, "structuralFeature")
        else { return nil }
        return model.domain.attribute(key)?.attribute
    }

    func type(_ property: Domain.Property) -> ValueType {
        let one = ValueType(model.domain.kind(property.type))
        return property.isMany ? .list(one.element) : one
    }

    mutating func findTypes() {
        for element in model.elements.indices where model.isA(element, "BindingEnd") {
            if model.isA(element, "VisualizationAttribute") {
                types[element] = property(element).map(type) ?? .unknown
            } else if model.isA(element, "IFMLParameter") {
                types[element] = ownType(element)
            }
        }
    }

    func ownType(_ element: Int) -> ValueType {
        let key = model.domainTarget(element, "type")
        var type = ValueType(model.domain.kind(key))
        if model.elements[element].type == "RangeSelectionField", type == .unknown {
            let values = ["minValue", "maxValue", "stepValue"].compactMap {
                model.elements[element].attributes[$0].flatMap { Double($0) }
            }
            type = values.allSatisfy { $0 == $0.rounded() } ? .int : .double
        }
        if model.isA(element, "Field") {
            let isMany =
                model.flag(element, "isMultiSelection") && model.elements[element].type != "RangeSelectionField"
            return isMany ? .list(type.element == .unknown ? .string : type.element) : type == .unknown ? .string : type
        }
        if let component = component(element), model.elements[element].parent == component,
            let binding = dataBinding(component), let name = model.name(element), name == model.name(binding)
        {
            let object = objectType(component)
            let one = type.element == .unknown ? object : type.element
            return isList(component) ? .list(one) : one
        }
        return type
    }

    /// A parameter takes from those it is bound to what it does not know itself: its type, and that it is several.
    mutating func propagateTypes() {
        for _ in 0..<8 {
            var isChanged = false
            for flow in flows {
                for binding in flow.bindings where binding.sourceOrigin != .selectedRow {
                    let isRow = meansRow(flow, binding)
                    for (one, other) in [(binding.source, binding.target), (binding.target, binding.source)] {
                        guard let known = types[one], var mine = types[other] else { continue }
                        let mayChange = model.isA(other, "IFMLParameter") && !model.isA(other, "Field")
                        guard mayChange else { continue }
                        if mine.element == .unknown, known.element != .unknown {
                            mine = mine.isList ? .list(known.element) : known.element
                        }
                        if known.isList, !mine.isList, !isRow, !isSingle(other), mine.fits(known.element) {
                            mine = .list(mine)
                        }
                        if mine != types[other] {
                            types[other] = mine
                            isChanged = true
                        }
                    }
                }
            }
            if !isChanged { break }
        }
        for (element, type) in types where type.element == .unknown {
            guard model.isA(element, "IFMLParameter") else { continue }
            types[element] = type.isList ? .list(.string) : .string
        }
    }

    /// True for a parameter of details that is named as their data binding: one object.
    func isSingle(_ parameter: Int) -> Bool {
        guard let component = component(parameter), !isList(component), let binding = dataBinding(component)
        else { return false }
        return model.name(binding) == model.name(parameter)
    }

    /// R6: bound by a list's event, the list's collection means the selected row where one value is wanted.
    func meansRow(_ flow: Flow, _ binding: Binding) -> Bool {
        guard isEvent(flow.source) || isList(flow.source),
            let list = isList(flow.source) ? flow.source : owner(ofEvent: flow.source), isList(list),
            component(binding.source) == list, let source = types[binding.source], let target = types[binding.target]
        else { return false }
        if binding.sourceOrigin == .selectedRow { return true }
        return source.isList && !target.isList
    }
}
