extension SwiftWriter {
    func chart() -> String {
        var text = SwiftText()
        text.line("import IFMLRuntime")
        text.line("import Statecharts")
        text.blank()
        top(&text)
        let states = nested(app.chart)
        if !states.isEmpty {
            text.blank()
            text.block("extension \(app.typeName)") { text in
                for (state, superior) in states {
                    text.blank()
                    self.state(state, in: superior, &text)
                }
            }
        }
        if !app.variables.isEmpty {
            text.blank()
            context(&text)
            if !app.viewpoints.isEmpty {
                text.blank()
                viewpoints(&text)
            }
        }
        return text.text
    }

    /// The states that are not nested in the class of another one: all but showing, performing, hidden, shown.
    private func nested(_ state: AppModel.State) -> [(AppModel.State, String)] { nested(state, state.typeName) }

    private func nested(_ state: AppModel.State, _ name: String) -> [(AppModel.State, String)] {
        state.children.flatMap { child -> [(AppModel.State, String)] in
            let isOwn =
                switch child.kind {
                case .top, .container, .content, .modal: true
                case .hidden, .shown, .showing, .performing: false
                }
            let inside = isOwn ? child.typeName : "\(name).\(child.typeName)"
            return (isOwn ? [(child, name)] : []) + nested(child, inside)
        }
    }

    // MARK: Top state

    private func top(_ text: inout SwiftText) {
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
            text.line("var data = Data()")
            text.blank()
            for child in app.chart.children { text.line("let \(code(child.property)) = \(child.typeName)()") }
            if hasPrevious, !hasPreviousInContent { previous("app", app.typeName, "app", &text) }
            text.blank()
            initializer(&text)
            text.blank()
            let vertices =
                app.chart.children.map(\.property) + (hasPrevious && !hasPreviousInContent ? ["previous"] : [])
            configure(app.chart, vertices, &text, first: usesDevice ? "receive(device) { .device($0) }" : nil)
            entry(app.chart, scope: CodeScope(top: "", form: ""), &text)
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

    private var hasPreviousInContent: Bool {
        app.chart.children.first.map { $0.kind == .content(nil) && $0.transitions.contains { $0.event == "back" } }
            == true
    }

    func payload(_ event: AppModel.Event) -> String {
        switch event.payload {
        case .none: return ""
        case .row: return "(row: Int)"
        case .text: return "(String)"
        case .context: return "(\(app.typeName)Context)"
        case .device: return "(DeviceEvent)"
        case .sensed: return "(DeviceEvent.Kind)"
        case .answer(let component): return "(\(answer(app.components[component])))"
        case .end(let index):
            let action = app.actions[index]
            if !action.outcomes.isEmpty { return "(\(action.outcomeTypeName))" }
            return action.results.isEmpty ? "" : "(\(action.results.map { type($0) }.joined(separator: ", ")))"
        }
    }

    private func data(_ text: inout SwiftText) {
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
        }
    }

    private func variable(_ declaration: String, _ handing: [String], _ text: inout SwiftText) {
        guard !handing.isEmpty else { return text.line(declaration) }
        let short = "\(declaration) { didSet { \(handing.joined(separator: "; ")) } }"
        if handing.count == 1, text.fits(short) { return text.line(short) }
        text.line("\(declaration) {")
        text.indented { $0.block("didSet") { text in for one in handing { text.line(one) } } }
        text.line("}")
    }

    private func handsOn(_ component: AppModel.Component) -> [String] {
        component.handsOn.compactMap {
            guard case .assign(let target, let value) = $0 else { return nil }
            return assignment(target, value, CodeScope(top: "", form: ""), isInData: true)
        }
    }

