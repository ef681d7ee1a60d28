/// A text of JSON as a tree that can be damaged by its structure. Numbers and strings are kept as they are written, members in their order,
/// so that a tree can be what no encoder writes: a name twice, a number that nothing holds.
package indirect enum JSONTree: Sendable, Hashable {
    /// A number, a truth value, or `null`.
    case literal(String)
    /// A string with its escapes.
    case string(String)
    case array([JSONTree])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: JSONTree
    }

    package var text: String {
        switch self {
        case .literal(let text): text
        case .string(let text): "\"\(text)\""
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
        }
    }

    // MARK: Reading

    /// Reads a text that is JSON; of others something.
    package init(_ text: String) {
        var bytes = Array(text.utf8)[...]
        self = Self.read(&bytes)
    }

    private static func read(_ bytes: inout ArraySlice<UInt8>) -> JSONTree {
        func skip() { bytes = bytes.drop { [0x20, 0x0A, 0x0D, 0x09, 0x2C, 0x3A].contains($0) } }
        func string() -> String {
            bytes = bytes.dropFirst()
            var taken: [UInt8] = []
            while let byte = bytes.popFirst(), byte != 0x22 {
                taken.append(byte)
                if byte == 0x5C, let next = bytes.popFirst() { taken.append(next) }
            }
            return String(decoding: taken, as: UTF8.self)
        }
        skip()
        switch bytes.first {
        case 0x22: return .string(string())
        case 0x5B, 0x7B:
            let isObject = bytes.popFirst() == 0x7B
            var members: [Member] = []
            skip()
            while let byte = bytes.first, byte != 0x5D, byte != 0x7D {
                let name = isObject ? string() : ""
                members.append(Member(name: name, value: read(&bytes)))
                skip()
            }
            bytes = bytes.dropFirst()
            return isObject ? .object(members) : .array(members.map(\.value))
        default:
            let word = bytes.prefix { ![0x2C, 0x5D, 0x7D, 0x20, 0x0A].contains($0) }
            bytes = bytes.dropFirst(max(word.count, 1))
            return .literal(String(decoding: word, as: UTF8.self))
        }
    }

    // MARK: Damaging

    /// The tree and everything in it.
    package var nodes: [JSONTree] {
        switch self {
        case .literal, .string: [self]
        case .array(let elements): [self] + elements.flatMap(\.nodes)
        case .object(let members): [self] + members.flatMap(\.value.nodes)
        }
    }

    /// Damages one place: another number or reference, another type, something missing, there twice, exchanged, or deeper.
    /// - Parameter all: the nodes of the whole tree: places are chosen by their number, and other values are taken from them.
    package mutating func damage(_ all: [JSONTree], _ random: inout SplitMix) {
        var place = random.below(all.count)
        replace(&place) { node in node = node.damaged(all, &random) }
    }

    private mutating func replace(_ place: inout Int, _ body: (inout JSONTree) -> Void) {
        guard place > 0 else {
            if place == 0 { body(&self) }
            place -= 1
            return
        }
        place -= 1
        switch self {
        case .literal, .string: break
        case .array(var elements):
            for index in elements.indices where place >= 0 { elements[index].replace(&place, body) }
            self = .array(elements)
        case .object(var members):
            for index in members.indices where place >= 0 { members[index].value.replace(&place, body) }
            self = .object(members)
        }
    }

    private static let literals = [
        "-1", "0", "1", "2", "3", "7", "999", "65536", "2147483648", "4294967296", "9007199254740993",
        "9223372036854775807", "-9223372036854775808", "18446744073709551615", "99999999999999999999999", "1e308",
        "-1e400", "0.5", "-0", "true", "false", "null",
    ]

    private func damaged(_ others: [JSONTree], _ random: inout SplitMix) -> JSONTree {
        switch random.below(24) {
        case 0: return random.pick(others) ?? .literal("null")
        case 1: return .array([self])
        case 2: return .object([Member(name: "_0", value: self)])
        case 3: return .literal(random.pick(Self.literals) ?? "0")
        case 4: return .string("")
        case 5 where random.chance(10):
            return .literal(String(repeating: "[", count: 600) + text + String(repeating: "]", count: 600))
        default: break
        }
        switch self {
        case .literal(let text):
            let known = others.filter { if case .literal = $0 { true } else { false } }
            switch (random.below(3), Int(text)) {
            case (0, let number?) where number < .max && number > .min:
                return .literal("\(random.chance(50) ? number + 1 : number - 1)")
            case (1, _): return random.pick(known) ?? self
            case (_, _): return .literal(random.pick(Self.literals) ?? "0")
            }
        case .string(let text):
            let known = others.filter { if case .string = $0 { true } else { false } }
            return random.chance(70) ? random.pick(known) ?? self : .string(text + "…\\u0000\\n<\\\"")
        case .array(var elements):
            guard let last = elements.indices.last else { return .array(random.pick(others).map { [$0] } ?? []) }
            let (a, b) = (random.below(last + 1), random.below(last + 1))
            switch random.below(5) {
            case 0: elements.remove(at: a)
            case 1: elements.insert(elements[a], at: b)
            case 2: elements.swapAt(a, b)
            case 3: elements.append(random.pick(others) ?? self)
            default: elements.removeAll()
            }
            return .array(elements)
        case .object(var members):
            guard let last = members.indices.last else {
                return .object(random.pick(others).map { [Member(name: "x", value: $0)] } ?? [])
            }
            let (a, b) = (random.below(last + 1), random.below(last + 1))
            switch random.below(5) {
            case 0: members.remove(at: a)
            case 1: members.insert(Member(name: members[a].name, value: members[b].value), at: b)
            case 2: (members[a].value, members[b].value) = (members[b].value, members[a].value)
            case 3: (members[a].name, members[b].name) = (members[b].name, members[a].name)
            default: members[a].name += "x"
            }
            return .object(members)
        }
    }
}
