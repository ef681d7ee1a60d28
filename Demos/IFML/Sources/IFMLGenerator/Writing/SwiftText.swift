import Foundation

/// Swift code, line by line, as the formatter wants it: four blanks, at most 120 columns.
struct SwiftText {
    private(set) var lines: [String] = []
    private var depth = 0
    static let width = 120

    var text: String { lines.joined(separator: "\n") + "\n" }

    mutating func line(_ text: String) {
        lines.append(text.isEmpty ? "" : String(repeating: "    ", count: depth) + text)
    }

    /// An empty line, unless there is one already or a block has just begun.
    mutating func blank() {
        guard let last = lines.last, !last.isEmpty, !last.hasSuffix("{") else { return }
        lines.append("")
    }

    mutating func comment(_ text: String) {
        for part in Self.wrapped(text, width: Self.width - 4 * depth - 4) { line("/// \(part)") }
    }

    /// A block with a header; on one line if the content is one line that fits.
    mutating func block(_ header: String, isShort: Bool = false, _ content: (inout SwiftText) -> Void) {
        var inner = SwiftText()
        inner.depth = depth + 1
        content(&inner)
        while inner.lines.last?.isEmpty == true { inner.lines.removeLast() }
        if inner.lines.isEmpty { return line("\(header) {}") }
        let indentation = 4 * (depth + 1)
        if isShort, inner.lines.count == 1, fits("\(header) { \(inner.lines[0].dropFirst(indentation)) }") {
            return line("\(header) { \(inner.lines[0].dropFirst(indentation)) }")
        }
        line("\(header) {")
        lines += inner.lines
        line("}")
    }

    func fits(_ text: String) -> Bool { text.count + 4 * depth <= Self.width }

    /// `head(item, item)tail`, each item on a line of its own if it does not fit.
    mutating func call(_ head: String, _ items: [String], _ tail: String = "") {
        let one = "\(head)(\(items.joined(separator: ", ")))\(tail)"
        if fits(one) && !items.contains(where: { $0.contains("\n") }) { return line(one) }
        line("\(head)(")
        depth += 1
        for (index, item) in items.enumerated() {
            let end = index == items.count - 1 ? ")\(tail)" : ","
            let parts = item.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for (position, part) in parts.enumerated() {
                conjunction(position == parts.count - 1 ? part + end : part)
            }
        }
        depth -= 1
    }

    /// A line that is broken before each `&&` if it is too long.
    mutating func conjunction(_ text: String) {
        guard !fits(text) else { return line(text) }
        for (index, part) in text.components(separatedBy: " && ").enumerated() {
            line(index == 0 ? part : "    && \(part)")
        }
    }

    /// `head[item, item]tail`; with a comma after the last item if it is broken.
    mutating func array(_ head: String, _ items: [String], _ tail: String = "") {
        let one = "\(head)[\(items.joined(separator: ", "))]\(tail)"
        if fits(one) && !items.contains(where: { $0.contains("\n") }) { return line(one) }
        line("\(head)[")
        depth += 1
        for item in items {
            let parts = item.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for (position, part) in parts.enumerated() { line(position == parts.count - 1 ? part + "," : part) }
        }
        depth -= 1
        line("]\(tail)")
    }

    mutating func indented(_ content: (inout SwiftText) -> Void) {
        depth += 1
        content(&self)
        depth -= 1
    }

    static func wrapped(_ text: String, width: Int) -> [String] {
        var result: [String] = []
        for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
            var current = ""
            for word in paragraph.split(separator: " ") {
                if !current.isEmpty, current.count + 1 + word.count > width {
                    result.append(current)
                    current = ""
                }
                current += current.isEmpty ? String(word) : " \(word)"
            }
            result.append(current)
        }
        return result
    }

    /// A text as a literal of Swift.
    static func literal(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default:
                if scalar.value < 0x20 || scalar.value == 0x7F {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// A text of the model as it may stand in a comment.
    static func plain(_ text: String) -> String {
        String(text.map { $0.isNewline || $0 == "`" ? " " : $0 })
    }
}
