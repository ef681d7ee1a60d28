/// The expressions of a model, typed where they are used. Both the checks and the application's model ask here.
extension ModelFacts {
    typealias Problem = ExpressionTyping.Problem

    /// A Boolean expression, as it is understood at an element. `owner` is the element whose names count.
    func condition(_ expression: Int, owner: Int?, object: String? = nil) throws(Problem) -> TypedExpression {
        let typed = try value(expression, owner: owner, object: object)
        guard typed.type.fits(.bool) else {
            throw Problem(code: .expressionTypes, message: "the expression is neither true nor false")
        }
        return typed
    }

    /// An expression of any type.
    func value(_ expression: Int, owner: Int?, object: String? = nil) throws(Problem) -> TypedExpression {
        let body = model.elements[expression].attributes["body"] ?? ""
        switch model.elements[expression].attributes["language"] ?? "ifml" {
        case "ifml", "IFML":
            return try ExpressionTyping(facts: self, owner: owner, object: object).typed(parsed(body))
        case "swift", "Swift": return .swift(body)
        case let other: throw Problem(code: .expressionLanguage, message: "the language \(other) is not known")
        }
    }

    private func parsed(_ body: String) throws(Problem) -> Expression {
        do throws(Expression.SyntaxError) {
            return try Expression.parse(body)
        } catch {
            throw Problem(code: .expressionSyntax, message: "\"\(body)\": \(error.message)")
        }
    }

    /// The flows of an event in the order in which its expression tries them; a nil guard is `else`.
    func choices(_ event: Int) throws(Problem) -> [(guard: TypedExpression?, flow: Flow)] {
        let flows = flows(from: event).filter { $0.target != nil }
        guard let expression = model.children(event, "interactionFlowExpression").first else {
            return flows.map { (nil, $0) }
        }
        let language = model.elements[expression].attributes["language"] ?? "ifml"
        guard language.lowercased() == "ifml" else {
            throw Problem(code: .expressionLanguage, message: "the language \(language) is not known")
        }
        let body = model.elements[expression].attributes["body"] ?? ""
        let branches: [(guard: Expression?, target: String)]
        do throws(Expression.SyntaxError) {
            branches = try Expression.parseFlows(body)
        } catch {
            throw Problem(code: .expressionSyntax, message: "\"\(body)\": \(error.message)")
        }
        let typing = ExpressionTyping(facts: self, owner: owner(ofEvent: event))
        var result: [(guard: TypedExpression?, flow: Flow)] = []
        for branch in branches {
            guard let flow = flows.first(where: { isNamed($0.target, branch.target) }) else {
                throw Problem(code: .unknownName, message: "no flow of the event leads to \(branch.target)")
            }
            let typed = try branch.guard.map { (one) throws(Problem) -> TypedExpression in try typing.typed(one) }
            guard typed?.type.fits(.bool) != false else {
                throw Problem(
                    code: .expressionTypes, message: "the guard of \(branch.target) is neither true nor false")
            }
            result.append((typed, flow))
        }
        return result
    }

    private func isNamed(_ element: Int?, _ name: String) -> Bool {
        guard let element, let own = model.name(element) else { return false }
        return own == name || lowerCamel(own) == name
    }

    /// The rules of a field that speak of fields of its form only.
    func rules(_ field: Int) -> [(text: String, condition: TypedExpression)] {
        model.children(field, "constraints").compactMap { rule in
            guard let typed = try? condition(rule, owner: component(field)), isOfFields(typed) else { return nil }
            return (model.elements[rule].attributes["body"] ?? "", typed)
        }
    }

    /// True for an expression of fields and plain values.
    func isOfFields(_ expression: TypedExpression) -> Bool {
        switch expression {
        case .text, .whole, .number, .flag, .nothing, .literal: true
        case .parameter(let element, _): model.isA(element, "Field") && types[element]?.isList == false
        case .not(let inner): isOfFields(inner)
        case .binary(_, let one, let other): isOfFields(one) && isOfFields(other)
        case .object, .variable, .feature, .swift: false
        }
    }

    /// The time of a system event of type time.
    func timing(_ event: Int) throws(Problem) -> Expression.Timing? {
        guard let expression = model.children(event, "triggeringExpressions").first else { return nil }
        let body = model.elements[expression].attributes["body"] ?? ""
        do throws(Expression.SyntaxError) {
            return try Expression.parseTime(body)
        } catch {
            throw Problem(code: .expressionSyntax, message: "\"\(body)\": \(error.message)")
        }
    }

    /// The condition whose beginning fires a system event of type specialCondition.
    func specialCondition(_ event: Int) throws(Problem) -> TypedExpression? {
        guard isSystemEvent(event, of: "specialCondition"),
            let expression = model.children(event, "triggeringExpressions").first
        else { return nil }
        return try condition(expression, owner: owner(ofEvent: event))
    }

    /// The action whose end fires a system event of type actionCompletion: its expression is the action's name.
    func completedAction(_ event: Int) -> Int? {
        guard isSystemEvent(event, of: "actionCompletion"),
            let expression = model.children(event, "triggeringExpressions").first,
            let name = model.elements[expression].attributes["body"]
        else { return nil }
        return model.all("IFMLAction").first { isNamed($0, name) }
    }

    private func isSystemEvent(_ event: Int, of type: String) -> Bool {
        model.isA(event, "SystemEvent") && !model.isA(event, "MobileSystemEvent")
            && model.elements[event].attributes["type"] == type
    }

    /// True for an event that fires when its container is entered for the first time (R9).
    func isOnLoad(_ event: Int) -> Bool {
        switch model.elements[event].type {
        case "OnLoadEvent": true
        case "ViewLifecycleEvent": model.elements[event].attributes["eventType"] == "viewDidLoad"
        default: isAnnotated(event, "onLoad")
        }
    }

    /// True for an event of a container that is left already when the event is handled.
    func isOnLeaving(_ event: Int) -> Bool {
        model.elements[event].type == "ViewLifecycleEvent"
            && ["viewWillDisappear", "viewDidDisappear"].contains(model.elements[event].attributes["eventType"] ?? "")
    }

    func isAnnotated(_ element: Int, _ text: String) -> Bool {
        model.children(element, "annotations").contains { model.elements[$0].attributes["text"] == text }
    }
}
