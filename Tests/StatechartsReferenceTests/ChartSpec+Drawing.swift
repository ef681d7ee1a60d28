import Statecharts

extension ChartSpec {
    /// The chart as text, with everything that has a bearing on how it runs.
    var drawing: String { vertices.isEmpty ? "" : draw(0, indent: "").joined(separator: "\n") }

    private func draw(_ index: Int, indent: String) -> [String] {
        let vertex = vertices[index]
        var line = "\(indent)v\(index) \(vertex.kind.rawValue)"
        if vertex.hasRegions { line += " with regions" }
        switch vertex.initial {
        case .first: break
        case .none: line += " initial none"
        case .vertex(let child): line += " initial v\(child)"
        }
        if vertex.history != .none { line += " history \(vertex.history)" }
        if !vertex.fixed.isEmpty { line += " \(vertex.kind == .join ? "from" : "to") \(vertex.fixed.map { "v\($0)" })" }
        if vertex.waitsForReaction { line += " on reaction" }
        if vertex.kind == .submachine {
            line += " inward \(vertex.inward.map { $0 ?? -1 }) outward \(vertex.outward.map { $0 ?? -1 })"
        }
        if let action = vertex.entry { line += " entry \(Self.text(action))" }
        if let action = vertex.exit { line += " exit \(Self.text(action))" }
        var lines = [line]
        let rules = [
            ("on", vertex.handle), ("always", vertex.always), ("completed", vertex.completed),
            ("failed", vertex.failed), ("branch", vertex.branch),
        ]
        for (name, rules) in rules {
            for (position, rule) in rules.enumerated() {
                lines.append("\(indent)    \(name)/\(position) \(Self.text(rule))")
            }
        }
        for child in vertex.children { lines += draw(child, indent: indent + "  ") }
        return lines
    }

    private static func text(_ rule: Rule) -> String {
        var text = rule.event >= 0 ? "\(rule.event)" : ""
        switch rule.condition {
        case .always: break
        case .counter, .active, .inactive: text += " [\(Self.text(rule.condition))]"
        }
        text += " \(rule.reaction.kind.rawValue)"
        if !rule.reaction.targets.isEmpty { text += " \(rule.reaction.targets.map { "v\($0)" })" }
        if let effect = rule.reaction.effect { text += " / \(Self.text(effect))" }
        return text
    }

    private static func text(_ condition: Condition) -> String {
        switch condition {
        case .always: "always"
        case .counter(let modulus, let equals): "counter % \(modulus) == \(equals)"
        case .active(let state): "in v\(state)"
        case .inactive(let state): "not in v\(state)"
        }
    }

    private static func text(_ action: Action) -> String {
        var parts = ["+\(action.add)"]
        if let event = action.raise { parts.append("raise \(event)") }
        if let event = action.post { parts.append("post \(event)") }
        if let fault = action.fault { parts.append("throw if \(text(fault))") }
        if action.probe > 0 { parts.append("look at v\(action.probe)") }
        return "(\(parts.joined(separator: ", ")))"
    }
}
