extension AppModelBuilder {
    mutating func buildComponents() {
        var forms: [Int: NameRegistry] = [:]
        for element in model.elements.indices where !isLeftOut(element) {
            if let index = containerIndex[element], app.containers[index].type == "WebView" { addPage(index) }
            guard facts.isComponent(element) else { continue }
            guard let container = container(element) else { continue }
            let type = model.elements[element].type
            let kind: AppModel.Component.Kind
            switch type {
            case "List": kind = .list
            case "MapAnnotation": kind = .annotations
            case "MapOverlay": kind = .overlays
            case "Details": kind = .details
            case "Form", "SearchView": kind = .form
            default: kind = facts.dataBinding(element) == nil ? .text : .details
            }
            let name = model.name(element) ?? lowerCamel(type)
            var property: String
            var typeName = ""
            if kind == .form {
                var names = forms[container] ?? NameRegistry(reserved: NameRegistry.members)
                property = names.property(name, kind: "Form")
                forms[container] = names
                typeName = types.type(name, kind: "Form")
            } else {
                property = data.property(name, kind: Self.kind(type))
            }
            componentIndex[element] = app.components.count
            app.containers[container].components.append(app.components.count)
            app.components.append(
                AppModel.Component(
                    element: element, name: name, kind: kind, container: container, property: property,
                    typeName: typeName, object: facts.objectType(element)))
        }
        for index in app.components.indices { fill(index) }
    }

    /// A page of the web is a container, and what it shows one component.
    private mutating func addPage(_ index: Int) {
        let container = app.containers[index]
        let address = facts.parameters(container.element).first { model.name($0) == "url" }
        app.containers[index].components.append(app.components.count)
        app.components.append(
            AppModel.Component(
                element: container.element, name: container.name, kind: .text, container: index, property: "",
                typeName: "", object: .unknown, text: .web(address: address)))
    }

    private mutating func fill(_ index: Int) {
        switch model.elements[app.components[index].element].type {
        case "WebView": return
        case "GLView": app.components[index].text = .drawing
        case "AdBannerView": app.components[index].text = .advertisement
        default: break
        }
        let component = app.components[index]
        var object = component.object
        if structureIndex[key(object) ?? ""] == nil { object = objectFromParameters(component) }
        app.components[index].object = object
        for attribute in facts.attributes(component.element) {
            let name = model.name(attribute) ?? ""
            let concept = facts.property(attribute)?.name ?? name
            guard let property = property(concept, of: object) else { continue }
            app.components[index].attributes.append(
                AppModel.Attribute(
                    name: name.isEmpty ? property.name : name, property: property.property,
                    isImage: model.elements[attribute].type == "ImageAttribute", type: property.type))
        }
        app.components[index].lines = lines(component.element)
        guard component.kind == .form else { return }
        var names = NameRegistry(reserved: ["fields", "isValid", "init", "self", "hashValue", "Type"])
        for field in facts.fields(component.element) {
            app.components[index].fields.append(
                self.field(field, property: names.property(model.name(field), kind: "field")))
        }
        if app.components[index].fields.isEmpty, model.elements[component.element].type == "SearchView" {
            app.components[index].fields.append(
                AppModel.Field(
                    element: component.element, name: "query", property: "query", type: .string,
                    kind: .typed(hasLines: false), isRequired: true, event: ""))
        }
    }

    func key(_ type: ValueType) -> String? {
        if case .object(let key) = type { key } else { nil }
    }

    /// Without a concept the class of the component's parameters counts.
    private func objectFromParameters(_ component: AppModel.Component) -> ValueType {
        for parameter in facts.parameters(component.element) {
            let type = facts.types[parameter]?.element ?? .unknown
            if let key = key(type), structureIndex[key] != nil { return type }
        }
        return .unknown
    }

    private func lines(_ component: Int) -> [String] {
        facts.range(component).filter {
            model.elements[$0].type == "ConditionalExpression" && facts.component($0) == component
                && model.elements[model.elements[$0].parent ?? 0].type != "DataBinding"
        }.compactMap { model.elements[$0].attributes["body"] }
    }

    private func field(_ element: Int, property: String) -> AppModel.Field {
        let attributes = model.elements[element].attributes
        let type = facts.types[element] ?? .string
        let kind: AppModel.Field.Kind
        switch model.elements[element].type {
        case "RangeSelectionField":
            kind = .range(
                from: attributes["minValue"].flatMap { Double($0) }, to: attributes["maxValue"].flatMap { Double($0) },
                step: attributes["stepValue"].flatMap { Double($0) }.flatMap { Int(exactly: $0) })
        case "SelectionField", "ExpandedSelectionField":
            kind = .selection(
                options: options(element, type.element), isMultiple: model.flag(element, "isMultiSelection"),
                isExpanded: model.elements[element].type == "ExpandedSelectionField")
        case "MultilineField": kind = .typed(hasLines: true)
        default: kind = .typed(hasLines: false)
        }
        let form = facts.component(element)
        let filling = form.flatMap { filler(of: $0) }.flatMap {
            self.property(model.name(element) ?? "", of: facts.types[$0] ?? .unknown)
        }
        var one = type.element
        if key(one) != nil, !facts.isSelectionOfObjects(element) || structureIndex[key(one) ?? ""] == nil {
            one = .string
        }
        return AppModel.Field(
            element: element, name: model.name(element) ?? property, property: property, type: one, kind: kind,
            isRequired: filling?.isOptional != true,
            filledBy: filling.flatMap { $0.type.fits(one) ? $0.property : nil },
            event: "", rules: facts.rules(element).map { AppModel.Rule(text: $0.text, condition: $0.condition) })
    }

