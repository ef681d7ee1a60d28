extension SwiftWriter {
    func screens() -> String {
        var text = SwiftText()
        text.line("import IFMLRuntime")
        text.line("import Statecharts")
        for component in app.components where component.kind == .form {
            text.blank()
            fields(component, &text)
        }
        for container in app.containers {
            text.blank()
            screen(container, &text)
        }
        text.blank()
        applicationScreen(&text)
        text.blank()
        text.block("extension \(app.typeName)") { text in
            text.comment("The present screen.")
            text.block("var screen: \(app.typeName)Screen") { screen(&$0) }
        }
        return text.text
    }

    // MARK: Forms

    private func fields(_ component: AppModel.Component, _ text: inout SwiftText) {
        text.comment("The fields of `\(SwiftText.plain(component.name))`.")
        let arguments = formArguments(component)
        text.block("struct \(component.typeName): FormFields") { text in
            for field in component.fields {
                let (type, value) = declaration(field)
                text.line("var \(code(field.property)) = \(value ?? type + "()")")
            }
            let pairs = component.fields.map { "(\(SwiftText.literal($0.name)), \(code($0.property)))" }
            let one = "var fields: [(name: String, field: any FormField)] { [\(pairs.joined(separator: ", "))] }"
            if text.fits(one) {
                text.line(one)
            } else {
                text.block("var fields: [(name: String, field: any FormField)]") { $0.array("", pairs) }
            }
            guard !arguments.isEmpty else { return }
            text.blank()
            text.line("init() {}")
            text.blank()
            text.comment("With what was bound to it.")
            let parameters = arguments.map {
                $0.label.isEmpty ? "_ object: \($0.type)" : "\(code(String($0.label.dropLast(2)))): \($0.type)"
            }
            text.block("init(\(parameters.joined(separator: ", ")))") { text in
                for field in component.fields {
                    if field.boundFrom != nil {
                        fill(field, "\(code(field.property))", &text)
                    } else if let property = field.filledBy, arguments.contains(where: { $0.label.isEmpty }) {
                        fill(field, "object?.\(property)", &text)
                    }
                }
            }
        }
    }

    private func fill(_ field: AppModel.Field, _ value: String, _ text: inout SwiftText) {
        switch field.kind {
        case .selection(_, let isMultiple, _):
            let values = isMultiple ? value : "[\(value)].compactMap(\\.self)"
            text.line("self.\(field.property).fill(\(values))")
        case .typed, .range: text.line("self.\(field.property).fill(\(value))")
        }
    }

    /// The field's type, and its first value if the type's own does not do.
    private func declaration(_ field: AppModel.Field) -> (String, String?) {
        let type = type(field.type)
        switch field.kind {
        case .typed(let hasLines):
            var arguments: [String] = []
            if !field.isRequired { arguments.append("isRequired: false") }
            if hasLines { arguments.append("hasLines: true") }
            return ("Field<\(type)>", "Field<\(type)>(\(arguments.joined(separator: ", ")))")
        case .selection(let options, let isMultiple, let isExpanded):
            var arguments = ["[\(options.map { option($0, field.type) }.joined(separator: ", "))]"]
            if isMultiple { arguments.append("isMultiple: true") }
            if isExpanded { arguments.append("isExpanded: true") }
            if !field.isRequired || isMultiple { arguments.append("isRequired: \(isMultiple && field.isRequired)") }
            return ("SelectionField<\(type)>", "SelectionField<\(type)>(\(arguments.joined(separator: ", ")))")
        case .range(let least, let most, let step):
            var arguments: [String] = []
            if let least { arguments.append("from: \(number(least, field.type))") }
            if let most { arguments.append("to: \(number(most, field.type))") }
            if let step { arguments.append("step: \(step)") }
            let number = field.type == .int ? "Int" : "Double"
            return ("RangeField<\(number)>", "RangeField<\(number)>(\(arguments.joined(separator: ", ")))")
        }
    }

    private func option(_ name: String, _ type: ValueType) -> String {
        if case .enumeration(let key) = type, let one = app.enumerations.first(where: { $0.key == key }) {
            return ".\(one.literals.first { $0.name == name }?.property ?? name)"
        }
        return SwiftText.literal(name)
    }

    private func number(_ number: Double, _ type: ValueType) -> String {
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    }

    // MARK: Containers

    private func screen(_ container: AppModel.Container, _ text: inout SwiftText) {
        text.comment("What `\(SwiftText.plain(container.name))` shows.")
        var names = NameRegistry(reserved: ["components", "self", "init"])
        let components = container.components.map {
            (names.property(app.components[$0].name, kind: "View"), app.components[$0])
        }
        text.block("struct \(container.screenTypeName): ContainerScreen") { text in
            for (name, component) in components {
                text.line("var \(code(name)): \(view(component))\(component.locks.isEmpty ? "" : "?")")
            }
            text.array("var components: [(any ComponentView)?] { ", components.map { code($0.0) }, " }")
        }
    }

    private func view(_ component: AppModel.Component) -> String {
        switch component.kind {
        case .list, .annotations, .overlays: "ListView<\(type(component.object))>"
        case .details: "DetailsView<\(type(component.object))>"
        case .form: "FormView<\(component.typeName)>"
        case .text: "TextView"
        }
    }

    private func applicationScreen(_ text: inout SwiftText) {
        text.comment("What the application shows: the containers that are active.")
        text.block("struct \(app.typeName)Screen: ApplicationScreen") { text in
            for container in app.containers {
                text.line("var \(code(container.screenProperty)): \(container.screenTypeName)?")
            }
            text.line("var frame = ScreenFrame<\(app.typeName).Event>()")
            text.blank()
            text.block("var containers: [ContainerView]") { text in
                let views = app.containers.map {
                    "ContainerView(\(SwiftText.literal($0.name)), \(code($0.screenProperty))\($0.isModal ? ", isModal: true" : "")\(position($0)))"
                }
                text.array("", views, ".compactMap(\\.self)")
            }
        }
    }

    /// Where a container stands among the components of the one around it, if some of them come after it.
    private func position(_ container: AppModel.Container) -> String {
        guard let parent = container.parent, !container.isModal else { return "" }
        let before = app.containers[parent].components.count { app.components[$0].element < container.element }
        guard before < app.containers[parent].components.count else { return "" }
        return ", in: \(SwiftText.literal(app.containers[parent].name)), at: \(before)"
    }

    // MARK: The screen now

    private func screen(_ text: inout SwiftText) {
        text.line("var screen = \(app.typeName)Screen()")
        let free = app.events.filter { event in
            guard let owner = event.owner, event.element != nil else { return false }
            return !isSystem(event) && container(of: owner) == nil
        }
        for event in free { button(event, &text) }
        for index in app.containers.indices { active(index, &text) }
        text.line("screen.frame.message = data.navigation.message")
        for (index, container) in app.containers.enumerated() where container.isLandmark && !container.isModal {
            landmark(index, &text)
        }
        back(&text)
        text.line("return screen")
    }

    /// The button of the way back: of the stack, and of modal containers with a bar.
    private func back(_ text: inout SwiftText) {
        var ways: [String] = []
        if hasPrevious {
            let isOnTop = app.containers.contains(where: \.isModal) ? "isOnTop && " : ""
            let hidden = app.containers.filter { !$0.hasBack && !$0.isModal }.map { "!\(path($0.path)).isActive && " }
            ways.append("\(isOnTop)\(hidden.joined())data.navigation.previous != nil")
        }
        for container in app.containers where container.isModal && container.hasBack && container.type != "ModalMenu" {
            if let place = container.place { ways.append("data.navigation.isOnTop(.\(place))") }
        }
        guard !ways.isEmpty else { return }
        let condition = ways.joined(separator: " || ")
        let button = "screen.frame.buttons.append(EventButton(\"back\", .back))"
        if text.fits("if \(condition) {") {
            text.block("if \(condition)", isShort: true) { $0.line(button) }
        } else {
            for way in ways { text.block("if \(way)", isShort: true) { $0.line(button) } }
        }
    }

    private func active(_ index: Int, _ text: inout SwiftText) {
        let container = app.containers[index]
        let path = path(container.isModal ? container.path + ["shown"] : container.path)
        let events = app.events.filter { event in
            guard let owner = event.owner, self.container(of: owner) == index, !isSystem(event) else { return false }
            return event.modelName == "dismiss" && event.element == nil || event.element != nil && isButton(event)
        }
        let performing = performing(app.chart, index)
        text.block("if \(path).isActive", isShort: true) { text in
            let open = open(index)
            let takesEvents = container.components.contains { ![.details, .text].contains(app.components[$0].kind) }
            let isNamed = !open.isEmpty && (takesEvents || !events.isEmpty)
            if isNamed { text.line("let isOpen = \(open.joined(separator: " && "))") }
            let components = container.components.map {
                locked(app.components[$0], view(app.components[$0], container, isOpen: isNamed))
            }
            var names = NameRegistry(reserved: ["components", "self", "init"])
            let arguments = container.components.map { names.property(app.components[$0].name, kind: "View") }
            text.call(
                "screen.\(container.screenProperty) = \(container.screenTypeName)",
                zip(arguments, components).map { "\($0): \($1)" })
            for event in events { button(event, &text, open: isNamed ? open : []) }
            for action in performing {
                let state = "\(self.path(container.holder)).performing\(upperCamel(app.actions[action].name))"
                let append = "screen.frame.busy.append(\(SwiftText.literal(app.actions[action].name)))"
                text.block("if \(state).isActive", isShort: true) { $0.line(append) }
            }
        }
    }

    private func performing(_ state: AppModel.State, _ index: Int) -> [Int] {
        var result: [Int] = []
        if case .performing(index, let action) = state.kind { result.append(action) }
        return result + state.children.flatMap { performing($0, index) }
    }

    private func view(
        _ component: AppModel.Component, _ container: AppModel.Container, isOpen: Bool
    ) -> String {
        let name = SwiftText.literal(component.name)
        let enabled = isOpen ? ", if: isOpen" : ""
        let cells = component.attributes.map {
            let isText = $0.type.isList || key($0.type) != nil
            let value = isText ? "\"\\($0.\($0.property))\"" : "$0.\($0.property)"
            return $0.isImage
                ? "Cell(image: \(SwiftText.literal($0.name)), \(value))"
                : "Cell(\(SwiftText.literal($0.name)), \(value))"
        }
        switch component.kind {
        case .list: return shown("ListView(\(name), data.\(component.property)\(enabled))", cells)
        case .annotations, .overlays:
            return shown(
                "ListView(\(name), data.\(component.property), as: .\(component.kind.rawValue)\(enabled))", cells)
        case .details: return shown("DetailsView(\(name), data.\(component.property))", cells)
        case .form: return "FormView(\(name), \(path(container.holder)).\(component.property)\(enabled))"
        case .text: return "TextView(\(([name] + component.lines.map(SwiftText.literal)).joined(separator: ", ")))"
        }
    }

    /// A container takes no events while an action of it is under way, or a modal window is over it.
    private func open(_ index: Int) -> [String] {
        let container = app.containers[index]
        var conditions: [String] = []
        if !performing(app.chart, index).isEmpty { conditions.append("\(path(container.holder)).showing.isActive") }
        if app.containers.contains(where: \.isModal) {
            let place = container.isModal ? container.place : nil
            conditions.append(place.map { "data.navigation.isOnTop(.\($0))" } ?? "isOnTop")
        }
        return conditions
    }

    /// A component that a viewpoint locks is shown only while that holds.
    private func locked(_ component: AppModel.Component, _ view: String) -> String {
        guard !component.locks.isEmpty else { return view }
        let conditions = component.locks.map { holds($0, CodeScope(top: "", form: "")) }
        return "\(conditions.joined(separator: " && ")) ? \(view) : nil"
    }

    private func key(_ type: ValueType) -> String? {
        if case .object(let key) = type { key } else { nil }
    }

    /// A view with its cells; broken if they are many.
    private func shown(_ head: String, _ cells: [String]) -> String {
        let one = "\(head) { [\(cells.joined(separator: ", "))] }"
        if cells.isEmpty { return "\(head) { _ in [] }" }
        guard one.count > 70 else { return one }
        let line = "    [\(cells.joined(separator: ", "))]"
        if line.count < 96 { return "\(head) {\n\(line)\n}" }
        return "\(head) {\n    [\n\(cells.map { "        \($0)," }.joined(separator: "\n"))\n    ]\n}"
    }

    // MARK: Buttons

    func container(of owner: Int) -> Int? {
        if let index = app.containers.firstIndex(where: { $0.element == owner }) { return index }
        if let component = app.components.first(where: { $0.element == owner }) { return component.container }
        return app.menus[owner] ?? nil
    }

    private func isSystem(_ event: AppModel.Event) -> Bool {
        event.element.map { app.systemEvents.contains($0) } == true
    }

    /// The one event that `select` fires is no button.
    private func isButton(_ event: AppModel.Event) -> Bool { selecting(event) == nil }

    /// The list whose rows an event selects.
    func selecting(_ event: AppModel.Event) -> AppModel.Component? {
        guard event.payload == .row, let component = app.components.first(where: { $0.element == event.owner }) else {
            return nil
        }
        return component.selectEvent == event.name ? component : nil
    }

    private func find(_ event: String, in state: AppModel.State) -> (AppModel.Transition, AppModel.State)? {
        if let found = state.transitions.first(where: { $0.event == event }) { return (found, state) }
        for child in state.children { if let found = find(event, in: child) { return found } }
        return nil
    }

    private func button(_ event: AppModel.Event, _ text: inout SwiftText, open: [String] = []) {
        guard let (transition, state) = find(event.name, in: app.chart) else { return }
        var conditions: [String] = []
        var scope = CodeScope(top: "", form: "")
        if let owner = event.owner, let index = container(of: owner) {
            let holder = app.containers[index].holder
            scope.form = path(holder) + "."
            if case .showing = state.kind { conditions.append("\(path(holder)).showing.isActive") }
        }
        var value = ".\(event.name)"
        for condition in transition.conditions {
            switch condition {
            case .onTop(let modal):
                let place = modal.flatMap { app.containers[$0].place }
                conditions.append(place.map { "data.navigation.isOnTop(.\($0))" } ?? "isOnTop")
            case .row(let component):
                let list = "data.\(app.components[component].property)"
                conditions.append("\(list).selected != nil")
                value = ".\(event.name)(row: \(list).selected ?? 0)"
            case .object(let component): conditions.append("data.\(app.components[component].property) != nil")
            case .valid(let component): conditions.append("\(scope.form)\(app.components[component].property).isValid")
            case .value(let element):
                if let storage = app.storage[element] { conditions.append("\(read(storage, scope)) != nil") }
            case .expression(let expression): conditions.append(self.condition(expression, scope))
            case .viewpoint(let viewpoints): conditions.append(holds(viewpoints, scope))
            case .active(let container):
                conditions.append("\(path(app.containers[container].holder)).isActive")
            case .inactive, .back: break
            }
        }
        let owner = event.owner.flatMap { app.ownerNames[$0] } ?? ""
        var items = [SwiftText.literal(event.modelName), "of: \(SwiftText.literal(owner))"]
        if let gesture = event.element.flatMap({ app.gestures[$0] }) { items.append("by: \(gesture.code)") }
        items.append(value)
        var possible = unique(conditions)
        if !open.isEmpty, open.allSatisfy(possible.contains) {
            possible = ["isOpen"] + possible.filter { !open.contains($0) }
        }
        if !possible.isEmpty { items.append("if: \(possible.map(grouped).joined(separator: " && "))") }
        let one = "screen.frame.buttons.append(EventButton(\(items.joined(separator: ", "))))"
        if text.fits(one) { return text.line(one) }
        text.line("screen.frame.buttons.append(")
        text.indented { $0.call("EventButton", items, ")") }
    }

    private func unique(_ items: [String]) -> [String] {
        var seen: Set<String> = []
        return items.filter { seen.insert($0).inserted }
    }

    private func grouped(_ condition: String) -> String { condition.contains("||") ? "(\(condition))" : condition }

    private func landmark(_ index: Int, _ text: inout SwiftText) {
        let container = app.containers[index]
        guard
            let event = app.events.first(where: {
                $0.element == nil && $0.owner == container.element && $0.payload == .none
            })
        else { return }
        let locks = container.locks.map { ", " + holds($0, CodeScope(top: "", form: "")) }.joined()
        let outer = container.parent.map { "\(path(app.containers[$0].path)).isActive, " } ?? ""
        let isOnTop = app.containers.contains(where: \.isModal) ? ", if: isOnTop" : ""
        let button = "EventButton(\(SwiftText.literal("go " + container.name)), .\(event.name)\(isOnTop))"
        text.block("if \(outer)!\(path(container.path)).isActive\(locks)", isShort: true) {
            $0.line("screen.frame.buttons.append(\(button))")
        }
    }

    // MARK: Application

    func application() -> String {
        var text = SwiftText()
        text.line("import IFMLRuntime")
        text.line("import Statecharts")
        text.blank()
        text.block("extension \(app.typeName): Application") { text in
            text.line("static let modelName = \(SwiftText.literal(app.modelName))")
            text.blank()
            inputs(&text)
            if usesDevice {
                text.blank()
                text.line("var devicePort: InputPort<DeviceEvent>? { device }")
            }
            guard !app.variables.isEmpty else { return }
            let name = "\(app.typeName)Context"
            text.blank()
            text.line("static func event(setting context: \(name)) -> Event? { .context(context) }")
            text.blank()
            text.line("var context: \(name) { data.context }")
            let session = app.variables.filter { $0.scope == .session && $0.binding == nil }
            guard !session.isEmpty else { return }
            text.blank()
            text.comment("Variables of the session begin anew.")
            text.block("func restore(_ saved: Data)") { text in
                text.line("data = saved")
                for variable in session { text.line("data.context.\(variable.name) = \(name)().\(variable.name)") }
            }
        }
        return text.text
    }

    private func inputs(_ text: inout SwiftText) {
        let buttons = app.events.filter { $0.element != nil && !isSystem($0) && isButton($0) }
        var groups: [(String, [String])] = []
        groups.append(("events", unique(buttons.map { SwiftText.literal($0.modelName) })))
        groups.append(
            (
                "lists",
                app.events.compactMap { event in
                    selecting(event).map { "\(SwiftText.literal($0.name)): { .\(event.name)(row: $0) }" }
                }
            ))
        groups.append(
            (
                "rowEvents",
                app.events.filter { $0.payload == .row && $0.element != nil }.map {
                    "\(SwiftText.literal("\(app.ownerNames[$0.owner ?? -1] ?? "").\($0.modelName)")): { .\($0.name)(row: $0) }"
                }
            ))
        groups.append(
            (
                "fields",
                app.components.flatMap { component in
                    component.fields.map {
                        "\(SwiftText.literal("\(component.name).\($0.name)")): { .\($0.event)($0) }"
                    }
                }
            ))
        groups.append(("viewEvents", app.viewEvents.map { "\(SwiftText.literal($0.name)): .\($0.event)" }))
        groups.append(
            (
                "landmarks",
                unique(app.containers.filter { $0.isLandmark && !$0.isModal }.map { SwiftText.literal($0.name) })
            ))
        groups.append(
            (
                "outcomes",
                app.actions.map { action in
                    "\(SwiftText.literal(action.name)): [\(action.outcomes.map { SwiftText.literal($0.name) }.joined(separator: ", "))]"
                }
            ))
        groups.append(("samples", samples().map(SwiftText.literal)))
        let given = groups.filter { !$0.1.isEmpty }
        guard !given.isEmpty else { return text.line("static let inputs = Inputs<Event>()") }
        text.line("static let inputs = Inputs<Event>(")
        text.indented { text in
            for (position, (name, items)) in given.enumerated() {
                text.array("\(name): ", items, position == given.count - 1 ? ")" : ",")
            }
        }
    }
}
