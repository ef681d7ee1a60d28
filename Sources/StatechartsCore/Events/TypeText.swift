/// The name of a type, for people who know several charts.
package enum TypeText {
    /// `Player.Event` for a type inside another one, `Event` for one that is in none: without the module, without
    /// generic arguments, and without what is around a type of a function or file.
    package static func of(_ type: Any.Type) -> String {
        let plain = "\(type)", full = String(reflecting: type)
        // Those of the standard library, and types without a name, such as tuples.
        if full.hasPrefix("Swift.") || full.hasPrefix("(") { return plain }
        // Arguments are in angle brackets; a function or file is words in parentheses, which are left out too.
        var names = [""], depth = 0
        for character in full {
            if character == "<" || character == "(" { depth += 1 }
            if depth == 0 { if character == "." { names.append("") } else { names[names.count - 1].append(character) } }
            if character == ">" || character == ")" { depth -= 1 }
        }
        // The first one is the module.
        let own = names.dropFirst(1 + (names.lastIndex(of: "") ?? 0))
        return own.isEmpty ? plain : own.joined(separator: ".")
    }
}
