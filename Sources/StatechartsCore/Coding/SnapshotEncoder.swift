/// Takes any `Encodable` apart into a ``SnapshotValue``; the core does not import Foundation.
struct SnapshotEncoder: Encoder {
    let node: Node
    /// What becomes of secrets.
    var secrets = SecretCoding.refused
    var codingPath: [any CodingKey] { node.trail.keys }
    var userInfo: [CodingUserInfoKey: Any] { [SecretCoding.key: secrets] }

    /// One place in the tree while it is being made: containers are handed out before they are filled.
    final class Node {
        private enum Kind { case leaf, array, object }
        /// What is in a container: a value that is no container itself needs no node.
        private enum Content {
            case leaf(SnapshotValue)
            case node(Node)

            func value() throws -> SnapshotValue {
                switch self {
                case .leaf(let value): value
                case .node(let node): try node.value()
                }
            }
        }
        let trail: CodingTrail
        private var kind = Kind.object
        private var leaf = SnapshotValue.null
        private var elements: [Content] = []
        private var members: [String: Content] = [:]

        init(_ trail: CodingTrail) { self.trail = trail }

        var count: Int { elements.count }

        func value() throws -> SnapshotValue {
            switch kind {
            case .leaf: return leaf
            case .array:
                if !elements.isEmpty { try allowContents() }
                return .array(try elements.map { try $0.value() })
            case .object:
                if !members.isEmpty { try allowContents() }
                return .object(try members.mapValues { try $0.value() })
            }
        }

        private func allowContents() throws {
            if trail.depth >= CodingTrail.greatestDepth { throw trail.refusal }
        }

        func set(_ value: SnapshotValue) {
            kind = .leaf
            leaf = value
        }

        func makeArray() { kind = .array }

        func append() -> Node {
            if trail.isTooDeep { return self }
            let node = Node(trail.inside(SnapshotKey(position: count)))
            elements.append(.node(node))
            return node
        }

        func append(_ leaf: SnapshotValue) { elements.append(.leaf(leaf)) }

        func member(_ key: any CodingKey) -> Node {
            if trail.isTooDeep { return self }
            let node = Node(trail.inside(key))
            setMember(key, .node(node))
            return node
        }

        func member(_ key: any CodingKey, _ leaf: SnapshotValue) { setMember(key, .leaf(leaf)) }

        private func setMember(_ key: any CodingKey, _ content: Content) {
            kind = .object
            members[key.stringValue] = content
        }
    }

    static func tree(of value: some Encodable, secrets: SecretCoding = .refused) throws -> SnapshotValue {
        let node = Node(CodingTrail())
        try SnapshotEncoder(node: node, secrets: secrets).write(value)
        return try node.value()
    }

    func write(_ value: some Encodable) throws {
        if let leaf = SnapshotValue(leaf: value) { node.set(leaf) } else { try take(value) }
    }

    /// Takes apart what is no leaf. Most of what goes too deep ends here; containers are handed out before anything is
    /// in them, and are asked in the end.
    private func take(_ value: some Encodable) throws {
        if node.trail.isTooDeep { throw node.trail.refusal }
        try value.encode(to: self)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed(node: node, secrets: secrets))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.makeArray()
        return Unkeyed(node: node, secrets: secrets)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }
}

// Containers say themselves what becomes of integers of 128 bits: else the standard library refuses them.

extension SnapshotEncoder {
    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: Node
        let secrets: SecretCoding
        var codingPath: [any CodingKey] { node.trail.keys }

        private func encoder(_ key: any CodingKey) -> SnapshotEncoder {
            SnapshotEncoder(node: node.member(key), secrets: secrets)
        }
        func encodeNil(forKey key: Key) { node.member(key, .null) }
        func encode(_ value: some Encodable, forKey key: Key) throws {
            if let leaf = SnapshotValue(leaf: value) {
                node.member(key, leaf)
            } else {
                try encoder(key).take(value)
            }
        }
        func encode(_ value: Int128, forKey key: Key) { node.member(key, SnapshotValue(integer: value)) }
        func encode(_ value: UInt128, forKey key: Key) { node.member(key, SnapshotValue(integer: value)) }
        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: keyType) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder(SnapshotKey.super) }
        func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let node: Node
        let secrets: SecretCoding
        var codingPath: [any CodingKey] { node.trail.keys }
        var count: Int { node.count }

        private func next() -> SnapshotEncoder { SnapshotEncoder(node: node.append(), secrets: secrets) }
        func encodeNil() { node.append(.null) }
        func encode(_ value: some Encodable) throws {
            if let leaf = SnapshotValue(leaf: value) { node.append(leaf) } else { try next().take(value) }
        }
        func encode(_ value: Int128) { node.append(SnapshotValue(integer: value)) }
        func encode(_ value: UInt128) { node.append(SnapshotValue(integer: value)) }
        func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
            next().container(keyedBy: keyType)
        }
        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }
        func superEncoder() -> any Encoder { next() }
    }

    private struct Single: SingleValueEncodingContainer {
        let encoder: SnapshotEncoder
        var codingPath: [any CodingKey] { encoder.codingPath }
        func encodeNil() { encoder.node.set(.null) }
        func encode(_ value: some Encodable) throws { try encoder.write(value) }
        func encode(_ value: Int128) { encoder.node.set(SnapshotValue(integer: value)) }
        func encode(_ value: UInt128) { encoder.node.set(SnapshotValue(integer: value)) }
    }
}

/// A key of the coder's own: a position, or the place of a superclass.
struct SnapshotKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    static let `super` = SnapshotKey(stringValue: "super")

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(position: intValue) }

    init(position: Int) {
        stringValue = String(position)
        intValue = position
    }
}
