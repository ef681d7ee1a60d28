/// Where generated code stands: how it reaches the data, forms and the row of an event.
struct CodeScope {
    /// `top.`, `app.` or nothing.
    var top: String
    /// What stands before a form's property.
    var form: String
    /// The list whose row the event has, and the row's name.
    var row: (component: Int, name: String)?
    /// Values that a guard has bound to a name.
    var bound: [AppModel.Storage: String] = [:]
    /// Those among them that may be nil.
    var optional: Set<AppModel.Storage> = []

    /// What stands before a variable, where it is not `data.context.`.
    var context: String?
    /// The name of the place that a modal container was over.
    var present: String?

    var data: String { "\(top)data." }
}

extension SwiftWriter {
    /// Code that reads a value; of a field its value.
    func read(_ storage: AppModel.Storage, _ scope: CodeScope) -> String {
        if let name = scope.bound[storage] { return name }
        switch storage {
        case .rows(let list): return "\(scope.data)\(app.components[list].property).rows"
        case .selection(let list):
            if let row = scope.row, row.component == list { return row.name }
            return "\(scope.data)\(app.components[list].property).selection"
        case .object(let details): return "\(scope.data)\(app.components[details].property)"
        case .data(let name, _): return "\(scope.data)\(name)"
        case .field(let component, let property):
            let values = isMultiple(component, property) ? "values" : "value"
            return "\(scope.form)\(app.components[component].property).\(property).\(values)"
        case .attribute(let component, let property):
            if let row = scope.row, row.component == component { return "\(row.name).\(property)" }
            let object = app.components[component].kind == .details ? "" : ".selection"
            return "\(scope.data)\(app.components[component].property)\(object)?.\(property)"
        case .argument(let action, let name): return "\(scope.data)\(app.actions[action].property)?.\(name)"
        case .variable(let name): return "\(scope.context ?? "\(scope.data)context.")\(name)"
        }
    }

    func isMultiple(_ component: Int, _ property: String) -> Bool {
        guard let field = app.components[component].fields.first(where: { $0.property == property }),
            case .selection(_, let isMultiple, _) = field.kind
        else { return false }
        return isMultiple
    }

    /// True if what `read` gives may be nil.
    func isOptional(_ storage: AppModel.Storage, _ scope: CodeScope) -> Bool {
        if scope.bound[storage] != nil { return scope.optional.contains(storage) }
        return switch storage {
        case .rows: false
        case .selection(let list): scope.row?.component != list
        case .object, .argument: true
        case .data(_, let type): !type.isList
        case .field(let component, let property): !isMultiple(component, property)
        case .attribute(let component, let property):
            scope.row?.component != component || self.property(property, of: component)?.isOptional == true
        case .variable(let name): app.variables.first { $0.name == name }?.isOptional != false
        }
    }

    private func property(_ name: String, of component: Int) -> AppModel.Property? {
        guard case .object(let key) = app.components[component].object else { return nil }
        return app.structures.first { $0.key == key }?.properties.first { $0.property == name }
    }

    // MARK: Expressions

    /// Code for an expression that is true or false.
    func condition(_ expression: TypedExpression, _ scope: CodeScope) -> String {
        switch expression {
        case .not(let inner):
            let code = condition(inner, scope)
            return isSimple(inner, scope) ? "!\(code)" : "!(\(code))"
        case .binary("&&", let one, let other): return "\(grouped(one, "&&", scope)) && \(grouped(other, "&&", scope))"
        case .binary("||", let one, let other): return "\(grouped(one, "||", scope)) || \(grouped(other, "||", scope))"
        case .binary(let symbol, let one, let other): return compare(symbol, one, other, scope)
        case .flag(let flag): return flag ? "true" : "false"
        case .swift(let text): return text
        case .parameter, .object, .variable, .feature, .literal, .text, .whole, .number, .nothing:
            return isOptional(expression, scope) ? "\(value(expression, scope)) == true" : value(expression, scope)
        }
    }

    private func grouped(_ expression: TypedExpression, _ outer: String, _ scope: CodeScope) -> String {
        if case .binary(let symbol, _, _) = expression, symbol != outer, symbol == "&&" || symbol == "||" {
            return "(\(condition(expression, scope)))"
        }
        return condition(expression, scope)
    }

