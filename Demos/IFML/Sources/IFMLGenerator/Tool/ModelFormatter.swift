/// Writes a model file in one canonical way: two blanks for each level, `xsi:type`, `id`, `name` first, references as
/// dialect A has them. What the file says stays, with its comments.
struct ModelFormatter {
    /// The file in its canonical form, or what is wrong with it.
    static func format(_ bytes: [UInt8], file: String, limits: ReadingLimits = ReadingLimits()) throws(Finding)
        -> String
    {
        let markup = try Markup.read(bytes, file: file, limits: limits)
        var formatter = ModelFormatter(markup: markup)
        formatter.write(markup.comments, at: 0, depth: 0)
        formatter.write(0, depth: 0)
        formatter.write(markup.comments, at: 1, depth: 0)
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + formatter.text
    }

    private let markup: Markup
    private var text = ""

    private init(markup: Markup) { self.markup = markup }

    private static let order = ["xmi:version", "xsi:type", "xmi:type", "id", "xmi:id", "name"]

    private mutating func write(_ index: Int, depth: Int) {
        let element = markup.elements[index]
        var line = indentation(depth) + "<\(element.name)"
        for (name, value) in attributes(index) { line += " \(name)=\"\(Self.escaped(value))\"" }
        if element.children.isEmpty, element.comments.isEmpty {
            let inside = Self.escaped(element.text)
            text += line + (inside.isEmpty ? "/>\n" : ">\(inside)</\(element.name)>\n")
            return
        }
        text += line + ">\n"
        if !element.text.isEmpty { text += indentation(depth + 1) + Self.escaped(element.text) + "\n" }
        for (position, child) in element.children.enumerated() {
            write(element.comments, at: position, depth: depth + 1)
            write(child, depth: depth + 1)
        }
        write(element.comments, at: element.children.count, depth: depth + 1)
        text += indentation(depth) + "</\(element.name)>\n"
    }

    private mutating func write(_ comments: [Markup.Comment], at position: Int, depth: Int) {
        for comment in comments where comment.position == position {
            text += indentation(depth) + "<!--\(comment.text)-->\n"
        }
    }

    private func indentation(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

    private func attributes(_ index: Int) -> [(String, String)] {
        let element = markup.elements[index]
        var result: [(String, String)] = []
        let outer = element.parent.map { markup.prefixes[markup.elements[$0].scope] } ?? [:]
        for (prefix, uri) in markup.prefixes[element.scope].sorted(by: { $0.key < $1.key }) where outer[prefix] != uri {
            result.append((prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)", uri))
        }
        let sorted = element.attributes.sorted { one, other in
            let (first, second) = (Self.order.firstIndex(of: one.key), Self.order.firstIndex(of: other.key))
            return (first ?? 99, one.key) < (second ?? 99, other.key)
        }
        for (name, value) in sorted {
            let words = value.split(separator: " ", omittingEmptySubsequences: false)
            result.append(
                (name, words.map { $0.hasPrefix("#/") ? String($0.dropFirst()) : String($0) }.joined(separator: " ")))
        }
        return result
    }

    private static func escaped(_ value: String) -> String {
        var result = ""
        for character in value.unicodeScalars {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\n", "\t", "\r": result += "&#\(character.value);"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
