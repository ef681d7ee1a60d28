extension AppModelBuilder {
    /// Viewpoints with a context: when they hold, and what they lock.
    mutating func buildViewpoints() {
        var names = NameRegistry(reserved: NameRegistry.members)
        for element in model.all("Viewpoint") {
            guard let context = model.target(element, "context") else { continue }
            let name = model.name(element) ?? "viewpoint"
            let index = app.viewpoints.count
            app.viewpoints.append(
                AppModel.Viewpoint(
                    name: name, property: names.property("is \(upperCamel(name))", kind: "viewpoint"),
                    condition: condition(ofContext: context)))
            for target in model.targets(element, "interactionFlowModelElements") {
                app.locks[target, default: []].append(index)
            }
        }
    }

    /// Tells containers and components what locks them.
    mutating func lockElements() {
        for index in app.components.indices { app.components[index].locks = locks(app.components[index].element) }
        for index in app.containers.indices {
            let own = app.locks[app.containers[index].element]
            app.containers[index].locks = locks(ofContainer: index)
            guard own != nil else { continue }
            let siblings = app.containers[index].parent.map { app.containers[$0].initial } ?? topInitial
            if siblings != index { app.containers[index].substitute = siblings }
        }
    }

    /// All dimensions of a context must hold; those of one kind that go by their name are alternatives.
    private func condition(ofContext context: Int) -> TypedExpression {
        var conditions: [TypedExpression] = []
        var byName: [String: [TypedExpression]] = [:]
        for dimension in model.children(context, "contextDimensions") {
            let type = model.elements[dimension].type
            let constraints = model.children(dimension, "constraints").compactMap {
                try? facts.condition($0, owner: nil)
            }
            conditions += constraints
            if type == "MobileDevice" {
                conditions += device(dimension)
            } else if constraints.isEmpty, let name = model.name(dimension),
                let variable = ["UserRole": "userRole", "Device": "device", "Position": "position"][type]
            {
                byName[variable, default: []].append(.binary("==", .variable(variable, .string), .text(name)))
            }
        }
        for (_, alternatives) in byName.sorted(by: { $0.key < $1.key }) {
            conditions += [Self.joined(alternatives, "||")].compactMap(\.self)
        }
        return Self.joined(conditions, "&&") ?? .flag(true)
    }

    private static func joined(_ conditions: [TypedExpression], _ symbol: String) -> TypedExpression? {
        guard let first = conditions.first else { return nil }
        return conditions.dropFirst().reduce(first) { .binary(symbol, $0, $1) }
    }

    /// One of the screens fits, and each sensor is as it is said to be.
    private func device(_ device: Int) -> [TypedExpression] {
        let screens = model.children(device, "screens").compactMap { screen -> TypedExpression? in
            let sizes = [("width", "screenWidth"), ("height", "screenHeight"), ("density", "screenDensity")]
            let conditions = sizes.compactMap { attribute, variable -> TypedExpression? in
                guard let number = model.elements[screen].attributes[attribute].flatMap({ Double($0) }) else {
                    return nil
                }
                let limit = Int(exactly: number).map { TypedExpression.whole($0) } ?? .number(number)
                return .binary(">=", .variable(variable, .double), limit)
            }
            return Self.joined(conditions, "&&")
        }
        var result = [Self.joined(screens, "||")].compactMap(\.self)
        for sensor in model.children(device, "sensors") {
            let one = model.elements[sensor]
            let isCamera = one.type.hasSuffix("Camera")
            let attributes =
                isCamera ? ["front", "rear"] : one.type == "GPS" ? ["isAvailable", "isEnabled"] : ["isAvailable"]
            for attribute in attributes {
                let wanted = one.attributes[attribute] ?? (attribute == "isAvailable" ? "true" : nil)
                guard let wanted else { continue }
                let variable = TypedExpression.variable(lowerCamel("\(one.type) \(attribute)"), .bool)
                result.append(wanted == "true" ? variable : .not(variable))
            }
        }
        return result
    }

    /// The viewpoints that lock an element or what is around it, up to its container; one of each list has to hold.
    func locks(_ element: Int) -> [[Int]] {
        var result: [[Int]] = []
        var next: Int? = element
        while let one = next, containerIndex[one] == nil {
            if let own = app.locks[one] { result.append(own) }
            next = model.elements[one].parent
        }
        return result
    }

    /// The viewpoints that lock a container or one around it.
    func locks(ofContainer index: Int) -> [[Int]] {
        var result: [[Int]] = []
        var next: Int? = index
        while let one = next {
            if let own = app.locks[app.containers[one].element] { result.append(own) }
            next = app.containers[one].parent
        }
        return result
    }

    /// The innermost container that holds all places which read or set a variable; none if one lies outside of all.
    mutating func findScopes() {
        for variable in app.variables where variable.scope == .viewContainer {
            var common: [Int]?
            for element in model.elements.indices {
                for place in places(of: element, variable.name) {
                    let around = containersAround(place)
                    common = common.map { Array(zip($0, around).prefix { $0 == $1 }.map(\.0)) } ?? around
                }
            }
            if let last = common?.last { scopes[variable.name] = last }
        }
    }

    /// Where an element reads or sets a variable: an expression where it is used, a setting where its flows begin.
    private func places(of element: Int, _ variable: String) -> [Int] {
        if model.elements[element].type == "SetContextEvent" {
            let sets = facts.parameters(element).contains { model.name($0).map(lowerCamel) == variable }
            return sets ? facts.flows.filter { $0.target == element }.map(\.source) : []
        }
        let body = model.elements[element].attributes["body"] ?? ""
        let names = body.components(after: "context.").map { String($0.prefix { $0.isLetter || $0.isNumber }) }
        guard names.contains(variable) else { return [] }
        guard model.isA(element, "ActivationExpression") else { return [element] }
        return model.elements.indices.filter { model.target($0, "activationExpression") == element }
    }

    /// The containers around an element, the outermost first.
    private func containersAround(_ element: Int) -> [Int] {
        var result: [Int] = []
        var next = container(facts.isEvent(element) ? facts.owner(ofEvent: element) ?? element : element)
        while let one = next {
            result.append(one)
            next = app.containers[one].parent
        }
        return result.reversed()
    }

    /// The variables that an expression names.
    static func variables(_ expression: TypedExpression) -> Set<String> {
        switch expression {
        case .variable(let name, _): [name]
        case .feature(let inner, _, _), .not(let inner): variables(inner)
        case .binary(_, let one, let other): variables(one).union(variables(other))
        case .text, .whole, .number, .flag, .nothing, .literal, .object, .parameter, .swift: []
        }
    }
}
