/// Takes any `Encodable` apart into a ``SnapshotValue``; the core does not import Foundation.
struct SnapshotEncoder: Encoder {
    let node: Node
    let codingPath: [any CodingKey]
    /// What becomes of secrets.
    var secrets = SecretCoding.refused
    var userInfo: [CodingUserInfoKey: Any] { [SecretCoding.key: secrets] }

    /// One place in the tree while it is being made: containers are handed out before they are filled.
    final class Node {
        private enum Kind { case leaf, array, object }
        /// What is in a container: a value that is no container itself needs no node.
        private enum Content {
            case leaf(SnapshotValue)
            case node(Node)

            var value: SnapshotValue {
                switch self {
                case .leaf(let value): value
                case .node(let node): node.value
                }
            }
        }
        private var kind = Kind.object
        private var leaf = SnapshotValue.null
        private var elements: [Content] = []
        private var members: [String: Content] = [:]

        var count: Int { elements.count }

        var value: SnapshotValue {
            switch kind {
            case .leaf: leaf
            case .array: .array(elements.map(\.value))
            case .object: .object(members.mapValues(\.value))
            }
        }

        func set(_ value: SnapshotValue) {
            kind = .leaf
            leaf = value
        }

        func makeArray() { kind = .array }

        func append() -> Node {
            let node = Node()
            elements.append(.node(node))
            return node
        }

        func append(_ leaf: SnapshotValue) { elements.append(.leaf(leaf)) }

        func member(_ key: any CodingKey) -> Node {
            let node = Node()
            setMember(key, .node(node))
            return node
        }

        func member(_ key: any CodingKey, _ leaf: SnapshotValue) { setMember(key, .leaf(leaf)) }

        private func setMember(_ key: any CodingKey, _ content: Content) {
            kind = .object
            members[key.stringValue] = content
        }
    }

    static func tree(
        of value: some Encodable, at path: [any CodingKey], secrets: SecretCoding = .refused
    ) throws -> SnapshotValue {
        let node = Node()
        try SnapshotEncoder(node: node, codingPath: path, secrets: secrets).write(value)
        return node.value
    }

    func write(_ value: some Encodable) throws {
        if let leaf = SnapshotValue(leaf: value) { node.set(leaf) } else { try value.encode(to: self) }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Keyed(node: node, codingPath: codingPath, secrets: secrets))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.makeArray()
        return Unkeyed(node: node, codingPath: codingPath, secrets: secrets)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }
}

extension SnapshotEncoder {
    private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: Node
        let codingPath: [any CodingKey]
        let secrets: SecretCoding

        private func encoder(_ key: any CodingKey) -> SnapshotEncoder {
            SnapshotEncoder(node: node.member(key), codingPath: codingPath + [key], secrets: secrets)
        }
        func encodeNil(forKey key: Key) { node.member(key, .null) }
        func encode(_ value: some Encodable, forKey key: Key) throws {
            if let leaf = SnapshotValue(leaf: value) {
                node.member(key, leaf)
            } else {
                try value.encode(to: encoder(key))
            }
        }
        func nestedContainer<Nested: CodingKey>(
            keyedBy keyType: Nested.Type, forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: keyType) }
        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
        func superEncoder() -> any Encoder { encoder(SnapshotKey.super) }
        func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
    }

    private struct Unkeyed: UnkeyedEncodingContainer {
        let node: Node
        let codingPath: [any CodingKey]
        let secrets: SecretCoding
        var count: Int { node.count }

        private func next() -> SnapshotEncoder {
            let key = SnapshotKey(position: count)
            return SnapshotEncoder(node: node.append(), codingPath: codingPath + [key], secrets: secrets)
        }
        func encodeNil() { node.append(.null) }
        func encode(_ value: some Encodable) throws {
            if let leaf = SnapshotValue(leaf: value) { node.append(leaf) } else { try value.encode(to: next()) }
        }
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
