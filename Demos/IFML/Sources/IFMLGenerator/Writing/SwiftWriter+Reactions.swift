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

    private func event(_ name: String) -> AppModel.Event? { app.events.first { $0.name == name } }

    /// `event == .close ? .to(…) : .unhandled`, where that says all.
    private func short(_ transition: AppModel.Transition, _ state: AppModel.State, _ scope: CodeScope) -> String? {
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

    private func transition(
        _ transition: AppModel.Transition, _ state: AppModel.State, _ scope: CodeScope, _ text: inout SwiftText
    ) {
        guard let event = event(transition.event) else { return }
        var scope = scope
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

    /// Effects run when the state has been left: what they take from fields is read before.
    private func fieldStatements(_ transition: AppModel.Transition, _ scope: inout CodeScope) -> [String] {
        var result: [String] = []
        for value in transition.branches.flatMap(\.effects).flatMap(Self.values) {
            guard case .stored(let storage) = value, case .field(_, let property) = storage, scope.bound[storage] == nil
            else { continue }
            let name = scope.bound.values.contains(property) ? "\(property)Value" : property
            result.append("let \(code(name)) = \(read(storage, scope))")
            if isOptional(storage, scope) { scope.optional.insert(storage) }
            scope.bound[storage] = code(name)
        }
        return result
    }

    private static func values(_ effect: AppModel.Effect) -> [AppModel.Value] {
        switch effect {
        case .assign(_, let value): [value]
        case .prepare(_, let values), .start(_, let values): values.compactMap(\.self)
        case .set(_, let value): [value].compactMap(\.self)
        case .select, .show, .beginAnew, .open, .raise, .keep, .type, .takeReadings, .setContext, .ask, .tell: []
        }
    }

    /// A row that no effect and no guard uses gets no name.
    private func dropUnusedRow(_ guards: inout [String], _ transition: AppModel.Transition, _ scope: CodeScope) {
        guard scope.row != nil, let index = guards.firstIndex(where: { $0.hasPrefix("let selected = ") }) else {
            return
        }
        let effects = transition.branches.flatMap(\.effects).compactMap { effect($0, scope) }
        let conditions = transition.branches.compactMap { $0.condition.map { condition($0, scope) } }
        let rest = guards.enumerated().filter { $0.offset != index }.map(\.element)
        let isUsed = (effects + conditions + rest).contains { $0.contains("selected") && $0 != guards[index] }
        if !isUsed { guards[index] = guards[index].dropFirst("let selected = ".count) + " != nil" }
    }

    private func guarded(_ guards: [String], _ text: inout SwiftText) {
        let one = "guard \(guards.joined(separator: ", ")) else { return .unhandled }"
        if text.fits(one) { return text.line(one) }
        for (index, one) in guards.enumerated() {
            let end = index == guards.count - 1 ? "" : ","
            text.line(index == 0 ? "guard \(one)\(end)" : "    \(one)\(end)")
        }
        text.line("else { return .unhandled }")
    }

    private func pattern(_ event: AppModel.Event, _ transition: AppModel.Transition, _ scope: CodeScope) -> String {
        switch event.payload {
        case .none: return ".\(event.name)"
        case .row: return ".\(event.name)(let row)"
        case .text: return ".\(event.name)(let text)"
        case .context: return ".\(event.name)(let context)"
        case .device: return ".\(event.name)(let reading)"
        case .sensed:
            let sensed = transition.sensed ?? ".shake"
            return sensed.contains("where") ? ".\(event.name)(\(sensed)" : ".\(event.name)(\(sensed))"
        case .answer: return ".\(event.name)(let answer)"
        case .end(let index):
            let action = app.actions[index]
            let used = Set(transition.branches.flatMap(\.effects).compactMap(Self.result))
            func values(_ results: [AppModel.Argument]) -> String {
                guard results.contains(where: { used.contains($0.element) }) else { return "" }
                return
                    "(\(results.map { used.contains($0.element) ? "let \(code($0.name))" : "_" }.joined(separator: ", ")))"
            }
            guard let outcome = transition.outcome else { return ".\(event.name)\(values(action.results))" }
            let one = action.outcomes[outcome]
            return ".\(event.name)(.\(one.property)\(values(one.results)))"
        }
    }

    private static func result(_ effect: AppModel.Effect) -> Int? {
        if case .assign(_, .result(let element)) = effect { return element }
        return nil
    }

    /// The conditions as clauses of a guard; values and the row get names.
    private func guards(_ transition: AppModel.Transition, _ scope: inout CodeScope) -> [String] {
        var result: [String] = []
        let usesRow =
            transition.branches.contains { branch in
                branch.effects.contains(where: Self.readsRow) || branch.condition.map(readsSelection) == true
            }
            || transition.conditions.contains {
                if case .expression(let one) = $0 { readsSelection(one) } else { false }
            }
        for condition in transition.conditions {
            switch condition {
            case .onTop(let modal):
                let place = modal.flatMap { app.containers[$0].place }
                result.append(place.map { "\(scope.data)navigation.isOnTop(.\($0))" } ?? "\(scope.top)isOnTop")
            case .viewpoint(let viewpoints): result.append(holds(viewpoints, scope))
            case .active(let container): result.append("\(scope.top)\(path(app.containers[container].holder)).isActive")
            case .row(let component):
                let list = "\(scope.data)\(app.components[component].property).row(row)"
                if usesRow {
                    scope.row = (component, "selected")
                    result.append("let selected = \(list)")
                } else {
                    result.append("\(list) != nil")
                }
            case .object(let component):
                let read = "\(scope.data)\(app.components[component].property)"
                if uses(.object(component), transition) {
                    scope.bound[.object(component)] = "object"
                    result.append("let object = \(read)")
                } else {
                    result.append("\(read) != nil")
                }
            case .valid(let component): result.append("\(scope.form)\(app.components[component].property).isValid")
            case .value(let element):
                guard let storage = app.storage[element], scope.bound[storage] == nil else { continue }
                let name = "value\(scope.bound.count == 0 ? "" : "\(scope.bound.count + 1)")"
                result.append("let \(name) = \(read(storage, scope))")
                scope.bound[storage] = name
            case .expression(let expression):
                let code = self.condition(expression, scope)
                if code != "true" { result.append(code) }
            case .inactive(let container):
                result.append("!\(scope.top)\(path(app.containers[container].path)).isActive")
            case .back: result.append("\(scope.data)navigation.previous != nil")
            }
        }
        for (storage, name) in fields(transition) {
            result.append("let \(name) = \(read(storage, scope))")
            scope.bound[storage] = name
        }
        for case .type(let component, let property) in transition.branches.flatMap(\.effects) {
            let field = app.components[component].fields.first { $0.property == property }
            if case .selection = field?.kind {
                result.append("\(scope.form)\(app.components[component].property).\(property).takes(text)")
            }
        }
        return result
    }

    /// Fields that arguments take their values from: a guard makes sure that there are some.
    private func fields(_ transition: AppModel.Transition) -> [(AppModel.Storage, String)] {
        var result: [(AppModel.Storage, String)] = []
        for effect in transition.branches.flatMap(\.effects) {
            let action: Int
            let values: [AppModel.Value?]
            switch effect {
            case .prepare(let one, let given), .start(let one, let given): (action, values) = (one, given)
            default: continue
            }
            for (argument, value) in zip(app.actions[action].arguments, values) {
                guard !argument.isOptional, !argument.type.isList, case .stored(let storage) = value,
                    !result.contains(where: { $0.0 == storage })
                else { continue }
                switch storage {
                case .field, .attribute: result.append((storage, code(argument.name)))
                case .rows, .selection, .object, .data, .argument, .variable: break
                }
            }
        }
        return result
    }

    private static func readsRow(_ effect: AppModel.Effect) -> Bool {
        func isRow(_ value: AppModel.Value?) -> Bool {
            switch value {
            case .row, .rowProperty: true
            case .stored, .result, .expression, nil: false
            }
        }
        return switch effect {
        case .assign(_, let value): isRow(value)
        case .prepare(_, let values), .start(_, let values): values.contains(where: isRow)
        case .set(_, let value): isRow(value)
        case .select, .show, .beginAnew, .open, .raise, .keep, .type, .takeReadings, .setContext, .ask, .tell: false
        }
    }

    /// Code that is true while one of some viewpoints holds.
    func holds(_ viewpoints: [Int], _ scope: CodeScope) -> String {
        let parts = viewpoints.map { "\(scope.data)context.\(app.viewpoints[$0].property)" }
        return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " || ")))"
    }

    private func readsSelection(_ expression: TypedExpression) -> Bool {
        switch expression {
        case .parameter(let element, _):
            if case .selection = app.storage[element] { true } else { false }
        case .object: true
        case .feature(let inner, _, _), .not(let inner): readsSelection(inner)
        case .binary(_, let one, let other): readsSelection(one) || readsSelection(other)
        case .text, .whole, .number, .flag, .nothing, .literal, .variable, .swift: false
        }
    }

    private func uses(_ storage: AppModel.Storage, _ transition: AppModel.Transition) -> Bool {
        transition.branches.flatMap(\.effects).contains { effect in
            switch effect {
            case .assign(_, .stored(storage)): true
            case .prepare(_, let values), .start(_, let values): values.contains(.stored(storage))
            case .set(_, .stored(storage)): true
            default: false
            }
        }
    }

    // MARK: Reactions

    private func oneLine(_ branch: AppModel.Branch, _ state: AppModel.State, _ scope: CodeScope) -> String? {
        switch branch.target {
        case .ensure, .leave: return nil
        case .stay, .container, .local, .perform, .showing, .hide, .previous: break
        }
        let effects = branch.effects.compactMap { effect($0, scope) }
        guard effects.count <= 1, effects.first?.contains("\n") != true else { return nil }
        return target(branch.target, state, scope) + (effects.first.map { " { \($0) }" } ?? "")
    }

    private func reaction(
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
            var quiet = branch
            quiet.target = .hide(modal)
            quiet.effects.removeAll { if case .show = $0 { true } else { false } }
            text.line("if present == .\(place) {")
            text.indented { reaction(quiet, state, scope, &$0) }
            text.line("}")
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
    private func wrapped(_ statement: String, _ text: inout SwiftText) {
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

    private func target(_ target: AppModel.Target, _ state: AppModel.State, _ scope: CodeScope) -> String {
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
            return
                ".to(\(scope.top)\(path(app.containers[other].path)), \(scope.top)\(path(app.containers[modal].path)).hidden)"
        case .previous: return state.kind == .top ? ".to(previous)" : ".local(to: previous)"
        }
    }

    // MARK: Effects

    /// One statement; nil if there is nothing to do.
    func effect(_ effect: AppModel.Effect, _ scope: CodeScope) -> String? {
        switch effect {
        case .select(let component): return "\(scope.data)\(app.components[component].property).select(row)"
        case .show(let container, let from):
            guard let place = app.containers[container].place else { return nil }
            let source =
                from.flatMap { app.containers[$0].place }.map { ", from: .\($0)" } ?? scope.present.map {
                    ", from: \($0)"
                } ?? ""
            return "\(scope.data)navigation.show(.\(place)\(source))"
        case .beginAnew: return "\(scope.data)navigation.beginAnew()"
        case .assign(let target, let value): return assignment(target, value, scope, isInData: false)
        case .prepare(let index, let values):
            let action = app.actions[index]
            guard !action.arguments.isEmpty else { return nil }
            return "\(scope.data)\(action.property) = \(action.typeName)(\(arguments(action, values, scope)))"
        case .start(let index, let values):
            let action = app.actions[index]
            return "\(scope.top)\(action.function)(\(arguments(action, values, scope)))"
        case .open(let modal): return app.showingEvent(of: modal).map { "\(scope.top)raise(.\($0))" }
        case .raise(let event): return "\(scope.top)raise(.\(event))"
        case .keep(let component):
            let one = app.components[component]
            return "\(scope.data)\(one.property)\(one.kind == .details ? "" : ".rows") = answer"
        case .type(let component, let property):
            return "\(scope.form)\(app.components[component].property).\(property).set(text)"
        case .set(let variable, let value):
            let code = value.map { self.code($0, scope).text } ?? "nil"
            return "\(scope.data)context.\(variable) = \(code)"
        case .setContext: return "\(scope.data)context = context"
        case .takeReadings:
            return (app.variables.isEmpty ? "" : "\(scope.data)context.take(reading)\n")
                + "raise(.sensed(reading.kind))"
        case .ask: return "\(scope.top)ask()"
        case .tell: return nil
        }
    }

    /// Code for a value, with what is known of it.
    func code(_ value: AppModel.Value, _ scope: CodeScope) -> (text: String, isOptional: Bool) {
        switch value {
        case .row(let component):
            (scope.row?.component == component ? "selected" : read(.selection(component), scope), scope.row == nil)
        case .rowProperty(let component, let property):
            (
                read(.attribute(component: component, property: property), scope),
                isOptional(.attribute(component: component, property: property), scope)
            )
        case .stored(let storage): (read(storage, scope), isOptional(storage, scope))
        case .result(let element): (code(result(element)?.name ?? "value"), result(element)?.isOptional == true)
        case .expression(let expression): (self.value(expression, scope), isOptional(expression, scope))
        }
    }

    private func result(_ element: Int) -> AppModel.Argument? {
        for action in app.actions {
            for result in action.results + action.outcomes.flatMap(\.results) where result.element == element {
                return result
            }
        }
        return nil
    }

    private func arguments(_ action: AppModel.Action, _ values: [AppModel.Value?], _ scope: CodeScope) -> String {
        zip(action.arguments, values).map { argument, value in
            guard let value else { return "\(argument.name): \(argument.type.isList ? "[]" : "nil")" }
            let (text, isOptional) = code(value, scope)
            if isOptional, argument.type.isList { return "\(argument.name): \(text) ?? []" }
            return "\(argument.name): \(text)"
        }.joined(separator: ", ")
    }

    func assignment(_ target: AppModel.Storage, _ value: AppModel.Value, _ scope: CodeScope, isInData: Bool) -> String?
    {
        var scope = scope
        if isInData { scope.top = "" }
        let prefix = isInData ? "" : scope.data
        var (text, isOptional) = code(value, scope)
        if isInData, text.hasPrefix("data.") { text = String(text.dropFirst(5)) }
        switch target {
        case .rows(let list):
            return "\(prefix)\(app.components[list].property).rows = \(text)\(isOptional ? " ?? []" : "")"
        case .object(let details): return "\(prefix)\(app.components[details].property) = \(text)"
        case .data(let name, let type): return "\(prefix)\(name) = \(text)\(isOptional && type.isList ? " ?? []" : "")"
        case .variable(let name): return "\(prefix)context.\(name) = \(text)"
        case .selection, .field, .attribute, .argument: return nil
        }
    }
}
