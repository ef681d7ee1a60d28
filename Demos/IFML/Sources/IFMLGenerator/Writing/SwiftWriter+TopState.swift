extension SwiftWriter {
    func top(_ text: inout SwiftText) {
        text.comment("The application `\(SwiftText.plain(app.modelName))`.")
        text.block("final class \(app.typeName): TopState<\(app.typeName).Event>") { text in
            text.block("enum Event: Sendable, Hashable, Codable") { text in
                for event in app.events { text.line("case \(code(event.name))\(payload(event))") }
            }
            text.blank()
            text.comment("The containers that the way back knows, and modal ones.")
            text.block("enum Place: String, Sendable, Hashable, Codable") { text in
                for place in app.containers.compactMap(\.place) { text.line("case \(code(place))") }
            }
            text.blank()
            data(&text)
            for action in app.actions where !action.arguments.isEmpty {
                text.blank()
                text.comment("The arguments of the action `\(SwiftText.plain(action.name))`.")
                text.block("struct \(action.typeName): Sendable, Hashable, Codable") { text in
                    for argument in action.arguments { text.line("var \(code(argument.name)): \(type(argument))") }
                }
            }
            text.blank()
            text.line("let actions: any \(app.typeName)Actions")
            if hasStore { text.line("let store: any \(app.typeName)Store") }
            if usesDevice { text.line("let device = InputPort<DeviceEvent>(\"device\")") }
            if app.chart.hasAppearances { text.line("let appearances = EventPort(\"appearances\")") }
            text.line("var data = Data()")
            text.blank()
            for child in app.chart.children { text.line("let \(code(child.property)) = \(child.typeName)()") }
            if hasPrevious, !hasPreviousInContent { previous("app", app.typeName, "app", &text) }
            text.blank()
            initializer(&text)
            text.blank()
            let vertices =
                app.chart.children.map(\.property) + (hasPrevious && !hasPreviousInContent ? ["previous"] : [])
            let ports =
                (usesDevice ? ["receive(device) { .device($0) }"] : [])
                + (app.chart.hasAppearances ? ["receive(appearances)"] : [])
            configure(app.chart, vertices, &text, ports: ports)
            entry(app.chart, scope: CodeScope(top: "", form: ""), &text)
            always(app.chart, scope: CodeScope(top: "", form: ""), &text)
            handle(app.chart, scope: CodeScope(top: "", form: ""), &text)
            if app.tellsErrors {
                text.blank()
                text.block("override func failed(_ error: any Error) -> Reaction") { text in
                    text.line("error is StepError ? .unhandled : .handled { data.navigation.message = \"\\(error)\" }")
                }
            }
            helpers(&text)
        }
    }

    var hasPrevious: Bool {
        app.chart.transitions.contains { $0.event == "back" } || hasPreviousInContent
    }

    var hasPreviousInContent: Bool {
        app.chart.children.first.map { $0.kind == .content(nil) && $0.transitions.contains { $0.event == "back" } }
            == true
    }

    func payload(_ event: AppModel.Event) -> String {
        switch event.payload {
        case .none: return ""
        case .row: return "(row: Int)"
        case .text: return "(String)"
        case .values(let values): return "(\(values.map { "\(code($0.name)): \(type($0))" }.joined(separator: ", ")))"
        case .context: return "(\(app.typeName)Context)"
        case .device: return "(DeviceEvent)"
        case .sensed: return "(DeviceEvent.Kind)"
        case .answer(let type): return "(\(answer(type)))"
        case .end(let index):
            let action = app.actions[index]
            if !action.outcomes.isEmpty { return "(\(action.outcomeTypeName))" }
            return action.results.isEmpty ? "" : "(\(action.results.map { type($0) }.joined(separator: ", ")))"
        }
    }

    func data(_ text: inout SwiftText) {
        text.comment("The parameters of components and actions.")
        text.block("struct Data: Sendable, Hashable, Codable") { text in
            text.line("var navigation = Navigation<Place>()")
            if !app.variables.isEmpty { text.line("var context = \(app.typeName)Context()") }
            for component in app.components {
                let handing = handsOn(component)
                switch component.kind {
                case .list, .annotations, .overlays:
                    variable("var \(code(component.property)) = Rows<\(type(component.object))>()", handing, &text)
                case .details: variable("var \(code(component.property)): \(type(component.object))?", handing, &text)
                case .form, .text: break
                }
            }
            for (name, type) in kept() {
                text.line("var \(code(name)): \(self.type(type))\(type.isList ? " = []" : "?")")
            }
            for action in app.actions where !action.arguments.isEmpty {
                text.line("var \(code(action.property)): \(action.typeName)?")
            }
            for watch in app.chart.allWatches { text.line("var \(code(watch.property)) = false") }
        }
    }

    func variable(_ declaration: String, _ handing: [String], _ text: inout SwiftText) {
        guard !handing.isEmpty else { return text.line(declaration) }
        let short = "\(declaration) { didSet { \(handing.joined(separator: "; ")) } }"
        if handing.count == 1, text.fits(short) { return text.line(short) }
        text.line("\(declaration) {")
        text.indented { $0.block("didSet") { text in for one in handing { text.line(one) } } }
        text.line("}")
    }

    func handsOn(_ component: AppModel.Component) -> [String] {
        component.handsOn.compactMap {
            guard case .assign(let target, let value) = $0 else { return nil }
            return assignment(target, value, CodeScope(top: "", form: ""), isInData: true)
        }
    }

    /// Values of the data that no component holds itself, each once, in the order of the model's elements.
    func kept() -> [(String, ValueType)] {
        var result: [(String, ValueType)] = []
        for (_, storage) in app.storage.sorted(by: { $0.key < $1.key }) {
            if case .data(let name, let type) = storage { result.append((name, type)) }
        }
        for component in app.components {
            for field in component.fields {
                if let name = field.boundFrom {
                    result.append((name, isMultiple(component, field) ? .list(field.type) : field.type))
                }
            }
        }
        return result
    }

    func isMultiple(_ component: AppModel.Component, _ field: AppModel.Field) -> Bool {
        if case .selection(_, true, _) = field.kind { true } else { false }
    }

    func previous(_ name: String, _ type: String, _ top: String, _ text: inout SwiftText) {
        text.line("let previous = Choice<\(type), \(app.typeName)> { \(name) in")
        text.line("    .to(\(top).place(\(top).data.navigation.previous)) { \(top).data.navigation.goBack() }")
        text.line("}")
    }

    func initializer(_ text: inout SwiftText) {
        guard hasStore else {
            return text.line("init(actions: any \(app.typeName)Actions) { self.actions = actions }")
        }
        text.call("init", ["actions: any \(app.typeName)Actions", "store: any \(app.typeName)Store"], " {")
        text.indented { text in
            text.line("self.actions = actions")
            text.line("self.store = store")
        }
        text.line("}")
    }

    func configure(
        _ state: AppModel.State, _ vertices: [String], _ text: inout SwiftText, start: Bool = false,
        ports: [String] = []
    ) {
        guard !vertices.isEmpty else { return }
        var items = vertices.map { code($0) }
        if start {
            items.append("initial: start")
        } else if state.initial != 0, !state.isOrthogonal {
            items.append("initial: \(code(state.children[state.initial].property))")
        }
        let function = state.isOrthogonal ? "regions" : "substates"
        let one = "override func configure() { \(function)(\(items.joined(separator: ", "))) }"
        if ports.isEmpty, text.fits(one) { return text.line(one) }
        text.block("override func configure()") { text in
            for port in ports { text.line(port) }
            text.call(function, items)
        }
    }

    var usesDevice: Bool { app.events.contains { $0.payload == .device } }

    func helpers(_ text: inout SwiftText) {
        if app.chart.leavesModal {
            text.blank()
            text.comment("The container that is shown, beside modal ones.")
            text.block("var present: Place?") { text in
                for (index, container) in app.containers.enumerated() where app.modal(around: index) == nil {
                    guard let place = container.place else { continue }
                    text.line("if \(path(container.path)).isActive { return .\(place) }")
                }
                text.line("return nil")
            }
        }
        if app.containers.contains(where: \.isModal) {
            text.blank()
            text.comment("True if no modal window is shown.")
            text.line("var isOnTop: Bool { data.navigation.isOnTop() }")
        }
        if hasPrevious {
            text.blank()
            text.block("func place(_ place: Place?) -> Vertex<\(app.typeName)>") { text in
                text.line("switch place {")
                let first = initialPlace
                for container in app.containers {
                    guard let place = container.place else { continue }
                    text.line("case .\(place)\(place == first ? ", nil" : ""): \(path(container.path))")
                }
                text.line("}")
            }
        }
        let asking = app.containers.filter { $0.components.contains { !app.components[$0].queries.isEmpty } }
        if !asking.isEmpty {
            text.blank()
            text.comment("Asks the queries of all active containers.")
            text.block("func ask()") { text in
                for container in asking {
                    let path = path(container.holder)
                    text.line("if \(path).isActive { \(path).ask() }")
                }
            }
        }
        for action in app.actions where action.isInBackground {
            text.blank()
            text.comment("Performs the action `\(SwiftText.plain(action.name))` in the background.")
            let parameters = action.arguments.map { "\(code($0.name)): \(type($0))" }.joined(separator: ", ")
            text.block("func \(code(action.function))(\(parameters))") { text in
                run(action.name, "actions", "actions", call(action) { code($0) }, done(action), &text)
            }
        }
    }

    /// The place that the application begins at.
    var initialPlace: String? {
        var state = app.chart
        while true {
            if case .container(let index) = state.kind, let place = app.containers[index].place { return place }
            guard !state.children.isEmpty else { return app.containers.first { $0.place != nil }?.place }
            state = state.children[state.isOrthogonal ? 0 : state.initial]
        }
    }
}
