/// Where in a tree a coder is. The keys are put in a row only if somebody asks for them.
struct CodingTrail {
    /// How deep arrays and objects may lie inside each other. Other coders have such a limit too.
    static let greatestDepth = 512

    static var tooDeep: String { "arrays and objects lie deeper than \(greatestDepth) in each other" }

    private final class Link {
        let key: any CodingKey
        let outer: Link?

        init(_ key: any CodingKey, inside outer: Link?) {
            self.key = key
            self.outer = outer
        }
    }
    private var innermost: Link?
    private(set) var depth = 0

    var isTooDeep: Bool { depth > Self.greatestDepth }

    /// The place of a key here. What is too deep is refused, so that nothing needs to be told apart in it.
    func inside(_ key: any CodingKey) -> CodingTrail {
        if isTooDeep { return self }
        var trail = self
        trail.innermost = Link(key, inside: innermost)
        trail.depth += 1
        return trail
    }

    /// The keys, the outermost first.
    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        keys.reserveCapacity(depth)
        var link = innermost
        while let one = link {
            keys.append(one.key)
            link = one.outer
        }
        return keys.reversed()
    }

    /// The keys for an error: names may be data of any length.
    private var clippedKeys: [any CodingKey] {
        keys.map { key in
            let name = key.stringValue.clippedName
            return name == key.stringValue ? key : SnapshotKey(stringValue: name)
        }
    }

    /// What a decoder says of this place.
    func context(_ text: String) -> DecodingError.Context {
        // Of what is too deep the beginning says enough.
        .init(codingPath: isTooDeep ? Array(clippedKeys.prefix(3)) : clippedKeys, debugDescription: text)
    }

    /// What an encoder says where it goes too deep.
    var refusal: SnapshotError {
        let beginning = clippedKeys.prefix(3).map(\.stringValue).joined(separator: ".")
        return SnapshotError(
            .notCodable, "\(Self.tooDeep), beginning with \(beginning)",
            fix: "let its encode(to:) write it flatter, a chain as a list; what leads back to itself has no end")
    }
}
