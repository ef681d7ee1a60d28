extension SwiftWriter {
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
        case .offer(let component, let property):
            return "\(scope.form)\(app.components[component].property).\(property).offer(answer)"
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

    func result(_ element: Int) -> AppModel.Argument? {
        for action in app.actions {
            for result in action.results + action.outcomes.flatMap(\.results) where result.element == element {
                return result
            }
        }
        return nil
    }

    func arguments(_ action: AppModel.Action, _ values: [AppModel.Value?], _ scope: CodeScope) -> String {
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
