extension SwiftWriter {
    func screen(_ text: inout SwiftText) {
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
    func back(_ text: inout SwiftText) {
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

    func active(_ index: Int, _ text: inout SwiftText) {
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

    func performing(_ state: AppModel.State, _ index: Int) -> [Int] {
        var result: [Int] = []
        if case .performing(index, let action) = state.kind { result.append(action) }
        return result + state.children.flatMap { performing($0, index) }
    }

    func view(
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
        case .text: return self.text(component)
        }
    }

    func text(_ component: AppModel.Component) -> String {
        let name = SwiftText.literal(component.name)
        switch component.text {
        case .lines: return "TextView(\(([name] + component.lines.map(SwiftText.literal)).joined(separator: ", ")))"
        case .web(let address):
            let value = address.flatMap { app.storage[$0] }.map { read($0, CodeScope(top: "", form: "")) }
            return "TextView.web(\(name), \(value ?? "nil"))"
        case .advertisement: return "TextView.advertisement(\(name))"
        case .drawing: return "TextView.drawing(\(name))"
        }
    }

    /// A container takes no events while an action of it is under way, or a modal window is over it.
    func open(_ index: Int) -> [String] {
        let container = app.containers[index]
        var conditions: [String] = []
        if !performing(app.chart, index).isEmpty { conditions.append("\(path(container.holder)).showing.isActive") }
        if app.containers.contains(where: \.isModal) {
            let place = app.modal(around: index).flatMap { app.containers[$0].place }
            conditions.append(place.map { "data.navigation.isOnTop(.\($0))" } ?? "isOnTop")
        }
        return conditions
    }

    /// A component that a viewpoint locks is shown only while that holds.
    func locked(_ component: AppModel.Component, _ view: String) -> String {
        guard !component.locks.isEmpty else { return view }
        let conditions = component.locks.map { holds($0, CodeScope(top: "", form: "")) }
        return "\(conditions.joined(separator: " && ")) ? \(view) : nil"
    }

    func key(_ type: ValueType) -> String? {
        if case .object(let key) = type { key } else { nil }
    }

    /// A view with its cells; broken if they are many.
    func shown(_ head: String, _ cells: [String]) -> String {
        let one = "\(head) { [\(cells.joined(separator: ", "))] }"
        if cells.isEmpty { return "\(head) { _ in [] }" }
        guard one.count > 70 else { return one }
        let line = "    [\(cells.joined(separator: ", "))]"
        if line.count < 96 { return "\(head) {\n\(line)\n}" }
        return "\(head) {\n    [\n\(cells.map { "        \($0)," }.joined(separator: "\n"))\n    ]\n}"
    }
}