    private func isSimple(_ expression: TypedExpression, _ scope: CodeScope) -> Bool {
        switch expression {
        case .flag: true
        case .parameter, .object, .variable, .feature: !isOptional(expression, scope)
        case .text, .whole, .number, .nothing, .literal, .not, .binary, .swift: false
        }
    }

    private func compare(
        _ symbol: String, _ one: TypedExpression, _ other: TypedExpression, _ scope: CodeScope
    ) -> String {
        if other == .nothing || one == .nothing {
            let side = other == .nothing ? one : other
            guard symbol == "==" || symbol == "!=" else { return "false" }
            guard isOptional(side, scope) else { return symbol == "==" ? "false" : "true" }
            return "\(value(side, scope)) \(symbol) nil"
        }
        var (left, right) = (value(one, scope), value(other, scope))
        let (isLeft, isRight) = (isOptional(one, scope), isOptional(other, scope))
        if one.type == .int, other.type == .double, !isLiteral(one) {
            left = isLeft ? "\(left).map(Double.init)" : "Double(\(left))"
        }
        if other.type == .int, one.type == .double, !isLiteral(other) {
            right = isRight ? "\(right).map(Double.init)" : "Double(\(right))"
        }
        if symbol == "==" || symbol == "!=" { return "\(left) \(symbol) \(right)" }
        switch (isLeft, isRight) {
        case (false, false): return "\(left) \(symbol) \(right)"
        case (true, false): return "(\(left).map { $0 \(symbol) \(right) } ?? false)"
        case (false, true): return "(\(right).map { \(left) \(symbol) $0 } ?? false)"
        case (true, true): return "(\(left).flatMap { left in \(right).map { left \(symbol) $0 } } ?? false)"
        }
    }

    private func isLiteral(_ expression: TypedExpression) -> Bool {
        switch expression {
        case .whole, .number: true
        default: false
        }
    }

    /// Code for a value; perhaps optional.
    func value(_ expression: TypedExpression, _ scope: CodeScope) -> String {
        switch expression {
        case .text(let text): return SwiftText.literal(text)
        case .whole(let number): return "\(number)"
        case .number(let number): return "\(number)"
        case .flag(let flag): return flag ? "true" : "false"
        case .nothing: return "nil"
        case .literal(let type, let name):
            if case .enumeration(let key) = type {
                let literals = app.enumerations.first { $0.key == key }?.literals
                return ".\(literals?.first { $0.name == name }?.property ?? name)"
            }
            return ".\(name)"
        case .parameter(let element, _): return app.storage[element].map { read($0, scope) } ?? "nil"
        case .object(let element, _):
            guard let component = app.components.firstIndex(where: { $0.element == element }) else { return "nil" }
            let one = app.components[component]
            if one.kind == .details { return "\(scope.data)\(one.property)" }
            return read(.selection(component), scope)
        case .variable(let name, _): return read(.variable(name), scope)
        case .feature(let base, let name, _):
            let property = property(name, of: base.type)?.property ?? lowerCamel(name)
            return value(base, scope) + (isOptional(base, scope) ? "?." : ".") + property
        case .not, .binary: return "(\(condition(expression, scope)))"
        case .swift(let text): return text
        }
    }

    private func property(_ name: String, of type: ValueType) -> AppModel.Property? {
        guard case .object(let key) = type else { return nil }
        return app.structures.first { $0.key == key }?.properties.first { $0.name == name }
    }

    func isOptional(_ expression: TypedExpression, _ scope: CodeScope) -> Bool {
        switch expression {
        case .text, .whole, .number, .flag, .literal, .not, .binary, .swift: false
        case .nothing: true
        case .parameter(let element, _): app.storage[element].map { isOptional($0, scope) } ?? true
        case .object(let element, _):
            app.components.firstIndex { $0.element == element }.map { isOptional(.selection($0), scope) } ?? true
        case .variable(let name, _): isOptional(.variable(name), scope)
        case .feature(let base, let name, _):
            isOptional(base, scope) || property(name, of: base.type)?.isOptional == true
        }
    }
}
