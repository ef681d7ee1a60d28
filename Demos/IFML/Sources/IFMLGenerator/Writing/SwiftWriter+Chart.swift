extension SwiftWriter {
    func chart() -> String {
        var text = SwiftText()
        text.line("import IFMLRuntime")
        text.line("import Statecharts")
        text.blank()
        top(&text)
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

    /// The states of the model's own containers.
    func states() -> String { states(of: "containers", inModules: false) }

    /// The states of the containers that modules bring, so that a model with many stays readable.
    func modules() -> String { states(of: "modules", inModules: true) }

    private func states(of what: String, inModules: Bool) -> String {
        let states = nested(app.chart).filter { isInModule($0.0) == inModules }
        var text = SwiftText()
        guard !states.isEmpty else {
            text.line("// The model has no \(what).")
            return text.text
        }
        text.line("import IFMLRuntime")
        text.line("import Statecharts")
        text.blank()
        text.block("extension \(app.typeName)") { text in
            for (state, superior) in states {
                text.blank()
                self.state(state, in: superior, &text)
            }
        }
        return text.text
    }

    private func isInModule(_ state: AppModel.State) -> Bool {
        switch state.kind {
        case .container(let index), .modal(let index), .hidden(let index), .shown(let index), .showing(let index),
            .performing(let index, _), .content(.some(let index)):
            app.containers[index].isInModule
        case .top, .content(nil): false
        }
    }

    /// The states that are not nested in the class of another one: all but showing, performing, hidden, shown.
    func nested(_ state: AppModel.State) -> [(AppModel.State, String)] { nested(state, state.typeName) }

    func nested(_ state: AppModel.State, _ name: String) -> [(AppModel.State, String)] {
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
