/// The text of an event or a message, wherever one is described: what `print` writes, without the word `Optional`.
///
/// `.page("chat", before: 29)` reads `page("chat", before: 29)`. A type that describes itself is taken at its word.
package enum ValueText {
    /// The text of a value.
    package static func of<Value>(_ value: Value) -> String {
        let text = String(describing: value)
        return hasOptional(text) ? write(value, isInside: false) : text
    }

    /// Most texts have none, and are left as they are.
    private static func hasOptional(_ text: String) -> Bool {
        let word = Array("Optional(".utf8)
        var matched = 0
        for byte in text.utf8 {
            matched = byte == word[matched] ? matched + 1 : byte == word[0] ? 1 : 0
            if matched == word.count { return true }
        }
        return false
    }

    /// Writes as the standard library does: what is inside of something else as `debugPrint` would.
    private static func write(_ value: Any, isInside: Bool) -> String {
        let text = isInside ? String(reflecting: value) : String(describing: value)
        guard hasOptional(text) else { return text }
        let mirror = Mirror(reflecting: value)
        let parts = mirror.children.map { child in
            // Elements of tuples without a name are called `.0`, `.1`.
            let name = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
            return (name, write(child.value, isInside: true))
        }
        switch mirror.displayStyle {
        case .optional where isStandard(value, ["Optional"]): return parts.first?.1 ?? text
        case .tuple: return "(" + parts.map { $0 + $1 }.joined(separator: ", ") + ")"
        case .collection where isStandard(value, ["Array", "ArraySlice", "ContiguousArray"]),
            .set where isStandard(value, ["Set"]):
            // Some of them write their name in front.
            let name = text.prefix { $0 != "[" }
            return name + "[" + parts.map(\.1).joined(separator: ", ") + "]" + (name.isEmpty ? "" : ")")
        case .dictionary where isStandard(value, ["Dictionary"]):
            let pairs = mirror.children.map { pair in
                Mirror(reflecting: pair.value).children.map { write($0.value, isInside: true) }.joined(separator: ": ")
            }
            return "[" + pairs.joined(separator: ", ") + "]"
        case .struct where !describesItself(value):
            return typeName(value, isInside) + "(" + parts.map { $0 + $1 }.joined(separator: ", ") + ")"
        case .enum where !describesItself(value):
            guard let payload = mirror.children.first, let name = payload.label else { return text }
            let inside = write(payload.value, isInside: true)
            let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
            return (isInside ? typeName(value, true) + "." : "") + name + (isTuple ? inside : "(\(inside))")
        default: return text
        }
    }

    private static func typeName(_ value: Any, _ isInside: Bool) -> String {
        isInside ? String(reflecting: type(of: value)) : String(describing: type(of: value))
    }

    private static func describesItself(_ value: Any) -> Bool {
        value is any CustomStringConvertible || value is any CustomDebugStringConvertible
            || value is any TextOutputStreamable
    }

    /// True if the value has one of these types of the standard library, of which it is known how they are written.
    private static func isStandard(_ value: Any, _ names: [String]) -> Bool {
        let name = String(reflecting: type(of: value))
        return names.contains { name.hasPrefix("Swift.\($0)<") }
    }
}
