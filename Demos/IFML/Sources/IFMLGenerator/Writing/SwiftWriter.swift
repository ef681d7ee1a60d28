import Foundation

/// Writes an application as Swift: the same text for the same model, as the formatter wants it.
public struct SwiftWriter {
    /// A file.
    public struct File: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// What stands in it.
        public var text: String

        /// A file with a name and a text.
        package init(name: String, text: String) {
            self.name = name
            self.text = text
        }

        /// Writes it, with the folders to it. A file that says the same already is left as it is, with its date.
        package func write(to path: String) throws {
            if let present = FileManager.default.contents(atPath: path), present == Data(text.utf8) { return }
            let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            if !folder.isEmpty {
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            }
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    let app: AppModel

    /// The files of an application, always the same ones.
    /// - Parameters:
    ///   - prefix: what their names begin with; the application's type by default.
    ///   - hasViews: whether the views for SwiftUI are among them.
    public static func files(_ app: AppModel, prefix: String? = nil, hasViews: Bool = false) -> [File] {
        let writer = SwiftWriter(app: app)
        let prefix = prefix ?? app.typeName
        return [
            File(name: "\(prefix)+Domain.swift", text: writer.domain()),
            File(name: "\(prefix)+Chart.swift", text: writer.chart()),
            File(name: "\(prefix)+Actions.swift", text: writer.actions()),
            File(name: "\(prefix)+Screens.swift", text: writer.screens()),
            File(name: "\(prefix)+App.swift", text: writer.application()),
        ] + (hasViews ? [File(name: "\(prefix)+SwiftUI.swift", text: writer.views())] : [])
    }

    static func code(_ name: String) -> String { NameRegistry.code(name) }

    func code(_ name: String) -> String { NameRegistry.code(name) }

    // MARK: Types

    func type(_ type: ValueType) -> String {
        switch type {
        case .string, .image, .unknown, .nothing: "String"
        case .bool: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .day: "Day"
        case .object(let key): app.structures.first { $0.key == key }?.typeName ?? "String"
        case .enumeration(let key): app.enumerations.first { $0.key == key }?.typeName ?? "String"
        case .batteryStatus: "BatteryStatus"
        case .orientation: "DeviceOrientation"
        case .list(let element): "[\(self.type(element))]"
        }
    }

    func type(_ argument: AppModel.Argument) -> String { type(argument.type) + (argument.isOptional ? "?" : "") }

    /// True if any action or query may be asked.
    var hasStore: Bool { app.hasStore }

    // MARK: Domain

    func domain() -> String {
        var text = SwiftText()
        text.line("import IFMLRuntime")
        for one in app.enumerations {
            text.blank()
            text.comment("The enumeration `\(SwiftText.plain(one.name))` of the domain.")
            text.block("enum \(one.typeName): String, FieldLiteral") { text in
                for literal in one.literals {
                    let value = literal.name == literal.property ? "" : " = \(SwiftText.literal(literal.name))"
                    text.line("case \(code(literal.property))\(value)")
                }
            }
        }
        for one in app.structures {
            text.blank()
            text.comment("The class `\(SwiftText.plain(one.name))` of the domain.")
            text.block("struct \(one.typeName): Sendable, Hashable, Codable") { text in
                for property in one.properties {
                    text.line("var \(code(property.property)): \(type(property.type))\(property.isOptional ? "?" : "")")
                }
            }
        }
        return text.text
    }

    // MARK: Actions

    func signature(_ action: AppModel.Action) -> String {
        let parameters = action.arguments.map { "\(code($0.name)): \(type($0))" }.joined(separator: ", ")
        return "func \(code(action.function))(\(parameters)) async throws\(result(action))"
    }

    private func result(_ action: AppModel.Action) -> String {
        if !action.outcomes.isEmpty { return " -> \(action.outcomeTypeName)" }
        switch action.results.count {
        case 0: return ""
        case 1: return " -> \(type(action.results[0]))"
        default:
            return " -> (\(action.results.map { "\(code($0.name)): \(type($0))" }.joined(separator: ", ")))"
        }
    }

    func signature(_ query: AppModel.Query, _ component: AppModel.Component) -> String {
        let parameters = query.arguments.map { "\(code($0.name)): \(type($0))" }.joined(separator: ", ")
        return "func \(code(query.function))(\(parameters)) async throws -> \(answer(component))"
    }

    func answer(_ component: AppModel.Component) -> String {
        component.kind == .details ? type(component.object) + "?" : "[\(type(component.object))]"
    }

    /// A function's head, broken after `(` if it is too long.
    func head(_ signature: String, _ text: inout SwiftText) {
        guard !text.fits(signature + " {"), let open = signature.firstIndex(of: "("),
            let close = signature.firstRange(of: ") async")
        else {
            return text.line(signature)
        }
        text.line(String(signature[...open]))
        text.indented { text in
            let parameters = String(signature[signature.index(after: open)..<close.lowerBound])
            if text.fits(parameters) { return text.line(parameters) }
            let parts = parameters.components(separatedBy: ", ")
            for (index, part) in parts.enumerated() { text.line(part + (index == parts.count - 1 ? "" : ",")) }
        }
        text.line(String(signature[close.lowerBound...]))
    }

    func actions() -> String {
        var text = SwiftText()
        text.line("import IFMLRuntime")
        text.blank()
        text.comment("The actions of the model, to be written by hand.")
        text.block("protocol \(app.typeName)Actions: Sendable") { text in
            for action in app.actions {
                if action.function != action.name { text.comment("The action `\(SwiftText.plain(action.name))`.") }
                head(signature(action), &text)
            }
        }
        if hasStore {
            text.blank()
            text.comment("The queries of the model, to be written by hand.")
            text.block("protocol \(app.typeName)Store: Sendable") { text in
                for component in app.components {
                    guard let query = component.query else { continue }
                    text.comment("What `\(SwiftText.plain(component.name))` shows.")
                    for comment in query.comments { text.comment("`\(SwiftText.plain(comment))`") }
                    head(signature(query, component), &text)
                }
            }
        }
        for action in app.actions where !action.outcomes.isEmpty {
            text.blank()
            text.comment("How `\(SwiftText.plain(action.name))` can end.")
            text.block("enum \(action.outcomeTypeName): Sendable, Hashable, Codable") { text in
                for outcome in action.outcomes {
                    let values = outcome.results.map {
                        outcome.results.count == 1 ? type($0) : "\(code($0.name)): \(type($0))"
                    }
                    text.line(
                        "case \(code(outcome.property))" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
                    )
                }
            }
        }
        text.blank()
        stubs(&text)
        for structure in app.structures {
            text.blank()
            text.block("extension \(structure.typeName)") { text in
                text.array("static let stubs = ", (1...2).map { stub(structure, $0) })
            }
        }
        return text.text
    }

    private func stub(_ structure: AppModel.Structure, _ number: Int) -> String {
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

    private func list(_ element: ValueType, _ name: String) -> String {
        if case .object(let key) = element, let structure = app.structures.first(where: { $0.key == key }) {
            return "\(structure.typeName).stubs"
        }
        return "[\(stub(element, name, 1)), \(stub(element, name, 2))]"
    }

    /// True if making a stub of a class would need a stub of it.
    private func isRecursive(_ key: String) -> Bool {
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

    private func stubs(_ text: inout SwiftText) {
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
            for component in app.components {
                guard let query = component.query else { continue }
                text.blank()
                let call =
                    "store?.\(query.function)(\(query.arguments.map { "\($0.name): \(code($0.name))" }.joined(separator: ", ")))"
                let fallback = stub(component.kind == .details ? component.object : .list(component.object), "", 1)
                text.block(signature(query, component)) { text in
                    text.line("try await \(call) ?? \(fallback)")
                }
            }
        }
    }

    private func stub(_ action: AppModel.Action, _ text: inout SwiftText) {
        let arguments = action.arguments.map { "\($0.name): \(code($0.name))" }
        let call = "try await store?.\(action.function)"
        let key = SwiftText.literal(action.name)
        head(signature(action) + " {", &text)
        text.indented { text in
            guard action.outcomes.isEmpty else {
                text.array(
                    "switch try outcomes.answer(\(key), ", action.outcomes.map { SwiftText.literal($0.name) }, ") {")
                for outcome in action.outcomes {
                    text.line(
                        "case \(SwiftText.literal(outcome.name)): .\(outcome.property)\(stubResults(outcome.results, action))"
                    )
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

    private func stubResults(_ results: [AppModel.Argument], _ action: AppModel.Action) -> String {
        guard !results.isEmpty else { return "" }
        let values = results.map {
            (results.count == 1 ? "" : "\($0.name): ") + stubResult($0, action)
        }
        return "(\(values.joined(separator: ", ")))"
    }

    /// An action's result of an argument's name and type is that argument.
    private func stubResult(_ result: AppModel.Argument, _ action: AppModel.Action) -> String {
        if let same = action.arguments.first(where: { $0.name == result.name && $0.type == result.type }) {
            return same.isOptional && !result.isOptional
                ? "\(code(same.name)) ?? \(stub(result.type, result.name, 1))" : code(same.name)
        }
        return stub(result.type, result.name, 1)
    }
}
