extension SwiftWriter {
    /// Commands that no screen offers and that the model reacts to: values of variables, devices, time.
    func samples() -> [String] {
        var comparisons: [(variable: String, value: TypedExpression)] = []
        var devices: [String] = []
        var times: [String] = []
        for viewpoint in app.viewpoints { collect(viewpoint.condition, &comparisons) }
        collect(app.chart, &comparisons, &devices, &times)
        var result = devices.map { "device \($0)" } + times.map { "advance \($0)" }
        for variable in app.variables where variable.binding == nil {
            let values = comparisons.filter { $0.variable == variable.name }.map(\.value)
            guard !values.isEmpty else { continue }
            for value in samples(variable, values) { result.append("context \(variable.name) \(value)") }
            if variable.isOptional, variable.type == .string { result.append("context \(variable.name) nil") }
        }
        var seen: Set<String> = []
        return result.filter { seen.insert($0).inserted }
    }

    /// Values on both sides of what a variable is compared with.
    private func samples(_ variable: ContextVariable, _ values: [TypedExpression]) -> [String] {
        switch variable.type {
        case .bool: return ["yes", "no"]
        case .int, .double:
            let limits = Set(
                values.compactMap { value -> Double? in
                    switch value {
                    case .whole(let number): Double(number)
                    case .number(let number): number
                    default: nil
                    }
                }
            ).sorted()
            guard let first = limits.first else { return [] }
            let between = zip(limits, limits.dropFirst()).map { ($0 + $1) / 2 }
            return (limits.count == 1 ? [first / 2, first] : between).map(number)
        default:
            return values.compactMap { value in
                switch value {
                case .text(let text): text
                case .literal(_, let text): text
                default: nil
                }
            }
        }
    }

    private func number(_ number: Double) -> String {
        let rounded = (number * 1000).rounded() / 1000
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }

    private func collect(
        _ state: AppModel.State, _ comparisons: inout [(variable: String, value: TypedExpression)],
        _ devices: inout [String], _ times: inout [String]
    ) {
        for timer in state.timers {
            times.append(
                timer.milliseconds % 1000 == 0 ? "\(timer.milliseconds / 1000)s" : "\(timer.milliseconds)ms")
        }
        for watch in state.watches { collect(watch.condition, &comparisons) }
        for transition in state.transitions {
            for case .expression(let expression) in transition.conditions { collect(expression, &comparisons) }
            for branch in transition.branches {
                if let condition = branch.condition { collect(condition, &comparisons) }
                for case .set(let variable, .expression(let value)) in branch.effects {
                    comparisons.append((variable, value))
                }
            }
            if let sensed = transition.sensed { devices.append(device(sensed)) }
        }
        for child in state.children { collect(child, &comparisons, &devices, &times) }
    }

    private func device(_ pattern: String) -> String {
        if pattern.contains("kind") { return "motion" }
        return pattern.replacing(".application(.", with: "").filter { $0.isLetter }
    }

    private func collect(
        _ expression: TypedExpression, _ comparisons: inout [(variable: String, value: TypedExpression)]
    ) {
        switch expression {
        case .binary("&&", let one, let other), .binary("||", let one, let other):
            collect(one, &comparisons)
            collect(other, &comparisons)
        case .binary(_, .variable(let name, _), let other): comparisons.append((name, other))
        case .binary(_, let one, .variable(let name, _)): comparisons.append((name, one))
        case .binary(_, let one, let other):
            collect(one, &comparisons)
            collect(other, &comparisons)
        case .not(let inner): collect(inner, &comparisons)
        case .variable(let name, _): comparisons.append((name, .flag(true)))
        case .text, .whole, .number, .flag, .nothing, .literal, .parameter, .object, .feature, .swift: break
        }
    }
}
