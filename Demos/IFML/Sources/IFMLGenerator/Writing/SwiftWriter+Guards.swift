extension SwiftWriter {
    /// Effects run when the state has been left: what they take from fields is read before.
    func fieldStatements(_ transition: AppModel.Transition, _ scope: inout CodeScope) -> [String] {
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

    static func values(_ effect: AppModel.Effect) -> [AppModel.Value] {
        switch effect {
        case .assign(_, let value): [value]
        case .prepare(_, let values), .start(_, let values): values.compactMap(\.self)
        case .set(_, let value): [value].compactMap(\.self)
        case .select, .show, .beginAnew, .open, .raise, .keep, .offer, .type, .takeReadings, .setContext, .ask, .tell:
            []
        }
    }

    /// A row that no effect and no guard uses gets no name.
    func dropUnusedRow(_ guards: inout [String], _ transition: AppModel.Transition, _ scope: CodeScope) {
        guard scope.row != nil, let index = guards.firstIndex(where: { $0.hasPrefix("let selected = ") }) else {
            return
        }
        let effects = transition.branches.flatMap(\.effects).compactMap { effect($0, scope) }
        let conditions = transition.branches.compactMap { $0.condition.map { condition($0, scope) } }
        let rest = guards.enumerated().filter { $0.offset != index }.map(\.element)
        let isUsed = (effects + conditions + rest).contains { $0.contains("selected") && $0 != guards[index] }
        if !isUsed { guards[index] = guards[index].dropFirst("let selected = ".count) + " != nil" }
    }

    func guarded(_ guards: [String], _ text: inout SwiftText) {
        let one = "guard \(guards.joined(separator: ", ")) else { return .unhandled }"
        if text.fits(one) { return text.line(one) }
        for (index, one) in guards.enumerated() {
            let end = index == guards.count - 1 ? "" : ","
            text.line(index == 0 ? "guard \(one)\(end)" : "    \(one)\(end)")
        }
        text.line("else { return .unhandled }")
    }

    func pattern(_ event: AppModel.Event, _ transition: AppModel.Transition, _ scope: CodeScope) -> String {
        switch event.payload {
        case .none: return ".\(event.name)"
        case .row: return ".\(event.name)(let row)"
        case .text: return ".\(event.name)(let text)"
        case .values(let values):
            return ".\(event.name)(\(values.map { "let \(code($0.name))" }.joined(separator: ", ")))"
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
                let names = results.map { used.contains($0.element) ? "let \(code($0.name))" : "_" }
                return "(\(names.joined(separator: ", ")))"
            }
            guard let outcome = transition.outcome else { return ".\(event.name)\(values(action.results))" }
            let one = action.outcomes[outcome]
            return ".\(event.name)(.\(one.property)\(values(one.results)))"
        }
    }

    static func result(_ effect: AppModel.Effect) -> Int? {
        if case .assign(_, .result(let element)) = effect { return element }
        return nil
    }

    /// The conditions as clauses of a guard; values and the row get names.
    func guards(_ transition: AppModel.Transition, _ scope: inout CodeScope) -> [String] {
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
    func fields(_ transition: AppModel.Transition) -> [(AppModel.Storage, String)] {
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

    static func readsRow(_ effect: AppModel.Effect) -> Bool {
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
        case .select, .show, .beginAnew, .open, .raise, .keep, .offer, .type, .takeReadings, .setContext, .ask, .tell:
            false
        }
    }

    /// Code that is true while one of some viewpoints holds.
    func holds(_ viewpoints: [Int], _ scope: CodeScope) -> String {
        let parts = viewpoints.map { "\(scope.data)context.\(app.viewpoints[$0].property)" }
        return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " || ")))"
    }

    func readsSelection(_ expression: TypedExpression) -> Bool {
        switch expression {
        case .parameter(let element, _):
            if case .selection = app.storage[element] { true } else { false }
        case .object: true
        case .feature(let inner, _, _), .not(let inner): readsSelection(inner)
        case .binary(_, let one, let other): readsSelection(one) || readsSelection(other)
        case .text, .whole, .number, .flag, .nothing, .literal, .variable, .swift: false
        }
    }

    func uses(_ storage: AppModel.Storage, _ transition: AppModel.Transition) -> Bool {
        transition.branches.flatMap(\.effects).contains { effect in
            switch effect {
            case .assign(_, .stored(storage)): true
            case .prepare(_, let values), .start(_, let values): values.contains(.stored(storage))
            case .set(_, .stored(storage)): true
            default: false
            }
        }
    }
}
