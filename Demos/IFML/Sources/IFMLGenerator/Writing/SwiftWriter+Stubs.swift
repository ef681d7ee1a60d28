extension SwiftWriter {
    func stub(_ structure: AppModel.Structure, _ number: Int) -> String {
        let values = structure.properties.map {
            "\(code($0.property)): \($0.isOptional ? "nil" : stub($0.type, $0.name, number))"
        }
        let one = "\(structure.typeName)(\(values.joined(separator: ", ")))"
        guard one.count > SwiftText.width - 12 else { return one }
        return "\(structure.typeName)(\n    \(values.joined(separator: ",\n    ")))"
    }

    /// A value of a type that stands for any.
    func stub(_ type: ValueType, _ name: String, _ number: Int) -> String {
        switch type {
        case .string, .image, .unknown, .nothing: SwiftText.literal("\(name) \(number)")
        case .bool: "false"
        case .int: "\(number)"
        case .double: "\(number)"
        case .day: "Day.sample(\(number))"
        case .object(let key):
            app.structures.first { $0.key == key }.map { "\($0.typeName).stubs[\(number - 1)]" } ?? "\"\""
        case .enumeration(let key):
            app.enumerations.first { $0.key == key }?.literals.first.map { ".\($0.property)" } ?? "\"\""
        case .batteryStatus, .orientation: ".unknown"
        case .list(let element):
            if case .object(let key) = element, isRecursive(key) { "[]" } else { list(element, name) }
        }
    }

    func list(_ element: ValueType, _ name: String) -> String {
        if case .object(let key) = element, let structure = app.structures.first(where: { $0.key == key }) {
            return "\(structure.typeName).stubs"
        }
        return "[\(stub(element, name, 1)), \(stub(element, name, 2))]"
    }

    /// True if making a stub of a class would need a stub of it.
    func isRecursive(_ key: String) -> Bool {
        var pending = [key]
        var visited: Set<String> = []
        while let next = pending.popLast() {
            for property in app.structures.first(where: { $0.key == next })?.properties ?? [] {
                guard case .object(let inner) = property.type.element else { continue }
                if inner == key { return true }
                if visited.insert(inner).inserted { pending.append(inner) }
            }
        }
        return false
    }

    func stubs(_ text: inout SwiftText) {
        let name = "\(app.typeName)Stubs"
        let protocols = ["\(app.typeName)Actions"] + (hasStore ? ["\(app.typeName)Store"] : [])
        let store = "any \(protocols.joined(separator: " & "))"
        text.comment(
            "Answers in place of a store that is not written yet, and where the command `outcome` has set an answer.")
        text.block("struct \(name): \(protocols.joined(separator: ", "))") { text in
            text.line("private let store: (\(store))?")
            text.line("private let outcomes: Outcomes")
            text.blank()
            text.call("init", ["instead store: (\(store))? = nil", "_ outcomes: Outcomes = Outcomes()"], " {")
            text.indented { text in
                text.line("self.store = store")
                text.line("self.outcomes = outcomes")
            }
            text.line("}")
            for action in app.actions {
                text.blank()
                stub(action, &text)
            }
            for query in app.components.flatMap(\.queries) {
                text.blank()
                let arguments = query.arguments.map { "\($0.name): \(code($0.name))" }.joined(separator: ", ")
                let call = "store?.\(query.function)(\(arguments))"
                let fallback = stub(query.answer, "", 1)
                text.block(signature(query)) { text in
                    text.line("try await \(call) ?? \(fallback)")
                }
            }
        }
    }

    func stub(_ action: AppModel.Action, _ text: inout SwiftText) {
        let arguments = action.arguments.map { "\($0.name): \(code($0.name))" }
        let call = "try await store?.\(action.function)"
        let key = SwiftText.literal(action.name)
        head(signature(action) + " {", &text)
        text.indented { text in
            guard action.outcomes.isEmpty else {
                text.array(
                    "switch try outcomes.answer(\(key), ", action.outcomes.map { SwiftText.literal($0.name) }, ") {")
                for outcome in action.outcomes {
                    let results = stubResults(outcome.results, action)
                    text.line("case \(SwiftText.literal(outcome.name)): .\(outcome.property)\(results)")
                }
                let first = action.outcomes[0]
                text.call("default: \(call)", arguments, " ?? .\(first.property)\(stubResults(first.results, action))")
                text.line("}")
                return
            }
            text.line("_ = try outcomes.answer(\(key))")
            switch action.results.count {
            case 0: text.call(call, arguments)
            case 1: text.call("return \(call)", arguments, " ?? \(stubResult(action.results[0], action))")
            default: text.call("return \(call)", arguments, " ?? \(stubResults(action.results, action))")
            }
        }
        text.line("}")
    }

    func stubResults(_ results: [AppModel.Argument], _ action: AppModel.Action) -> String {
        guard !results.isEmpty else { return "" }
        let values = results.map {
            (results.count == 1 ? "" : "\($0.name): ") + stubResult($0, action)
        }
        return "(\(values.joined(separator: ", ")))"
    }

    /// An action's result of an argument's name and type is that argument.
    func stubResult(_ result: AppModel.Argument, _ action: AppModel.Action) -> String {
        if let same = action.arguments.first(where: { $0.name == result.name && $0.type == result.type }) {
            return same.isOptional && !result.isOptional
                ? "\(code(same.name)) ?? \(stub(result.type, result.name, 1))" : code(same.name)
        }
        return stub(result.type, result.name, 1)
    }
}
