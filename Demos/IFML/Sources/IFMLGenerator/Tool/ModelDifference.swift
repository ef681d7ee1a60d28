/// What changed between two models, in terms of the model, and what that means for code by hand.
struct ModelDifference {
    /// One line for each change: `+` new, `-` gone, `~` renamed or changed. Then the types of the domain and the
    /// requirements.
    static func text(_ old: Model, _ new: Model) -> String {
        let difference = ModelDifference(old: old, new: new)
        var lines = difference.elements()
        let types = difference.types()
        if !types.isEmpty { lines += ["types of the domain:"] + types.map { "  \($0)" } }
        let requirements = difference.requirements()
        if !requirements.isEmpty { lines += ["requirements of the protocols:"] + requirements.map { "  \($0)" } }
        return lines.isEmpty ? "no difference\n" : lines.joined(separator: "\n") + "\n"
    }

    private let old: Model
    private let new: Model

    private static let kinds = [
        ("ViewContainer", "container"), ("ViewComponent", "component"), ("Event", "event"), ("IFMLAction", "action"),
        ("InteractionFlow", "flow"), ("Field", "field"), ("IFMLParameter", "parameter"),
        ("VisualizationAttribute", "attribute"),
    ]

    private static func kind(_ model: Model, _ element: Int) -> String? {
        kinds.first { model.isA(element, $0.0) }?.1
    }

    /// How an element is known in both models: by its id if that is unique, else by its path.
    private static func keyed(_ model: Model) -> [(key: String, element: Int)] {
        var counts: [String: Int] = [:]
        for element in model.elements { counts[element.attributes["id"] ?? "", default: 0] += 1 }
        return model.elements.indices.compactMap { element in
            guard kind(model, element) != nil else { return nil }
            let id = model.elements[element].attributes["id"] ?? ""
            return (id.isEmpty || counts[id] != 1 ? "path \(model.path(element))" : "id \(id)", element)
        }
    }

    private func elements() -> [String] {
        let before = Self.keyed(old)
        let after = Self.keyed(new)
        let oldByKey = Dictionary(before.map { ($0.key, $0.element) }) { one, _ in one }
        let newByKey = Dictionary(after.map { ($0.key, $0.element) }) { one, _ in one }
        var lines: [String] = []
        for (key, element) in before where newByKey[key] == nil { lines.append("- \(line(old, element))") }
        for (key, element) in after {
            guard let former = oldByKey[key] else {
                lines.append("+ \(line(new, element))")
                continue
            }
            let changes = changes(former, element)
            if !changes.isEmpty { lines.append("~ \(line(old, former)): \(changes.joined(separator: ", "))") }
        }
        return lines
    }

    private func line(_ model: Model, _ element: Int) -> String {
        let path = model.path(element)
        guard model.isA(element, "InteractionFlow") else { return "\(Self.kind(model, element) ?? "") \(path)" }
        let target = model.target(element, "targetInteractionFlowElement").map { model.path($0) } ?? "nothing"
        let source = model.elements[element].parent.map { model.path($0) } ?? ""
        return "flow \(source) -> \(target)"
    }

    /// What a flow joins, by ids: that an end has another name is told at the end.
    private func ends(_ model: Model, _ flow: Int) -> [String] {
        [model.elements[flow].parent, model.target(flow, "targetInteractionFlowElement")].map { end in
            end.map { model.elements[$0].attributes["id"] ?? model.path($0) } ?? ""
        }
    }

    private func changes(_ former: Int, _ element: Int) -> [String] {
        var result: [String] = []
        let before = old.elements[former], after = new.elements[element]
        if before.type != after.type { result.append("\(before.type) is now \(after.type)") }
        for name in Set(before.attributes.keys).union(after.attributes.keys).subtracting(["id"]).sorted()
        where before.attributes[name] != after.attributes[name] {
            let value = after.attributes[name] ?? "nothing"
            result.append(name == "name" ? "renamed to \(value)" : "\(name) is now \(value)")
        }
        if old.isA(former, "InteractionFlow"), ends(old, former) != ends(new, element) {
            result.append("now \(line(new, element).dropFirst("flow ".count))")
        }
        return result
    }

    // MARK: Domain

    /// What code by hand sees of the domain: a type, or a property or literal of one, with what it is.
    private static func types(_ model: Model) -> [(name: String, text: String)] {
        let writer = SwiftWriter(app: AppModel(model))
        return writer.app.enumerations.flatMap { one in
            [(one.typeName, "enum \(one.typeName)")]
                + one.literals.map { ("\(one.typeName).\($0.property)", "case \(one.typeName).\($0.property)") }
        }
            + writer.app.structures.flatMap { one in
                [(one.typeName, "struct \(one.typeName)")]
                    + one.properties.map {
                        let name = "\(one.typeName).\($0.property)"
                        return (name, "var \(name): \(writer.type($0.type))\($0.isOptional ? "?" : "")")
                    }
            }
    }

    private func types() -> [String] {
        let before = Self.types(old), after = Self.types(new)
        return before.compactMap { one in
            guard let same = after.first(where: { $0.name == one.name }) else { return "gone: \(one.text)" }
            return same.text == one.text ? nil : "changed: \(one.text) -> \(same.text)"
        } + after.filter { one in !before.contains { $0.name == one.name } }.map { "new: \($0.text)" }
    }

    // MARK: Requirements

    private struct Requirement: Hashable {
        var function: String
        var signature: String
    }

    private static func requirements(_ model: Model) -> [(key: String, requirement: Requirement)] {
        let app = AppModel(model)
        let writer = SwiftWriter(app: app)
        func key(_ element: Int) -> String { model.elements[element].attributes["id"] ?? model.path(element) }
        return app.actions.map {
            (key($0.element), Requirement(function: $0.function, signature: writer.signature($0)))
        }
            + app.components.flatMap { component in
                let own = component.query.map { (component.element, $0) }
                let options = component.fields.compactMap { field in field.query.map { (field.element, $0) } }
                return ([own].compactMap(\.self) + options).map { element, query in
                    (key(element), Requirement(function: query.function, signature: writer.signature(query)))
                }
            }
    }

    private func requirements() -> [String] {
        let before = Self.requirements(old)
        let after = Self.requirements(new)
        var lines: [String] = []
        for (key, requirement) in before {
            if let same = after.first(where: { $0.requirement.function == requirement.function })?.requirement {
                guard same != requirement else { continue }
                lines.append("changed: \(requirement.signature) -> \(same.signature)")
            } else if let renamed = after.first(where: { $0.key == key })?.requirement,
                !before.contains(where: { $0.requirement.function == renamed.function })
            {
                let sameBut = requirement.signature.replacing(
                    "func \(requirement.function)(", with: "func \(renamed.function)(")
                lines.append(
                    "renamed: \(requirement.function) -> \(renamed.function); rename it in the store"
                        + (sameBut == renamed.signature ? "" : ", it is \(renamed.signature) now"))
            } else {
                lines.append("gone: \(requirement.signature); what the store has for it is not called any more")
            }
        }
        for (key, requirement) in after
        where !before.contains(where: { $0.requirement.function == requirement.function }) {
            let isRenamed = before.contains { old in
                old.key == key && !after.contains { $0.requirement.function == old.requirement.function }
            }
            if !isRenamed { lines.append("new: \(requirement.signature)") }
        }
        return lines
    }
}
