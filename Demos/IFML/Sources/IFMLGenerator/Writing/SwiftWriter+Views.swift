extension SwiftWriter {
    /// Views for SwiftUI, one for each container; empty for the compiler where there is no SwiftUI.
    func views() -> String {
        var text = SwiftText()
        text.line("#if canImport(SwiftUI)")
        text.indented { text in
            for module in ["IFMLRuntime", "IFMLViews", "Statecharts", "SwiftUI"] { text.line("import \(module)") }
            text.blank()
            closures(&text)
            for container in app.containers {
                text.blank()
                view(container, &text)
            }
            text.blank()
            applicationView(&text)
        }
        text.line("#endif")
        return text.text
    }

    private var send: String { "@MainActor (\(app.typeName).Event) -> Void" }

    /// A name that no screen has: screens and views are named after the same containers.
    private func viewName(_ container: AppModel.Container) -> String { container.screenTypeName + "View" }

    private func closures(_ text: inout SwiftText) {
        text.comment("The views of the containers: setting one replaces that view and no other.")
        text.line("@MainActor")
        text.block("struct \(app.typeName)Views") { text in
            text.line("typealias Buttons = [EventButton<\(app.typeName).Event>]")
            text.line("typealias Send = \(send)")
            for container in app.containers {
                text.blank()
                text.comment("Draws `\(SwiftText.plain(container.name))`.")
                let type = "(\(container.screenTypeName), Buttons, @escaping Send) -> AnyView"
                text.block("var \(code(container.screenProperty)): \(type) =") { text in
                    text.line("AnyView(\(viewName(container))(screen: $0, buttons: $1, send: $2))")
                }
            }
        }
    }

    private func view(_ container: AppModel.Container, _ text: inout SwiftText) {
        text.comment("What `\(SwiftText.plain(container.name))` shows, if nothing else is set.")
        text.block("struct \(viewName(container)): View") { text in
            text.line("let screen: \(container.screenTypeName)")
            text.line("let buttons: [EventButton<\(app.typeName).Event>]")
            text.line("let send: \(send)")
            text.blank()
            text.block("var body: some View") { text in
                text.block("Group") { text in
                    var names = NameRegistry(reserved: ["components", "self", "init"])
                    for index in container.components {
                        let component = app.components[index]
                        section(component, "screen.\(names.property(component.name, kind: "View"))", &text)
                    }
                    text.line("ButtonSection(buttons, send: send)")
                }
                text.line(".gestures(buttons, send: send)")
            }
        }
    }

    private func section(_ component: AppModel.Component, _ path: String, _ text: inout SwiftText) {
        guard component.locks.isEmpty else {
            text.block("if let component = \(path)") { unlocked(component, "component", &$0) }
            return
        }
        unlocked(component, path, &text)
    }

    private func unlocked(_ component: AppModel.Component, _ path: String, _ text: inout SwiftText) {
        switch component.kind {
        case .list, .annotations, .overlays:
            let select = component.selectEvent.map { " { send(.\($0)(row: $0)) }" }
            text.line("ListSection(\(path))\(select ?? "")")
        case .details: text.line("DetailsSection(\(path))")
        case .text: text.line("TextSection(\(path))")
        case .form:
            text.block("Section(\(SwiftText.literal(component.name)))") { text in
                for field in component.fields { input(field, "\(path).fields.\(field.property)", &text) }
            }
        }
    }

    private func input(_ field: AppModel.Field, _ path: String, _ text: inout SwiftText) {
        let kind =
            switch field.kind {
            case .typed: "TypedInput"
            case .selection: "SelectionInput"
            case .range: "RangeInput"
            }
        let one = "\(kind)(\(SwiftText.literal(field.name)), \(path)) { send(.\(field.event)($0)) }"
        if text.fits(one) { return text.line(one) }
        text.line("\(kind)(\(SwiftText.literal(field.name)), \(path)) {")
        text.indented { $0.line("send(.\(field.event)($0))") }
        text.line("}")
    }

    // MARK: Application

    private func applicationView(_ text: inout SwiftText) {
        let name = app.typeName
        text.comment("The application `\(SwiftText.plain(app.modelName))`: its active containers, and those over them.")
        text.block("struct \(types("View")): View") { text in
            text.line("let view: MachineView<\(name), \(name)Screen>")
            text.comment("Where the application hears of its device; nil if it does not.")
            text.line("var device: InputPort<DeviceEvent>?")
            text.line("var views = \(name)Views()")
            text.blank()
            text.line("private func send(_ event: \(name).Event) { view.post(event) }")
            text.blank()
            text.block("private func buttons(_ elements: String...) -> \(name)Views.Buttons") { text in
                text.line("view.value.frame.buttons.filter { elements.contains($0.element) }")
            }
            text.blank()
            text.block("var body: some View") { text in
                text.block("NavigationStack") { text in
                    text.block("Form") { text in
                        for container in app.containers where !container.isModal {
                            text.block("if let screen = view.value.\(code(container.screenProperty))") {
                                draw(container, &$0)
                            }
                        }
                        text.line("if let message = view.value.frame.message { Text(verbatim: message) }")
                    }
                    text.line(".toolbar { ButtonSection(buttons(\(around)), send: send) }")
                }
                for container in app.containers where container.isModal { modal(container, &text) }
                text.line(".modifier(ScenePhases(device))")
            }
        }
    }

    /// Landmarks, the way back, and menus that no container has.
    private var around: String {
        let menus = app.menus.filter { $0.value == nil }.keys.sorted().compactMap { app.ownerNames[$0] }
        return ([""] + menus).map(SwiftText.literal).joined(separator: ", ")
    }

    private func types(_ suffix: String) -> String { "\(app.typeName)Application\(suffix)" }

    /// The buttons of a container and of its components, as an argument.
    private func buttons(_ container: AppModel.Container) -> String {
        let menus = app.menus.filter { $0.value.map { app.containers[$0].element == container.element } == true }.keys
        let names = [container.name] + container.components.map { app.components[$0].name }
        let more = menus.sorted().compactMap { app.ownerNames[$0] }
        return "buttons(\((names + more).map(SwiftText.literal).joined(separator: ", ")))"
    }

    private func draw(_ container: AppModel.Container, _ text: inout SwiftText) {
        text.call("views.\(code(container.screenProperty))", ["screen", buttons(container), "send"])
    }

    private func modal(_ container: AppModel.Container, _ text: inout SwiftText) {
        let property = code(container.screenProperty)
        if container.type == "ModalMenu" {
            let own = app.events.first { $0.owner == container.element && $0.modelName == "dismiss" }
            let dismiss = own?.name ?? "back"
            text.line(".shows(")
            text.indented { text in
                text.line("\(SwiftText.literal(container.name)),")
                text.line("\(buttons(container)),")
                text.line("isShown: view.value.\(property) != nil,")
                text.line("dismissed: { send(.\(dismiss)) },")
                text.line("send: send")
            }
            text.line(")")
            return
        }
        let dismissed = container.hasBack ? "{ send(.back) }" : "nil"
        text.line(".shows(view.value.\(property), dismissed: \(dismissed)) { screen in")
        text.indented { draw(container, &$0) }
        text.line("}")
    }
}