    /// Values of the data that no component holds itself, each once, in the order of the model's elements.
    private func kept() -> [(String, ValueType)] {
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

    private func isMultiple(_ component: AppModel.Component, _ field: AppModel.Field) -> Bool {
        if case .selection(_, true, _) = field.kind { true } else { false }
    }

    private func previous(_ name: String, _ type: String, _ top: String, _ text: inout SwiftText) {
        text.line("let previous = Choice<\(type), \(app.typeName)> { \(name) in")
        text.line("    .to(\(top).place(\(top).data.navigation.previous)) { \(top).data.navigation.goBack() }")
        text.line("}")
    }

    private func initializer(_ text: inout SwiftText) {
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

    private func configure(
        _ state: AppModel.State, _ vertices: [String], _ text: inout SwiftText, start: Bool = false,
        first: String? = nil
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
        if first == nil, text.fits(one) { return text.line(one) }
        text.block("override func configure()") { text in
            if let first { text.line(first) }
            text.call(function, items)
        }
    }

    var usesDevice: Bool { app.events.contains { $0.payload == .device } }

    private func helpers(_ text: inout SwiftText) {
        if app.chart.leavesModal {
            text.blank()
            text.comment("The container that is shown, beside modal ones.")
            text.block("var present: Place?") { text in
                for container in app.containers where !container.isModal {
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
        let asking = app.containers.filter { $0.components.contains { app.components[$0].query != nil } }
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
    private var initialPlace: String? {
        var state = app.chart
        while true {
            if case .container(let index) = state.kind, let place = app.containers[index].place { return place }
            guard !state.children.isEmpty else { return app.containers.first { $0.place != nil }?.place }
            state = state.children[state.isOrthogonal ? 0 : state.initial]
        }
    }

    func path(_ path: [String]) -> String { path.joined(separator: ".") }

    private func call(_ action: AppModel.Action, _ value: (String) -> String) -> String {
        let arguments = action.arguments.map { "\($0.name): \(value($0.name))" }
        return "try await actions.\(action.function)(\(arguments.joined(separator: ", ")))"
    }

    private func done(_ action: AppModel.Action) -> String {
        if !action.outcomes.isEmpty || action.results.count == 1 { return ".\(action.event)($0)" }
        if action.results.isEmpty { return ".\(action.event)" }
        return ".\(action.event)(\(action.results.map { "$0.\($0.name)" }.joined(separator: ", ")))"
    }

    /// An activity with a name, by which a snapshot knows it.
    private func run(
        _ activity: String, _ name: String, _ value: String, _ call: String, _ done: String, _ text: inout SwiftText
    ) {
        let capture = name == value ? name : "\(name) = \(value)"
        let title = SwiftText.literal(activity)
        let one = "run(\(title), { [\(capture)] in \(call) }, done: { \(done) })"
        if text.fits(one) { return text.line(one) }
        text.line("run(")
        text.indented { text in
            let work = "\(title), { [\(capture)] in \(call) },"
            if text.fits(work) {
                text.line(work)
                return text.line("done: { \(done) })")
            }
            text.line("\(title),")
            text.line("{ [\(capture)] in")
            text.indented { text in
                if text.fits(call) || !call.contains("(") { return text.line(call) }
                let open = call.firstIndex(of: "(") ?? call.endIndex
                let arguments = call[call.index(after: open)...].dropLast().split(separator: ", ").map(String.init)
                text.call(String(call[..<open]), arguments)
            }
            text.line("}, done: { \(done) })")
        }
    }

    // MARK: States

    private func comment(_ state: AppModel.State) -> String? {
        switch state.kind {
        case .container(let index):
            "The \(Self.word(app.containers[index])) `\(SwiftText.plain(app.containers[index].name))`."
        case .modal(let index):
            "The modal \(Self.word(app.containers[index])) `\(SwiftText.plain(app.containers[index].name))`."
        case .content(.some(let index)):
            "What `\(SwiftText.plain(app.containers[index].name))` shows beside its modal windows."
        case .content(nil): "What is shown beside modal windows."
        case .top, .hidden, .shown, .showing, .performing: nil
        }
    }

    private static func word(_ container: AppModel.Container) -> String {
        switch container.type {
        case "IFMLWindow": "window"
        case "IFMLMenu", "ModalMenu": "menu"
        case "Screen": "screen"
        default: "container"
        }
    }

    private func state(_ state: AppModel.State, in superior: String, _ text: inout SwiftText) {
        if let comment = comment(state) { text.comment(comment) }
        let base = state.isOrthogonal ? "OrthogonalState" : "State"
        text.block("final class \(state.typeName): \(base)<\(superior), \(app.typeName)>") { text in
            body(state, &text)
        }
    }

    private func body(_ state: AppModel.State, _ text: inout SwiftText) {
        if let index = state.holder { forms(index, state, &text) }
        if !state.children.isEmpty {
            let children = state.children.map { "\(code($0.property)) = \($0.typeName)()" }
            let one = "let \(children.joined(separator: ", "))"
            if text.fits(one) { text.line(one) } else { for child in children { text.line("let \(child)") } }
        }
        if let start = state.start, let index = state.holder { self.start(start, index, state, &text) }
        let hasPrevious = state.kind == .content(nil) && hasPreviousInContent
        if hasPrevious { previous("content", state.typeName, "content.top", &text) }
        if !state.children.isEmpty {
            text.blank()
            let vertices =
                state.children.map(\.property) + (state.start == nil ? [] : ["start"])
                + (hasPrevious ? ["previous"] : [])
            configure(state, vertices, &text, start: state.start != nil)
        }
        let scope = CodeScope(top: "top.", form: state.kind.isInner ? "superior." : "")
        if case .performing(_, let action) = state.kind {
            performing(state, app.actions[action], scope, &text)
        } else {
            entry(state, scope: scope, &text)
            if case .container(let index) = state.kind { always(index, &text) }
            handle(state, scope: scope, &text)
        }
        for child in state.children {
            switch child.kind {
            case .hidden, .shown, .showing, .performing:
                text.blank()
                self.state(child, in: state.typeName, &text)
            case .top, .container, .content, .modal: break
            }
        }
    }

    private func forms(_ index: Int, _ state: AppModel.State, _ text: inout SwiftText) {
        for component in app.containers[index].components.map({ app.components[$0] }) where component.kind == .form {
            let arguments = formArguments(component)
            guard !arguments.isEmpty else {
                text.line("@Scoped var \(code(component.property)) = \(component.typeName)()")
                continue
            }
            let values = arguments.map { "\($0.label)state.top.data.\($0.name)" }.joined(separator: ", ")
            let one =
                "@Scoped({ (state: \(state.typeName)) in \(component.typeName)(\(values)) }) var \(code(component.property)): \(component.typeName)"
            if text.fits(one) {
                text.line(one)
            } else {
                text.line("@Scoped({ (state: \(state.typeName)) in \(component.typeName)(\(values)) })")
                text.line("var \(code(component.property)): \(component.typeName)")
            }
        }
    }

    /// What fills a form at its start: an object, and values bound to fields.
    func formArguments(_ component: AppModel.Component) -> [(label: String, name: String, type: String)] {
        var result: [(label: String, name: String, type: String)] = []
        if let element = component.filledFrom, case .data(let name, let type) = app.storage[element],
            component.fields.contains(where: { $0.filledBy != nil && $0.boundFrom == nil })
        {
            result.append(("", name, self.type(type) + "?"))
        }
        for field in component.fields {
            guard let name = field.boundFrom else { continue }
            let isMany = isMultiple(component, field)
            result.append(("\(field.property): ", name, isMany ? "[\(type(field.type))]" : type(field.type) + "?"))
        }
        return result
    }

    private func start(_ start: AppModel.Transition, _ index: Int, _ state: AppModel.State, _ text: inout SwiftText) {
        guard case .perform(_, let action) = start.branches[0].target, let place = app.containers[index].place else {
            return
        }
        text.comment("On load, once: `\(SwiftText.plain(app.actions[action].name))`.")
        let scope = CodeScope(top: "state.top.", form: "")
        text.line("let start = Choice<\(state.typeName), \(app.typeName)> { state in")
        text.indented { text in
            text.line("\(scope.data)navigation.isLoaded(.\(place))")
            text.indented { text in
                text.line("? .to(state.showing)")
                var effects = ["\(scope.data)navigation.load(.\(place))"]
                effects += start.branches[0].effects.compactMap { effect($0, scope) }
                let target = "state.performing\(upperCamel(app.actions[action].name))"
                let one = ": .to(\(target)) { \(effects.joined(separator: "; ")) }"
                if effects.count == 1, text.fits(one) { return text.line(one) }
                text.line(": .to(\(target)) {")
                text.indented { text in for effect in effects { text.line(effect) } }
                text.line("}")
            }
        }
        text.line("}")
    }

    private func entry(_ state: AppModel.State, scope: CodeScope, _ text: inout SwiftText) {
        var statements: [String] = []
        if case .shown(let index) = state.kind, let place = app.containers[index].place {
            statements.append("\(scope.data)navigation.open(.\(place))")
        }
        for timer in state.timers {
            let time =
                timer.milliseconds % 1000 == 0
                ? ".seconds(\(timer.milliseconds / 1000))" : ".milliseconds(\(timer.milliseconds))"
            statements.append("\(timer.isRepeated ? "every" : "after")(\(time), send: .\(timer.event))")
        }
        if !state.loads.isEmpty {
            if let index = state.holder, let place = app.containers[index].place {
                statements.append("if !\(scope.data)navigation.isLoaded(.\(place)) {")
                statements.append("    \(scope.data)navigation.load(.\(place))")
                statements += state.loads.map { "    raise(.\($0))" }
                statements.append("}")
            } else {
                statements += state.loads.map { "raise(.\($0))" }
            }
        }
        statements += state.entries.map { "raise(.\($0))" }
        if !state.asks.isEmpty { statements.append("ask()") }
        block("override func entry()", statements, &text)
        var exits: [String] = []
        if case .shown(let index) = state.kind, let place = app.containers[index].place {
            exits.append("\(scope.data)navigation.close(.\(place))")
        }
        exits += state.exits.map { "raise(.\($0))" }
        block("override func exit()", exits, &text)
        guard !state.asks.isEmpty else { return }
        text.blank()
        text.line("override func restored() { ask() }")
        text.blank()
        text.comment("Asks the queries of its components.")
        text.block("func ask()") { text in
            for component in state.asks.map({ app.components[$0] }) {
                guard let query = component.query else { continue }
                let arguments = query.arguments.map { argument in
                    "\(argument.name): \(app.storage[argument.element].map { read($0, scope) } ?? "nil")"
                }
                let names = query.arguments.map { $0.name }
                if arguments.isEmpty {
                    run(
                        query.function, "store", "\(scope.top)store", "try await store.\(query.function)()",
                        ".\(query.event)($0)",
                        &text)
                } else {
                    for (name, argument) in zip(names, query.arguments) {
                        text.line(
                            "let \(code(name)) = \(app.storage[argument.element].map { read($0, scope) } ?? "nil")")
                    }
                    let call =
                        "try await store.\(query.function)(\(names.map { "\($0): \(code($0))" }.joined(separator: ", ")))"
                    run(query.function, "store", "\(scope.top)store", call, ".\(query.event)($0)", &text)
                }
            }
        }
    }

    private func block(_ header: String, _ statements: [String], _ text: inout SwiftText) {
        guard !statements.isEmpty else { return }
        text.blank()
        text.block(header, isShort: true) { text in for statement in statements { text.line(statement) } }
    }

    private func performing(
        _ state: AppModel.State, _ action: AppModel.Action, _ scope: CodeScope, _ text: inout SwiftText
    ) {
        text.block("override func entry()") { text in
            text.line("\(scope.data)navigation.message = nil")
            if !action.arguments.isEmpty {
                text.line("guard let action = \(scope.data)\(action.property) else { return }")
            }
            run(action.name, "actions", "top.actions", call(action) { "action.\($0)" }, done(action), &text)
        }
        text.blank()
        text.line("override func restored() { entry() }")
        handle(state, scope: scope, &text)
        text.blank()
        // R8: an error is the outcome `failed`, if there is one.
        let message = "\(scope.data)navigation.message = \"\\(error)\""
        text.block("override func failed(_ error: any Error) -> Reaction") { text in
            guard let branch = app.failure(of: state) else {
                return text.line(".to(superior.showing) { \(message) }")
            }
            failed(branch, message, state, scope, &text)
        }
    }

    /// A container of a viewpoint that does not hold any more is left for the default one.
    private func always(_ index: Int, _ text: inout SwiftText) {
        let container = app.containers[index]
        guard let own = app.locks[container.element], let substitute = container.substitute else { return }
        let scope = CodeScope(top: "top.", form: "")
        text.blank()
        text.block("override func always() -> Reaction") { text in
            text.line("if \(holds(own, scope)) { return .unhandled }")
            text.line("return .to(top.\(path(app.containers[substitute].path))) {")
            text.indented { text in
                if let show = effect(.show(container: leaf(substitute), from: nil), scope) { text.line(show) }
                let message = SwiftText.literal("\(container.name) is not available")
                text.line("top.data.navigation.message = \(message)")
            }
            text.line("}")
        }
    }

    private func viewpoints(_ text: inout SwiftText) {
        text.block("extension \(app.typeName)Context") { text in
            for viewpoint in app.viewpoints {
                text.blank()
                text.comment("True while the viewpoint `\(SwiftText.plain(viewpoint.name))` holds.")
                let condition = condition(viewpoint.condition, CodeScope(top: "", form: "", context: ""))
                let one = "var \(viewpoint.property): Bool { \(condition) }"
                if text.fits(one) {
                    text.line(one)
                } else {
                    text.block("var \(viewpoint.property): Bool") { $0.conjunction(condition) }
                }
            }
        }
    }

    private func context(_ text: inout SwiftText) {
        let name = "\(app.typeName)Context"
        text.comment("The context of the application.")
        text.block("struct \(name): ContextVariables") { text in
            for variable in app.variables {
                let declared = self.type(variable.type) + (variable.isOptional ? "?" : "")
                let value = variable.first.map { " = \(self.first($0, variable.type))" } ?? ""
                text.line("var \(code(variable.name)): \(declared)\(value)")
            }
            text.blank()
            text.array(
                "static let variables: [ContextVariable<\(name)>] = ",
                app.variables.filter { $0.binding == nil }.map {
                    "ContextVariable(\(SwiftText.literal($0.name)), \\.\($0.name))"
                })
        }
    }

    private func first(_ text: String, _ type: ValueType) -> String {
        switch type {
        case .bool: return text == "true" ? "true" : "false"
        case .int, .double:
            guard let number = Double(text) else { return "0" }
            return number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
        case .batteryStatus, .orientation, .enumeration: return ".\(text)"
        case .string, .day, .image, .object, .list, .nothing, .unknown: return SwiftText.literal(text)
        }
    }
}

extension AppModel.State.Kind {
    var isShown: Bool {
        if case .shown = self { true } else { false }
    }

    /// True for states inside the one that holds forms.
    var isInner: Bool {
        switch self {
        case .showing, .performing: true
        case .top, .container, .content, .modal, .hidden, .shown: false
        }
    }
}

extension AppModel.State {
    /// True if something leads from a modal container to another one.
    var leavesModal: Bool {
        transitions.contains { $0.branches.contains { if case .leave = $0.target { true } else { false } } }
            || children.contains { $0.leavesModal }
    }

    /// The container whose forms and actions the state holds, by index.
    var holder: Int? {
        switch kind {
        case .container(let index):
            children.contains { if case .content = $0.kind { true } else { false } } ? nil : index
        case .content(let index): index
        case .shown(let index): index
        case .top, .modal, .hidden, .showing, .performing: nil
        }
    }
}
