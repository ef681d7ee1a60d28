/// The text of an event or a message, wherever one is described: what `print` writes, but without the word `Optional`,
/// with names as a program has them where it uses them, and no more than some parts of what is large.
///
/// `.page("chat", before: 29)` reads `page("chat", before: 29)`, and `.row(1, .tick)` reads `row(1, .tick)`, where
/// `print` has the module and all types around: of a private type these are other ones in each process. A type that
/// describes itself is taken at its word, up to ten thousand bytes of it.
package enum ValueText {
    /// How many values are written of those that a value consists of. Who watches a machine is not to hold it up.
    package static let mostParts = 1_000
    /// How deep inside of each other.
    package static let mostLevels = 50
    /// How many bytes of UTF-8 are written of strings, of all together.
    package static let mostBytes = 10_000
    /// How many bytes the whole text has at most: what authors say of their own values is not counted before.
    private static let mostOfAll = 100_000

    package static func of<Value>(_ value: Value) -> String {
        var writer = ValueWriter()
        let text = writer.text(of: value, isInside: false)
        return ValueWriter.clipped(text, to: mostOfAll)
    }
}

/// Writes one value. What fits, and has nothing in it that `print` would write in another way, is left to the standard
/// library; all else is written here, part by part, until there is no more room.
private struct ValueWriter {
    /// How many more values are written.
    private var room = ValueText.mostParts
    /// How many more bytes of strings are written.
    private var bytes = ValueText.mostBytes
    private var level = 0
    /// True if something was met, since this was set to false, that `print` would write in another way.
    private var isOurs = false
    /// True while something is written that is known to fit.
    private var hasRoom = false

    /// Writes as the standard library does: what is inside of something else as `debugPrint` would.
    mutating func text(of value: Any, isInside: Bool) -> String {
        let form = Form(of: value)
        if hasRoom { return parts(of: value, form, isInside) }
        let (before, bytesBefore) = (room, bytes)
        isOurs = false
        let fits = fits(value, form, isInside)
        if form.isLeaf { return parts(of: value, form, isInside) }
        if fits {
            if !isOurs { return Self.plain(value, form, isInside) }
            hasRoom = true
            defer { hasRoom = false }
            return parts(of: value, form, isInside)
        }
        if before <= 0 || level == ValueText.mostLevels { return "…" }
        (room, bytes) = (before - 1, bytesBefore)
        level += 1
        defer { level -= 1 }
        return parts(of: value, form, isInside)
    }

    private mutating func parts(of value: Any, _ form: Form, _ isInside: Bool) -> String {
        let children = Mirror(reflecting: value).children
        switch form {
        case .whole, .named, .object: return Self.clipped(Self.plain(value, form, isInside), to: ValueText.mostBytes)
        case .string where hasRoom, .container where hasRoom: return Self.plain(value, form, isInside)
        case .string:
            let text = Self.clipped("\(value)", to: bytes)
            bytes = max(bytes - text.utf8.count, 0)
            return Self.plain(text, form, isInside)
        case .container: return "\(type(of: value))".prefix { $0 != "<" } + "(…)"
        case .optional: return children.first.map { text(of: $0.value, isInside: true) } ?? "nil"
        case .tuple: return "(" + named(children) + ")"
        case .structure: return "\(type(of: value))(" + named(children) + ")"
        case .payload:
            guard let payload = children.first, let name = payload.label else {
                // A case of the C language has no name.
                let name = "\(value)"
                return isInside && name != "\(type(of: value))" ? ".\(name)" : name
            }
            let inside = text(of: payload.value, isInside: true)
            let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
            return (isInside ? "." : "") + name + (isTuple ? inside : "(\(inside))")
        case .list:
            // Some of them write their name in front where they are inside of something else.
            let name = isInside ? Form.listName(of: value) : ""
            let list = "[" + listed(children) { $0.text(of: $1, isInside: true) } + "]"
            return name.isEmpty ? list : "\(name)(\(list))"
        case .dictionary:
            if children.isEmpty { return "[:]" }
            return "["
                + listed(children) { writer, pair in
                    Mirror(reflecting: pair).children.map { writer.text(of: $0.value, isInside: true) }
                        .joined(separator: ": ")
                } + "]"
        }
    }

