/// How values are written in Swift, for tests that are printed.
enum SwiftText {
    /// A string as Swift writes it.
    static func quoted(_ text: String) -> String { text.debugDescription }

    /// An expression for a value where its type is known, such as `.lock(code: 1)`; `nil` if none is known that is
    /// sure to compile.
    static func literal(_ value: Any) -> String? {
        switch value {
        case let value as String: return quoted(value)
        case let value as Character: return value.debugDescription
        case let value as Bool: return "\(value)"
        case let value as any FixedWidthInteger: return "\(value)"
        case let value as Double: return value.isFinite ? "\(value)" : nil
        case let value as Float: return value.isFinite ? "\(value)" : nil
        case _: break
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional?:
            guard let child = mirror.children.first else { return "nil" }
            return literal(child.value)
        case .collection?:
            guard value is [Any] else { return nil }
            let elements = mirror.children.map { literal($0.value) }
            return elements.contains(nil) ? nil : "[" + elements.compactMap(\.self).joined(separator: ", ") + "]"
        case .enum?: return enumCase(value, mirror)
        case _: return nil
        }
    }

    private static func enumCase(_ value: Any, _ mirror: Mirror) -> String? {
        guard let payload = mirror.children.first else {
            // A text of the event's own is not the name of the case.
            if value is any CustomStringConvertible || value is any CustomDebugStringConvertible { return nil }
            return name("\(value)").map { ".\($0)" }
        }
        guard let label = payload.label, let name = name(label) else { return nil }
        let inner = Mirror(reflecting: payload.value)
        guard inner.displayStyle == .tuple else { return literal(payload.value).map { ".\(name)(\($0))" } }
        var arguments: [String] = []
        for child in inner.children {
            guard let text = literal(child.value) else { return nil }
            let label = child.label.flatMap { $0.hasPrefix(".") ? nil : $0 }
            arguments.append(label.map { "\($0): \(text)" } ?? text)
        }
        return arguments.isEmpty ? nil : ".\(name)(\(arguments.joined(separator: ", ")))"
    }

    /// The name of a case, if it can stand behind a point as it is.
    private static func name(_ text: String) -> String? {
        guard let first = text.first, first.isLetter || first == "_",
            text.allSatisfy({ $0.isLetter || $0.isWholeNumber || $0 == "_" }),
            !["init", "self", "Type", "Protocol"].contains(text)
        else { return nil }
        return text
    }
}
