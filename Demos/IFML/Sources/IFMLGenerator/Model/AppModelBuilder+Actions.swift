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

    private func isPort(_ element: Int) -> Bool { model.isA(element, "IFMLPort") }

    /// An argument has a value if each flow to the action brings one for certain.
    private func argument(_ parameter: Int, name: String, action: Int) -> AppModel.Argument {
        let type = known(facts.types[parameter] ?? .string)
        let flows = facts.flows.filter { $0.target == action }
        let hasAlways = flows.allSatisfy { flow in
            flow.bindings.contains { $0.target == parameter && isCertain($0.source) }
        }
        return AppModel.Argument(
            element: parameter, name: name, type: type, isOptional: !type.isList && (!hasAlways || flows.isEmpty))
    }

    /// Fields of a valid form, rows, objects: what a transition makes sure of.
    private func isCertain(_ source: Int) -> Bool {
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
    private func results(of sources: [Int], _ names: [Int: String]) -> [AppModel.Argument] {
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

    private func outcomes(of action: Int, _ names: [Int: String]) -> [AppModel.Outcome] {
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

    private static func variables(in body: String) -> [String] {
        body.components(after: "context.").map { String($0.prefix { $0.isLetter || $0.isNumber }) }
    }

    // MARK: Events

    /// Names the events: those of components with the component's name before, those of containers if need be.
    mutating func buildEvents() {
        let events = model.elements.indices.filter {
            facts.isEvent($0) && !isLeftOut($0) && !model.isA($0, "ActionEvent")
                && model.elements[$0].type != "SetContextEvent"
                && !(model.elements[$0].type == "JumpEvent" && model.target($0, "landingEvent") != nil)
        }
        .filter { sensedPattern($0) == nil }
        let plain = Dictionary(events.map { (lowerCamel(model.name($0) ?? ""), 1) }, uniquingKeysWith: +)
        for event in events {
            let name = model.name(event) ?? lowerCamel(model.elements[event].type)
            let owner = facts.owner(ofEvent: event)
            var full = lowerCamel(name)
            let isSystem = model.isA(event, "SystemEvent")
            let ofComponent = owner.map { facts.isComponent($0) } == true && !isSystem
            let isShared = plain[full, default: 0] > 1 && !isSystem
            if let owner, ofComponent || isShared || model.elements[owner].type == "IFMLMenu" {
                full = lowerCamel("\(model.name(owner) ?? model.elements[owner].type) \(name)")
            }
            let case_ = cases.property(full, kind: "Event")
            eventNames[event] = case_
            if isSystem || model.isA(event, "LandingEvent") || model.isA(event, "JumpEvent") {
                app.systemEvents.insert(event)
            }
            if let owner { app.ownerNames[owner] = model.name(owner) ?? "" }
            if model.isA(event, "TouchEvent") { app.gestures[event] = gesture(event) }
            if model.elements[event].type == "ViewLifecycleEvent", let owner, let name = model.name(owner) {
                app.viewEvents.append(
                    AppModel.ViewEvent(
                        name: "\(name).\(model.elements[event].attributes["eventType"] ?? "viewDidLoad")", event: case_)
                )
            }
            let isRow = owner.map { facts.isList($0) } == true && !isSystem
            app.events.append(
                AppModel.Event(
                    name: case_, modelName: name, payload: isRow ? .row : .none, owner: owner, element: event))
        }
        for (index, component) in app.components.enumerated() {
            buildSelection(index, component)
            for position in component.fields.indices {
                let name = cases.property("\(component.name) \(component.fields[position].name)", kind: "Field")
                app.components[index].fields[position].event = name
                app.events.append(
                    AppModel.Event(
                        name: name, modelName: component.fields[position].name, payload: .text,
                        owner: component.element))
            }
        }
        for container in app.containers where container.isLandmark && !container.isModal {
            app.events.append(
                AppModel.Event(
                    name: cases.property("go \(container.name)", kind: "Landmark"), modelName: container.name,
                    payload: .none, owner: container.element))
        }
        for (index, action) in app.actions.enumerated() {
            let name = cases.property("\(action.name) ended", kind: "Action")
            app.actions[index].event = name
            app.events.append(AppModel.Event(name: name, modelName: action.name, payload: .end(action: index)))
        }
        for container in app.containers where container.isModal {
            app.events.append(
                AppModel.Event(
                    name: cases.property("show \(container.name)", kind: "Modal"), modelName: container.name,
                    payload: .none, owner: container.element))
            guard container.type == "ModalMenu" else { continue }
            app.events.append(
                AppModel.Event(
                    name: cases.property("dismiss \(container.name)", kind: "Modal"), modelName: "dismiss",
                    payload: .none, owner: container.element))
        }
        buildQueries()
        app.events.append(AppModel.Event(name: "back", modelName: "back", payload: .none))
        if usesDevice {
            app.events.append(AppModel.Event(name: "device", modelName: "device", payload: .device))
            app.events.append(AppModel.Event(name: "sensed", modelName: "sensed", payload: .sensed))
        }
        if !app.variables.isEmpty {
            app.events.append(AppModel.Event(name: "context", modelName: "context", payload: .context))
        }
    }

    /// A list without a select event of its own has one that only selects; it needs it if anything reads the row.
    private mutating func buildSelection(_ index: Int, _ component: AppModel.Component) {
        guard component.kind == .list || component.kind == .annotations else { return }
        let selects = app.events.filter {
            $0.owner == component.element && $0.element.map { model.elements[$0].type == "OnSelectEvent" } == true
        }
        if selects.count == 1 {
            app.components[index].selectEvent = selects[0].name
            return
        }
        app.events.append(
            AppModel.Event(
                name: cases.property("\(component.name) select", kind: "Row"), modelName: "select", payload: .row,
                owner: component.element))
        app.components[index].selectEvent = app.events.last?.name
    }

    private func gesture(_ event: Int) -> AppModel.Gesture {
        let attributes = model.elements[event].attributes
        let kind = lowerCamel(String(model.elements[event].type.dropLast("Event".count)))
        return AppModel.Gesture(
            kind: kind, fingersCount: attributes["fingersCount"].flatMap { Int($0) },
            pressDuration: attributes["pressDuration"].flatMap { Double($0) },
            swipeDirection: attributes["swipeDirection"])
    }

    private mutating func buildQueries() {
        for index in app.components.indices {
            let component = app.components[index]
            guard ![.form, .text].contains(component.kind), key(component.object) != nil,
                let binding = facts.dataBinding(component.element)
            else { continue }
            let isFed = facts.flows.contains { flow in
                flow.bindings.contains { target in
                    switch app.storage[target.target] {
                    case .rows(index), .object(index): true
                    default: false
                    }
                }
            }
            guard !isFed else { continue }
            let name = cases.property("\(component.name) filled", kind: "Query")
            var comments = [model.elements[binding].attributes["uniformResourceIdentifier"]].compactMap(\.self)
            var arguments: [AppModel.Argument] = []
            for condition in model.children(binding, "conditionalExpression") {
                comments.append(model.elements[condition].attributes["body"] ?? "")
                guard let key = key(component.object),
                    let typed = try? facts.condition(condition, owner: component.element, object: key)
                else { continue }
                arguments += Self.parameters(typed).filter { element, _ in
                    !arguments.contains { $0.element == element } && app.storage[element] != nil
                }.map { element, type in
                    AppModel.Argument(
                        element: element, name: lowerCamel(model.name(element) ?? "value"), type: known(type),
                        isOptional: !type.isList)
                }
            }
            app.components[index].query = AppModel.Query(
                function: functions.property(model.name(binding) ?? component.name, kind: "Query"),
                arguments: arguments, event: name, comments: comments)
            app.events.append(AppModel.Event(name: name, modelName: name, payload: .answer(component: index)))
        }
    }

    /// True if the model has device events, or variables that they set.
    var usesDevice: Bool {
        model.all("SystemEvent").contains { sensedPattern($0) != nil && !isLeftOut($0) }
            || app.variables.contains { $0.device != nil }
    }

    /// The pattern of the device event that a system event waits for; nil for other events.
    func sensedPattern(_ event: Int) -> String? {
        let type = model.elements[event].type
        if type == "ApplicationLifecycleEvent" {
            return ".application(.\(model.elements[event].attributes["eventType"] ?? "appDidLaunch"))"
        }
        guard model.isA(event, "MobileSensorEvent") || model.isA(event, "MobileResourceEvent") else { return nil }
        switch type {
        case "MotionEvent": return "let kind) where kind.isMotion"
        case "MobileSensorEvent", "MobileResourceEvent": return nil
        default: return ".\(lowerCamel(String(type.dropLast("Event".count))))"
        }
    }

    private static func parameters(_ expression: TypedExpression) -> [(Int, ValueType)] {
        switch expression {
        case .parameter(let element, let type): [(element, type)]
        case .feature(let inner, _, _), .not(let inner): parameters(inner)
        case .binary(_, let one, let other): parameters(one) + parameters(other)
        case .text, .whole, .number, .flag, .nothing, .literal, .object, .variable, .swift: []
        }
    }
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
