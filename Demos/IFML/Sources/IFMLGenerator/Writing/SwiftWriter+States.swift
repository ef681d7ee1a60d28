extension SwiftWriter {
    func comment(_ state: AppModel.State) -> String? {
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

    static func word(_ container: AppModel.Container) -> String {
        switch container.type {
        case "IFMLWindow": "window"
        case "IFMLMenu", "ModalMenu": "menu"
        case "Screen": "screen"
        default: "container"
        }
    }

    func state(_ state: AppModel.State, in superior: String, _ text: inout SwiftText) {
        if let comment = comment(state) { text.comment(comment) }
        let base = state.isOrthogonal ? "OrthogonalState" : "State"
        text.block("final class \(state.typeName): \(base)<\(superior), \(app.typeName)>") { text in
            body(state, &text)
        }
    }

    func body(_ state: AppModel.State, _ text: inout SwiftText) {
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
            always(state, scope: scope, &text)
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

    func forms(_ index: Int, _ state: AppModel.State, _ text: inout SwiftText) {
        for component in app.containers[index].components.map({ app.components[$0] }) where component.kind == .form {
            let arguments = formArguments(component)
            guard !arguments.isEmpty else {
                text.line("@Scoped var \(code(component.property)) = \(component.typeName)()")
                continue
            }
            let values = arguments.map { "\($0.label)state.top.data.\($0.name)" }.joined(separator: ", ")
            let wrapper = "@Scoped({ (state: \(state.typeName)) in \(component.typeName)(\(values)) })"
            let property = "var \(code(component.property)): \(component.typeName)"
            if text.fits("\(wrapper) \(property)") {
                text.line("\(wrapper) \(property)")
            } else {
                text.line(wrapper)
                text.line(property)
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

    func start(_ start: AppModel.Transition, _ index: Int, _ state: AppModel.State, _ text: inout SwiftText) {
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
}
