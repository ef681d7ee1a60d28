/// An expression whose names are resolved and whose types fit.
public indirect enum TypedExpression: Sendable, Hashable {
    /// A text, a whole number, a number, or yes and no.
    case text(String), whole(Int), number(Double), flag(Bool)
    /// `nil`.
    case nothing
    /// A literal of an enumeration.
    case literal(ValueType, String)
    /// A parameter or field, by its element.
    case parameter(Int, ValueType)
    /// The object that a component's data binding holds; of a list the selected row.
    case object(component: Int, ValueType)
    /// A variable of the context.
    case variable(String, ValueType)
    /// A feature of an object.
    case feature(TypedExpression, name: String, ValueType)
    /// The opposite.
    case not(TypedExpression)
    /// Two values, with the operator as written.
    case binary(String, TypedExpression, TypedExpression)
    /// Swift, copied.
    case swift(String)

    /// The type of its value.
    public var type: ValueType {
        switch self {
        case .text: .string
        case .whole: .int
        case .number: .double
        case .flag, .not, .binary, .swift: .bool
        case .nothing: .nothing
        case .literal(let type, _), .parameter(_, let type), .object(_, let type), .variable(_, let type),
            .feature(_, _, let type):
            type
        }
    }
}

/// Resolves the names of expressions at an element, and reports what does not fit.
struct ExpressionTyping {
    struct Problem: Error, Hashable {
        var code: Finding.Code
        var message: String
    }

    let facts: ModelFacts
    /// The element whose names count.
    let owner: Int?
    /// The class whose features are names: the objects that a query filters.
    var object: String?

    func typed(_ expression: Expression) throws(Problem) -> TypedExpression {
        switch expression {
        case .text(let text): return .text(text)
        case .number(let text):
            if let whole = Int(text) { return .whole(whole) }
            return .number(Double(text) ?? 0)
        case .flag(let flag): return .flag(flag)
        case .nothing: return .nothing
        case .path(let path): return try resolve(path)
        case .not(let inner):
            let typed = try typed(inner)
            guard typed.type.fits(.bool) else {
                throw Problem(code: .expressionTypes, message: "! needs yes or no, not \(name(typed.type))")
            }
            return .not(typed)
        case .binary(let symbol, let left, let right): return try binary(symbol, left, right)
        }
    }

    private func binary(
        _ symbol: Expression.Operator, _ left: Expression, _ right: Expression
    ) throws(Problem) -> TypedExpression {
        switch symbol {
        case .and, .or:
            let (one, other) = (try typed(left), try typed(right))
            for side in [one, other] where !side.type.fits(.bool) {
                throw Problem(
                    code: .expressionTypes, message: "\(symbol.rawValue) needs yes or no, not \(name(side.type))")
            }
            return .binary(symbol.rawValue, one, other)
        case .equal, .unequal, .less, .atMost, .greater, .atLeast:
            let (one, other) = try operands(left, right)
            guard one.type.fits(other.type) || other.type.fits(one.type) else {
                throw Problem(
                    code: isVariable(one) || isVariable(other) ? .unlikeVariable : .expressionTypes,
                    message: "\(name(one.type)) is compared with \(name(other.type))")
            }
            if symbol.rank == 2, symbol != .equal, symbol != .unequal {
                for side in [one, other]
                where ![.int, .double, .string, .day, .image, .nothing, .unknown].contains(side.type) {
                    throw Problem(code: .expressionTypes, message: "\(name(side.type)) has no order")
                }
            }
            return .binary(symbol.rawValue, one, other)
        }
    }

    /// The two sides of a comparison: a name that is none may be a literal of the other side's enumeration.
    private func operands(
        _ left: Expression, _ right: Expression
    ) throws(Problem) -> (TypedExpression, TypedExpression) {
        if case .path(let path) = right, path.count == 1, let one = try? typed(left), let literals = literals(one.type)
        {
            return (one, try literal(path[0], of: one.type, literals))
        }
        if case .path(let path) = left, path.count == 1, let one = try? typed(right), let literals = literals(one.type)
        {
            return (try literal(path[0], of: one.type, literals), one)
        }
        return (try typed(left), try typed(right))
    }

