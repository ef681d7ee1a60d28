/// Writes elements of SVG and HTML: indented, escaped, numbers without needless digits.
struct MarkupWriter {
    private(set) var lines: [String] = []
    private var depth = 0

    /// Text in which nothing can be taken for markup; control characters, which XML forbids, become their pictures.
    static func escape(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case "\n", "\t": escaped += " "
            case _ where scalar.value < 0x20:
                escaped.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "\u{fffd}")
            case "\u{7f}": escaped += "\u{2421}"
            case "\u{fffe}", "\u{ffff}": escaped += "\u{fffd}"
            case _: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    static func number(_ value: Double) -> String {
        let tenths = (value * 10).rounded()
        // A picture has no such numbers, and `Int` has no place for them.
        guard abs(tenths) < 1e15 else { return "0" }
        return tenths.truncatingRemainder(dividingBy: 10) == 0 ? "\(Int(tenths / 10))" : "\(tenths / 10)"
    }

    private static func tag(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
        name + attributes.map { " \($0)=\"\(escape($1))\"" }.joined()
    }

    mutating func raw(_ line: String) { lines.append(String(repeating: " ", count: depth) + line) }

    mutating func indent() { depth += 1 }
    mutating func outdent() { depth -= 1 }

    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        raw("<\(Self.tag(name, attributes))/>")
    }

    mutating func element(_ name: String, _ attributes: KeyValuePairs<String, String>, text: String) {
        raw("<\(Self.tag(name, attributes))>\(Self.escape(text))</\(name)>")
    }

    mutating func open(_ name: String, _ attributes: KeyValuePairs<String, String>) {
        raw("<\(Self.tag(name, attributes))>")
        depth += 1
    }

    mutating func close(_ name: String) {
        depth -= 1
        raw("</\(name)>")
    }
}