    private mutating func named(_ children: Mirror.Children) -> String {
        children.map { child in
            // Elements of tuples without a name are called `.0`, `.1`.
            let name = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
            return name + text(of: child.value, isInside: true)
        }.joined(separator: ", ")
    }

    /// Writes elements as long as there is room, and how many there are besides.
    private mutating func listed(_ children: Mirror.Children, _ text: (inout Self, Any) -> String) -> String {
        var texts: [String] = []
        for child in children {
            if room <= 0, !hasRoom {
                texts.append("… \(children.count - texts.count) more")
                break
            }
            texts.append(text(&self, child.value))
        }
        return texts.joined(separator: ", ")
    }

    /// Takes the room that a value needs with all that is in it. Answers false if there is not so much, or if it goes
    /// too deep.
    private mutating func fits(_ value: Any, _ form: Form, _ isInside: Bool) -> Bool {
        room -= 1
        if form == .optional || isInside && form.isByName { isOurs = true }
        if room < 0 { return false }
        if form.isLeaf { return true }
        if form == .string {
            bytes -= (value as? String)?.utf8.count ?? (value as? Substring)?.utf8.count ?? 0
            return bytes >= 0
        }
        if level == ValueText.mostLevels { return false }
        level += 1
        defer { level -= 1 }
        return Mirror(reflecting: value).children.allSatisfy { fits($0.value, Form(of: $0.value), true) }
    }

    /// A text of so many bytes at most. Cut between scalars: one character may be of any number of them.
    static func clipped(_ text: String, to count: Int) -> String {
        if text.utf8.count <= count { return text }
        var left = count
        let beginning = text.unicodeScalars.prefix { scalar in
            left -= UTF8.width(scalar)
            return left >= 0
        }
        return String(beginning) + "…"
    }

    private static func plain(_ value: Any, _ form: Form, _ isInside: Bool) -> String {
        if form == .object { return "\(type(of: value))" }
        return isInside && !form.isByName ? String(reflecting: value) : String(describing: value)
    }
}

private enum Form {
    /// As it says itself, or as the standard library says of what has no parts.
    case whole
    /// By a name alone: a type or a function, or an object by that of its class.
    case named, object
    case string
    /// One of the standard library's that writes all that is in it; `…` of what is large.
    case container
    case optional, tuple, structure
    /// A case of an enumeration with a payload.
    case payload
    case list, dictionary

    init(of value: Any) {
        let type = type(of: value)
        if type == String.self || type == Substring.self {
            self = .string
            return
        }
        if type == AnyHashable.self || Self.isStandard(value, ["CollectionOfOne", "KeyValuePairs"]) {
            self = .container
            return
        }
        switch Mirror(reflecting: value).displayStyle {
        case .optional where Self.isStandard(value, ["Optional"]): self = .optional
        case .tuple: self = .tuple
        case .collection where Self.isStandard(value, ["Array", "ArraySlice", "ContiguousArray"]),
            .set where Self.isStandard(value, ["Set"]):
            self = .list
        case .dictionary where Self.isStandard(value, ["Dictionary"]): self = .dictionary
        case .struct: self = Self.describesItself(value) ? .whole : .structure
        case .enum: self = Self.describesItself(value) ? .whole : .payload
        case .class: self = Self.describesItself(value) ? .whole : .object
        case nil: self = Self.describesItself(value) ? .whole : .named
        default: self = .whole
        }
    }

    /// True if nothing is inside of it that is written.
    var isLeaf: Bool { self == .whole || self == .named || self == .object }

    /// True if the standard library writes the module before the name of the type, inside of something else.
    var isByName: Bool {
        switch self {
        case .structure, .payload, .named, .object: true
        case .whole, .string, .container, .optional, .tuple, .list, .dictionary: false
        }
    }

    /// What a list calls itself; nothing for an array.
    static func listName(of value: Any) -> String {
        let name = String(describing: type(of: value)).prefix { $0 != "<" }
        return name == "Array" ? "" : String(name)
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
