extension SwiftWriter {
    func oneLine(_ branch: AppModel.Branch, _ state: AppModel.State, _ scope: CodeScope) -> String? {
        switch branch.target {
        case .ensure, .leave: return nil
        case .stay, .container, .local, .perform, .showing, .hide, .previous: break
        }
        let effects = branch.effects.compactMap { effect($0, scope) }
        guard effects.count <= 1, effects.first?.contains("\n") != true else { return nil }
        return target(branch.target, state, scope) + (effects.first.map { " { \($0) }" } ?? "")
    }

    func reaction(
        _ branch: AppModel.Branch, _ state: AppModel.State, _ scope: CodeScope, _ text: inout SwiftText
    ) {
        if case .ensure(let container) = branch.target {
            let path = "\(scope.top)\(path(app.containers[container].path))"
            var quiet = branch
            quiet.target = .stay
            quiet.effects.removeAll { if case .show = $0 { true } else { false } }
            text.line("if \(path).isActive {")
            text.indented { reaction(quiet, state, scope, &$0) }
            text.line("}")
            var moving = branch
            moving.target = .container(container)
            return reaction(moving, state, scope, &text)
        }
        if case .leave(let modal, let other) = branch.target, let place = app.containers[leaf(other)].place {
            text.line("let present = \(scope.top)present")
            if let modal {
                // What is below the modal window may be the other one already.
                var quiet = branch
                quiet.target = .hide(modal)
                quiet.effects.removeAll { if case .show = $0 { true } else { false } }
                text.line("if present == .\(place) {")
                text.indented { reaction(quiet, state, scope, &$0) }
                text.line("}")
            }
        }
        if let one = oneLine(branch, state, scope), text.fits("return \(one)") { return text.line("return \(one)") }
        var scope = scope
        if case .leave = branch.target { scope.present = "present" }
        let effects = branch.effects.compactMap { effect($0, scope) }
        text.line("return \(target(branch.target, state, scope)) {")
        text.indented { text in
            for effect in effects {
                for line in effect.split(separator: "\n", omittingEmptySubsequences: false) {
                    wrapped(String(line), &text)
                }
            }
        }
        text.line("}")
    }

    /// What follows an error: what the outcome says, and the message.
    func failed(
        _ branch: AppModel.Branch, _ message: String, _ state: AppModel.State, _ scope: CodeScope,
        _ text: inout SwiftText
    ) {
        let effects = branch.effects.compactMap { effect($0, scope) }
        text.line("\(target(branch.target, state, scope)) {")
        text.indented { text in
            for effect in effects { wrapped(effect, &text) }
            text.line(message)
        }
        text.line("}")
    }

    /// A statement; a call whose line is too long is broken at its arguments.
    func wrapped(_ statement: String, _ text: inout SwiftText) {
        guard !text.fits(statement), statement.hasSuffix(")"), let open = statement.firstIndex(of: "(") else {
            return text.line(statement)
        }
        let arguments = statement[statement.index(after: open)...].dropLast().split(separator: ", ").map(String.init)
        text.call(String(statement[..<open]), arguments)
    }

    /// The innermost container that is active at first in one.
    func leaf(_ index: Int) -> Int {
        app.containers[index].place == nil ? app.containers[index].initial.map { leaf($0) } ?? index : index
    }

    func target(_ target: AppModel.Target, _ state: AppModel.State, _ scope: CodeScope) -> String {
        let holder = state.kind.isInner ? "superior." : ""
        switch target {
        case .stay: return ".handled"
        case .container(let index), .ensure(let index): return ".to(\(scope.top)\(path(app.containers[index].path)))"
        case .local(let index):
            return ".local(to: \(code(app.containers[index].property)))"
        case .perform(_, let action): return ".to(\(holder)performing\(upperCamel(app.actions[action].name)))"
        case .showing: return ".to(superior.showing)"
        case .hide(let modal): return ".to(\(scope.top)\(path(app.containers[modal].path)).hidden)"
        case .leave(let modal, let other):
            let hidden = modal.map { ", \(scope.top)\(path(app.containers[$0].path)).hidden" } ?? ""
            return ".to(\(scope.top)\(path(app.containers[other].path))\(hidden))"
        case .previous: return state.kind == .top ? ".to(previous)" : ".local(to: previous)"
        }
    }
}
