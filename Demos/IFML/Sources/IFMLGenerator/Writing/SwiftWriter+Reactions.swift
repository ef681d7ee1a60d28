extension SwiftWriter {
    /// What a state does about events: a switch, or one line for one event.
    func handle(_ state: AppModel.State, scope: CodeScope, _ text: inout SwiftText) {
        if case .hidden(let index) = state.kind {
            guard let event = app.showingEvent(of: index) else { return }
            text.block("override func handle(_ event: Event) -> Reaction") { text in
                text.line("event == .\(event) ? .to(superior.shown) : .unhandled")
            }
            return
        }
        let transitions = state.effectiveTransitions
        guard !transitions.isEmpty else { return }
        text.blank()
        text.block("override func handle(_ event: Event) -> Reaction") { text in
            if transitions.count == 1, let short = short(transitions[0], state, scope), text.fits(short) {
                return text.line(short)
            }
            text.line("switch event {")
            for transition in transitions { self.transition(transition, state, scope, &text) }
            text.line("default: return .unhandled")
            text.line("}")
        }
    }

    func event(_ name: String) -> AppModel.Event? { app.events.first { $0.name == name } }

    /// `event == .close ? .to(…) : .unhandled`, where that says all.
    func short(_ transition: AppModel.Transition, _ state: AppModel.State, _ scope: CodeScope) -> String? {
        guard let event = event(transition.event), payload(event).isEmpty, transition.conditions.isEmpty,
            transition.branches.count == 1, transition.branches[0].condition == nil
        else { return nil }
        let effects = transition.branches[0].effects.compactMap { effect($0, scope) }
        guard effects.count <= 1 else { return nil }
        switch transition.branches[0].target {
        case .ensure, .leave: return nil
        case .stay, .container, .local, .perform, .showing, .hide, .previous: break
        }
        let head = target(transition.branches[0].target, state, scope)
        let body = effects.first.map { " { \($0) }" } ?? ""
        return "event == .\(event.name) ? \(head)\(body) : .unhandled"
    }

    // MARK: Transitions

    func transition(
        _ transition: AppModel.Transition, _ state: AppModel.State, _ scope: CodeScope, _ text: inout SwiftText
    ) {
        guard let event = event(transition.event) else { return }
        var scope = scope
        if case .values(let values) = event.payload {
            for value in values {
                guard let storage = app.storage[value.element] else { continue }
                scope.bound[storage] = code(value.name)
                if value.isOptional { scope.optional.insert(storage) }
            }
        }
        var guards = guards(transition, &scope)
        let statements = fieldStatements(transition, &scope)
        dropUnusedRow(&guards, transition, scope)
        let pattern = "case \(pattern(event, transition, scope)):"
        if guards.isEmpty, statements.isEmpty, transition.branches.count == 1,
            transition.branches[0].condition == nil, let one = oneLine(transition.branches[0], state, scope),
            text.fits("\(pattern) return \(one)")
        {
            return text.line("\(pattern) return \(one)")
        }
        text.line(pattern)
        text.indented { text in
            if !guards.isEmpty { guarded(guards, &text) }
            for statement in statements { text.line(statement) }
            for branch in transition.branches {
                guard let condition = branch.condition else {
                    reaction(branch, state, scope, &text)
                    return
                }
                text.line("if \(self.condition(condition, scope)) {")
                text.indented { reaction(branch, state, scope, &$0) }
                text.line("}")
            }
            text.line("return .unhandled")
        }
    }
}
