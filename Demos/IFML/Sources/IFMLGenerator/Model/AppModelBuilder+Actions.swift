extension AppModelBuilder {
    mutating func buildActions() {
        let actions = model.all("IFMLAction").filter { !isLeftOut($0) && !isPort($0) }
        for element in actions {
            let name = model.name(element) ?? "action"
            let behavior = model.target(element, "dynamicBehavior").flatMap {
                model.target($0, "behavioralFeatureConcept")
            }
            let function = functions.property(behavior.flatMap { model.name($0) } ?? name, kind: "Action")
            let typeName = types.type(name, kind: "Action")
            let index = app.actions.count
            actionIndex[element] = index
            var labels = NameRegistry(reserved: ["init", "self", "Type"])
            let parameters = facts.parameters(element).map {
                ($0, labels.property(model.name($0) ?? "value", kind: "value"))
            }
            let names = Dictionary(parameters) { first, _ in first }
            let arguments = parameters.filter { model.elements[$0.0].attributes["direction"] != "out" }
                .map { argument($0.0, name: $0.1, action: element) }
            app.actions.append(
                AppModel.Action(
                    element: element, name: name, function: function, typeName: typeName,
                    property: data.property(name, kind: "Action"), arguments: arguments,
                    results: results(of: [element], names),
                    outcomes: outcomes(of: element, names),
                    outcomeTypeName: types.unique(typeName + "Outcome"), event: ""))
            for argument in arguments { app.storage[argument.element] = .argument(action: index, argument.name) }
        }
    }

    func isPort(_ element: Int) -> Bool { model.isA(element, "IFMLPort") }

    /// An argument has a value if each flow to the action brings one for certain.
    func argument(_ parameter: Int, name: String, action: Int) -> AppModel.Argument {
        let type = known(facts.types[parameter] ?? .string)
        let flows = facts.flows.filter { $0.target == action }
        let hasAlways = flows.allSatisfy { flow in
            flow.bindings.contains { $0.target == parameter && isCertain($0.source) }
        }
        return AppModel.Argument(
            element: parameter, name: name, type: type, isOptional: !type.isList && (!hasAlways || flows.isEmpty))
    }

    /// Fields of a valid form, rows, objects: what a transition makes sure of.
    func isCertain(_ source: Int) -> Bool {
        switch app.storage[source] {
        case .rows, .selection, .object: true
        case .field(let component, let property):
            app.components[component].fields.first { $0.property == property }?.isRequired == true
        case .attribute(let component, let property):
            self.property(property, of: app.components[component].object)?.isOptional == false
        case .data(_, let type): type.isList || key(type) != nil
        case .argument, .variable, nil: false
        }
    }

    /// The parameters that the flows' bindings read.
    func results(of sources: [Int], _ names: [Int: String]) -> [AppModel.Argument] {
        var result: [AppModel.Argument] = []
        for flow in sources.flatMap({ facts.flows(from: $0) }) {
            for binding in flow.bindings {
                guard let name = names[binding.source], !result.contains(where: { $0.element == binding.source }) else {
                    continue
                }
                result.append(
                    AppModel.Argument(
                        element: binding.source, name: name, type: known(facts.types[binding.source] ?? .string),
                        isOptional: false))
            }
        }
        return result
    }

    func outcomes(of action: Int, _ names: [Int: String]) -> [AppModel.Outcome] {
        let events = model.children(action, "actionEvents")
        guard !events.isEmpty else { return [] }
        var cases = NameRegistry(reserved: ["init", "self"])
        var result = events.map {
            AppModel.Outcome(
                name: model.name($0) ?? "event", property: cases.property(model.name($0), kind: "event"),
                results: results(of: [$0], names))
        }
        if !facts.flows(from: action).isEmpty {
            result.append(
                AppModel.Outcome(
                    name: "ended", property: cases.unique("ended", kind: "event"),
                    results: results(of: [action], names)
                ))
        }
        return result
    }

    // MARK: Variables

    /// Variables that are declared, and those that expressions or events name.
    mutating func buildVariables() {
        var used: Set<String> = Set(facts.variables.keys)
        for element in model.elements.indices {
            guard let body = model.elements[element].attributes["body"] else { continue }
            for name in Self.variables(in: body) where ContextVariable.known[name] != nil { used.insert(name) }
        }
        for event in model.all("SetContextEvent") {
            for parameter in facts.parameters(event) { used.insert(lowerCamel(model.name(parameter) ?? "")) }
        }
        for viewpoint in app.viewpoints { used.formUnion(Self.variables(viewpoint.condition)) }
        for name in used.sorted() {
            guard var variable = facts.variables[name] ?? ContextVariable.known[name] else { continue }
            variable.type = known(variable.type)
            app.variables.append(variable)
        }
    }

    static func variables(in body: String) -> [String] {
        body.components(after: "context.").map { String($0.prefix { $0.isLetter || $0.isNumber }) }
    }

    // MARK: Events
}

extension String {
    /// What follows each occurrence of a text.
    func components(after text: String) -> [Substring] {
        var result: [Substring] = []
        var rest = self[...]
        while let range = rest.firstRange(of: text) {
            rest = rest[range.upperBound...]
            result.append(rest)
        }
        return result
    }
}