    /// Slots, else the literals of the enumeration.
    private func options(_ field: Int, _ type: ValueType) -> [String] {
        let slots = facts.range(field).filter { model.elements[$0].type == "IFMLSlot" }.compactMap { model.name($0) }
        if case .enumeration(let key) = type, let literals = model.domain.enumeration(key)?.literals {
            let named = slots.filter(literals.contains)
            return named.isEmpty ? literals : named
        }
        return slots
    }

    /// The parameter of a form whose object fills its fields.
    func filler(of form: Int) -> Int? {
        facts.parameters(form).first { parameter in
            guard let type = facts.types[parameter], let key = key(type), structureIndex[key] != nil else {
                return false
            }
            // A form that asks for other things as well is no picture of the object.
            let fields = facts.fields(form)
            return !fields.isEmpty && fields.allSatisfy { property(model.name($0) ?? "", of: type) != nil }
        }
    }

    // MARK: Storage

    /// Where each parameter, field and part is kept.
    mutating func buildStorage() {
        for index in app.components.indices {
            let component = app.components[index]
            for attribute in facts.attributes(component.element) {
                let concept = facts.property(attribute)?.name ?? model.name(attribute) ?? ""
                if let property = property(concept, of: component.object) {
                    app.storage[attribute] = .attribute(component: index, property: property.property)
                }
            }
            for field in component.fields {
                app.storage[field.element] = .field(component: index, property: field.property)
            }
            for parameter in facts.range(component.element)
            where model.isA(parameter, "IFMLParameter") && app.storage[parameter] == nil
                && !model.isA(parameter, "IFMLSlot")
            {
                app.storage[parameter] = storage(parameter, component: index)
            }
            if component.kind == .form { app.components[index].filledFrom = filler(of: component.element) }
        }
        bindFields()
        for port in model.all("PortDefinition") where !isLeftOut(port) {
            for parameter in facts.parameters(port) {
                let name = data.property(
                    "\(model.name(port) ?? "port") \(model.name(parameter) ?? "")", kind: "Parameter")
                app.storage[parameter] = .data(name, known(facts.types[parameter] ?? .string))
            }
        }
        for container in app.containers {
            for parameter in facts.parameters(container.element) {
                let name = data.property("\(container.name) \(model.name(parameter) ?? "")", kind: "Parameter")
                app.storage[parameter] = .data(name, facts.types[parameter] ?? .string)
            }
        }
    }

    /// R5: a value bound to a field is kept in the data until the form is entered.
    private mutating func bindFields() {
        for binding in facts.flows.flatMap(\.bindings) {
            guard case .field(let component, let property) = app.storage[binding.target],
                let position = app.components[component].fields.firstIndex(where: { $0.property == property }),
                app.components[component].fields[position].boundFrom == nil
            else { continue }
            app.components[component].fields[position].boundFrom = data.property(
                "\(app.components[component].name) \(property)", kind: "Field")
        }
    }

    /// Where a binding to a parameter or field puts its value.
    func targetStorage(_ element: Int) -> AppModel.Storage? {
        guard case .field(let component, let property) = app.storage[element] else { return app.storage[element] }
        guard let field = app.components[component].fields.first(where: { $0.property == property }),
            let name = field.boundFrom
        else { return nil }
        return .data(name, facts.types[element].map(known) ?? .string)
    }

    private mutating func storage(_ parameter: Int, component index: Int) -> AppModel.Storage {
        let component = app.components[index]
        let type = facts.types[parameter] ?? .string
        let isContent = type.element == component.object && component.object != .unknown
        switch component.kind {
        case .list, .annotations, .overlays:
            if isContent { return type.isList ? .rows(index) : .selection(index) }
        case .details:
            if isContent, !type.isList { return .object(index) }
        case .form, .text: break
        }
        let name = data.property("\(component.name) \(model.name(parameter) ?? "")", kind: "Parameter")
        return .data(name, known(type))
    }

    /// A type that the generated code has: classes that are not generated are texts.
    func known(_ type: ValueType) -> ValueType {
        switch type {
        case .list(let element): .list(known(element))
        case .object(let key): structureIndex[key] == nil ? .string : type
        case .unknown, .nothing: .string
        case .image: .string
        default: type
        }
    }

    /// What the data flows that leave a component hand on, and the variables that follow it.
    mutating func buildHandingOn() {
        for index in app.components.indices {
            for variable in app.variables {
                guard let binding = variable.binding, facts.component(binding) == app.components[index].element else {
                    continue
                }
                let isDetails = app.components[index].kind == .details
                app.components[index].handsOn.append(
                    .assign(to: .variable(variable.name), from: .stored(isDetails ? .object(index) : .selection(index)))
                )
            }
            for flow in facts.flows(from: app.components[index].element) where flow.isData {
                for binding in flow.bindings {
                    guard let target = targetStorage(binding.target), let source = app.storage[binding.source] else {
                        continue
                    }
                    let value: AppModel.Value
                    if case .rows(let list) = source, !isCollection(target) {
                        value = .stored(.selection(list))
                    } else {
                        value = .stored(source)
                    }
                    app.components[index].handsOn.append(.assign(to: target, from: value))
                }
            }
        }
    }

    func isCollection(_ storage: AppModel.Storage) -> Bool {
        switch storage {
        case .rows: true
        case .data(_, let type): type.isList
        case .argument(let action, let name):
            app.actions[action].arguments.first { $0.name == name }?.type.isList == true
        case .selection, .object, .field, .attribute, .variable: false
        }
    }
}
