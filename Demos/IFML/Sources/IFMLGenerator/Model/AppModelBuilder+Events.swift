extension AppModelBuilder {
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
            let values = facts.isOnLeaving(event) ? leavingValues(event) : []
            app.events.append(
                AppModel.Event(
                    name: case_, modelName: name, payload: isRow ? .row : values.isEmpty ? .none : .values(values),
                    owner: owner, element: event))
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
    mutating func buildSelection(_ index: Int, _ component: AppModel.Component) {
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

    /// The fields that an event's flows read, whose form is gone when it is handled.
    private func leavingValues(_ event: Int) -> [AppModel.Argument] {
        var names = NameRegistry(reserved: ["init", "self", "Type"])
        var result: [AppModel.Argument] = []
        for source in facts.flows(from: event).flatMap(\.bindings).map(\.source) {
            guard case .field = app.storage[source], !result.contains(where: { $0.element == source }) else { continue }
            let type = known(facts.types[source] ?? .string)
            result.append(
                AppModel.Argument(
                    element: source, name: names.property(model.name(source), kind: "value"), type: type,
                    isOptional: !type.isList))
        }
        return result
    }

    func gesture(_ event: Int) -> AppModel.Gesture {
        let attributes = model.elements[event].attributes
        let kind = lowerCamel(String(model.elements[event].type.dropLast("Event".count)))
        return AppModel.Gesture(
            kind: kind, fingersCount: attributes["fingersCount"].flatMap { Int($0) },
            pressDuration: attributes["pressDuration"].flatMap { Double($0) },
            swipeDirection: attributes["swipeDirection"])
    }

    mutating func buildQueries() {
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
            let answer = component.kind == .details ? component.object : .list(component.object)
            app.components[index].query = AppModel.Query(
                function: functions.property(model.name(binding) ?? component.name, kind: "Query"),
                arguments: arguments, event: name, comments: comments,
                subject: "What `\(SwiftText.plain(component.name))` shows.", answer: answer)
            app.events.append(AppModel.Event(name: name, modelName: name, payload: .answer(answer)))
        }
        buildOptions()
    }

    /// Selections among the objects of a class ask the store for them.
    private mutating func buildOptions() {
        for (index, component) in app.components.enumerated() {
            for (position, field) in component.fields.enumerated() {
                guard case .selection([], _, _) = field.kind, key(field.type) != nil else { continue }
                let name = cases.property("\(component.name) \(field.name) offered", kind: "Query")
                let title = SwiftText.plain("\(component.name).\(field.name)")
                app.components[index].fields[position].query = AppModel.Query(
                    function: functions.property("\(field.name) options", kind: "Query"), arguments: [], event: name,
                    comments: [], subject: "What `\(title)` offers.", answer: .list(field.type))
                app.events.append(AppModel.Event(name: name, modelName: name, payload: .answer(.list(field.type))))
            }
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

    static func parameters(_ expression: TypedExpression) -> [(Int, ValueType)] {
        switch expression {
        case .parameter(let element, let type): [(element, type)]
        case .feature(let inner, _, _), .not(let inner): parameters(inner)
        case .binary(_, let one, let other): parameters(one) + parameters(other)
        case .text, .whole, .number, .flag, .nothing, .literal, .object, .variable, .swift: []
        }
    }
}