    private func literal(_ text: String, of type: ValueType, _ literals: [String]) throws(Problem) -> TypedExpression {
        if literals.contains(text) { return .literal(type, text) }
        if let other = try? resolve([text]), other.type.fits(type) { return other }
        throw Problem(code: .unknownLiteral, message: "\(text) is none of \(literals.joined(separator: ", "))")
    }

    func literals(_ type: ValueType) -> [String]? {
        switch type {
        case .enumeration(let key): facts.model.domain.enumeration(key)?.literals
        case .batteryStatus: Metamodel.batteryStatuses
        case .orientation: Metamodel.orientations
        default: nil
        }
    }

    private func isVariable(_ expression: TypedExpression) -> Bool {
        if case .variable = expression { true } else { false }
    }

    // MARK: Names

    private func resolve(_ path: [String]) throws(Problem) -> TypedExpression {
        var result: TypedExpression
        var rest = path.dropFirst()
        if path[0] == "context", path.count > 1 {
            guard let variable = facts.variables[path[1]] ?? ContextVariable.known[path[1]] else {
                throw Problem(code: .unknownVariable, message: "there is no variable \(path[1])")
            }
            result = .variable(variable.name, variable.type)
            rest = rest.dropFirst()
        } else if let found = base(path[0]) {
            result = found
        } else {
            throw Problem(code: .unknownName, message: "there is no \(path[0]) here")
        }
        for name in rest {
            guard case .object(let key) = result.type, let property = property(name, of: key) else {
                throw Problem(code: .unknownName, message: "\(self.name(result.type)) has no \(name)")
            }
            result = .feature(result, name: property.name, facts.type(property))
        }
        return result
    }

    private func property(_ name: String, of key: String) -> Domain.Property? {
        facts.model.domain.attributes(key).first { $0.name == name || lowerCamel($0.name) == name }
    }

    private func matches(_ element: Int, _ name: String) -> Bool {
        facts.model.name(element) == name || facts.model.name(element).map(lowerCamel) == name
    }

    private func parameter(_ name: String, in owner: Int) -> TypedExpression? {
        let parameters = facts.parameters(owner) + (facts.isComponent(owner) ? facts.fields(owner) : [])
        return parameters.first { matches($0, name) }.map { .parameter($0, facts.types[$0] ?? .string) }
    }

    private func base(_ name: String) -> TypedExpression? {
        if let object, let property = property(name, of: object) {
            return .feature(.object(component: owner ?? -1, .object(object)), name: property.name, facts.type(property))
        }
        guard let owner else {
            // R13: events that no component owns know all parameters.
            return facts.model.elements.indices.first {
                facts.model.isA($0, "IFMLParameter") && matches($0, name)
            }.map { .parameter($0, facts.types[$0] ?? .string) }
        }
        var next: Int? = owner
        while let one = next {
            if let found = parameter(name, in: one) { return found }
            if facts.isComponent(one), case .object(let key) = facts.objectType(one),
                let property = property(name, of: key)
            {
                return .feature(.object(component: one, .object(key)), name: property.name, facts.type(property))
            }
            if facts.isContainer(one) {
                for component in facts.components(one) {
                    if let found = parameter(name, in: component) { return found }
                }
            }
            next = facts.model.elements[one].parent
        }
        return nil
    }

    func name(_ type: ValueType) -> String {
        switch type {
        case .string: "a text"
        case .bool: "yes or no"
        case .int: "a whole number"
        case .double: "a number"
        case .day: "a date"
        case .image: "a picture"
        case .object(let key): facts.model.domain.type(key)?.name ?? "an object"
        case .enumeration(let key): facts.model.domain.enumeration(key)?.name ?? "a literal"
        case .batteryStatus: "a battery status"
        case .orientation: "an orientation"
        case .list(let element): "several of \(name(element))"
        case .nothing: "nil"
        case .unknown: "something unknown"
        }
    }
}
