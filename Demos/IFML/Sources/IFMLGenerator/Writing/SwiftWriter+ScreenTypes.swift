extension SwiftWriter {
    func screen(_ container: AppModel.Container, _ text: inout SwiftText) {
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

    func view(_ component: AppModel.Component) -> String {
        switch component.kind {
        case .list, .annotations, .overlays: "ListView<\(type(component.object))>"
        case .details: "DetailsView<\(type(component.object))>"
        case .form: "FormView<\(component.typeName)>"
        case .text: "TextView"
        }
    }

    func applicationScreen(_ text: inout SwiftText) {
        text.comment("What the application shows: the containers that are active.")
        text.block("struct \(app.typeName)Screen: ApplicationScreen") { text in
            for container in app.containers {
                text.line("var \(code(container.screenProperty)): \(container.screenTypeName)?")
            }
            text.line("var frame = ScreenFrame<\(app.typeName).Event>()")
            text.blank()
            text.block("var containers: [ContainerView]") { text in
                let views = app.containers.map {
                    let isModal = $0.isModal ? ", isModal: true" : ""
                    let arguments = "\(SwiftText.literal($0.name)), \(code($0.screenProperty))\(isModal)\(position($0))"
                    return "ContainerView(\(arguments))"
                }
                text.array("", views, ".compactMap(\\.self)")
            }
        }
    }

    /// Where a container stands among the components of the one around it, if some of them come after it.
    func position(_ container: AppModel.Container) -> String {
        guard let parent = container.parent, !container.isModal else { return "" }
        let before = app.containers[parent].components.count { app.components[$0].element < container.element }
        guard before < app.containers[parent].components.count else { return "" }
        return ", in: \(SwiftText.literal(app.containers[parent].name)), at: \(before)"
    }
}
