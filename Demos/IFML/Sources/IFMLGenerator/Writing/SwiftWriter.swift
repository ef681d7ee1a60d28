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
            File(name: "\(prefix)+States.swift", text: writer.states()),
            File(name: "\(prefix)+Modules.swift", text: writer.modules()),
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
            let isOption = app.isOption(one)
            text.block("struct \(one.typeName): \(isOption ? "FieldOption" : "Sendable, Hashable, Codable")") { text in
                for property in one.properties {
                    text.line("var \(code(property.property)): \(type(property.type))\(property.isOptional ? "?" : "")")
                }
                guard isOption else { return }
                text.blank()
                text.comment("What it is called among others that can be chosen.")
                text.line("var optionText: String { \(optionText(one)) }")
            }
        }
        return text.text
    }

    /// The first String of a class.
    private func optionText(_ structure: AppModel.Structure) -> String {
        guard let text = structure.properties.first(where: { $0.type == .string }) else { return "\"\\(self)\"" }
        return code(text.property) + (text.isOptional ? " ?? \"-\"" : "")
    }

    // MARK: Actions

    func signature(_ action: AppModel.Action) -> String {
        let parameters = action.arguments.map { "\(code($0.name)): \(type($0))" }.joined(separator: ", ")
        return "func \(code(action.function))(\(parameters)) async throws\(result(action))"
    }

    func result(_ action: AppModel.Action) -> String {
        if !action.outcomes.isEmpty { return " -> \(action.outcomeTypeName)" }
        switch action.results.count {
        case 0: return ""
        case 1: return " -> \(type(action.results[0]))"
        default:
            return " -> (\(action.results.map { "\(code($0.name)): \(type($0))" }.joined(separator: ", ")))"
        }
    }

    func signature(_ query: AppModel.Query) -> String {
        let parameters = query.arguments.map { "\(code($0.name)): \(type($0))" }.joined(separator: ", ")
        return "func \(code(query.function))(\(parameters)) async throws -> \(answer(query.answer))"
    }

    func answer(_ type: ValueType) -> String { self.type(type) + (type.isList ? "" : "?") }

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
                for query in app.components.flatMap(\.queries) {
                    text.comment(query.subject)
                    for comment in query.comments { text.comment("`\(SwiftText.plain(comment))`") }
                    head(signature(query), &text)
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
}
