extension Checker {
    mutating func checkExpressions() {
        for element in model.elements.indices {
            if let expression = model.target(element, "activationExpression") {
                let owner = facts.isEvent(element) ? facts.owner(ofEvent: element) : element
                tryTyping(element) { (facts) throws(ModelFacts.Problem) in
                    _ = try facts.condition(expression, owner: owner)
                }
            }
            switch model.elements[element].type {
            case "InteractionFlowExpression":
                guard let event = model.elements[element].parent else { continue }
                tryTyping(element) { (facts) throws(ModelFacts.Problem) in _ = try facts.choices(event) }
            case "ConditionalExpression": checkConditional(element)
            case "Constraint", "ValidationRule": checkConstraint(element)
            default: break
            }
            if model.isA(element, "SystemEvent") { checkTrigger(element) }
        }
    }

    private mutating func tryTyping(_ element: Int, _ body: (ModelFacts) throws(ModelFacts.Problem) -> Void) {
        do throws(ModelFacts.Problem) { try body(facts) } catch { report(error, element) }
    }

    private mutating func checkConditional(_ element: Int) {
        guard let parent = model.elements[element].parent, model.elements[parent].type == "DataBinding",
            case .object(let key) = facts.objectType(parent)
        else { return }
        let owner = facts.component(parent)
        tryTyping(element) { (facts) throws(ModelFacts.Problem) in
            _ = try facts.condition(element, owner: owner, object: key)
        }
    }

    private mutating func checkConstraint(_ element: Int) {
        guard let parent = model.elements[element].parent else { return }
        let isDimension = model.isA(parent, "ContextDimension")
        guard isDimension || model.isA(parent, "Field") else { return }
        let owner = isDimension ? nil : facts.component(parent)
        tryTyping(element) { (facts) throws(ModelFacts.Problem) in _ = try facts.condition(element, owner: owner) }
    }

    private mutating func checkTrigger(_ event: Int) {
        guard !model.isA(event, "MobileSystemEvent") else { return }
        for expression in model.children(event, "triggeringExpressions") {
            switch model.elements[event].attributes["type"] ?? "time" {
            case "time": tryTyping(expression) { (facts) throws(ModelFacts.Problem) in _ = try facts.timing(event) }
            case "specialCondition":
                tryTyping(expression) { (facts) throws(ModelFacts.Problem) in _ = try facts.specialCondition(event) }
            case "actionCompletion" where facts.completedAction(event) == nil:
                let name = model.elements[expression].attributes["body"] ?? ""
                report(.unknownName, expression, "there is no action \(name)")
            default: break
            }
        }
    }

    // MARK: Context

    mutating func checkContext() {
        for event in model.all("SetContextEvent") {
            for parameter in facts.parameters(event) { checkSetting(parameter) }
        }
        for variable in model.all("ContextVariable") { checkVariable(variable) }
        for viewpoint in model.all("Viewpoint") where model.target(viewpoint, "context") == nil {
            report(.viewpointWithoutContext, viewpoint, "the viewpoint has no context")
        }
    }

    private mutating func checkSetting(_ parameter: Int) {
        guard let name = model.name(parameter).map(lowerCamel) else { return }
        guard let variable = facts.variables[name] ?? ContextVariable.known[name] else {
            return report(.unknownVariable, parameter, "there is no variable \(name)")
        }
        let typing = ExpressionTyping(facts: facts, owner: nil)
        let isDeclared = model.domainTarget(parameter, "type") != nil
        if isDeclared, let type = facts.types[parameter], !type.fits(variable.type) {
            return report(
                .unlikeVariable, parameter, "\(name) is \(typing.name(variable.type)), not \(typing.name(type))")
        }
        guard let value = model.target(parameter, "defaultValue") else { return }
        do throws(ModelFacts.Problem) {
            let type = try facts.value(value, owner: nil).type
            if !type.fits(variable.type) {
                report(.unlikeVariable, parameter, "\(name) is \(typing.name(variable.type)), not \(typing.name(type))")
            }
        } catch {
            // A literal stands without quotes: it is a name that only the variable's type makes known.
            let body = model.elements[value].attributes["body"] ?? ""
            if typing.literals(variable.type)?.contains(body) != true { report(error, parameter) }
        }
    }

    private mutating func checkVariable(_ variable: Int) {
        let one = model.elements[variable]
        guard model.isA(variable, "MobileContextVariable"), let known = ContextVariable.known[lowerCamel(one.type)]
        else { return }
        if let scope = one.attributes["scope"], scope != ContextVariable.Scope.application.rawValue {
            report(.mobileScope, variable, "\(known.name) has the scope \(scope)")
        }
        guard let value = one.attributes["value"] else { return }
        let typing = ExpressionTyping(facts: facts, owner: nil)
        let fits =
            switch known.type {
            case .double: Double(value)?.isFinite == true
            case .bool: value == "true" || value == "false"
            default: true
            }
        if !fits {
            report(.unlikeVariable, variable, "\(value) is not \(typing.name(known.type))")
        } else if let literals = typing.literals(known.type), !literals.contains(value) {
            report(.unknownLiteral, variable, "\(value) is none of \(literals.joined(separator: ", "))")
        }
    }
}
