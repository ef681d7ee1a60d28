/// Puts any `Decodable` together from a ``SnapshotValue``.
struct SnapshotDecoder: Decoder {
    let value: SnapshotValue
    let trail: CodingTrail
    var codingPath: [any CodingKey] { trail.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if trail.isTooDeep { throw DecodingError.dataCorrupted(trail.context(CodingTrail.tooDeep)) }
        return try value.leaf(type, at: trail) ?? Value(from: self)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = value else { throw mismatch("an object") }
        return KeyedDecodingContainer(Keyed<Key>(members: members, trail: trail))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let values) = value else { throw mismatch("an array") }
        return Unkeyed(values: values, trail: trail)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }

    private func mismatch(_ wanted: String) -> DecodingError {
        .dataCorrupted(trail.context("\(value.outline) is not \(wanted)"))
    }
}

// As in the encoder, containers know integers of 128 bits.

extension SnapshotDecoder {
    private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let members: [String: SnapshotValue]
        let trail: CodingTrail
        var codingPath: [any CodingKey] { trail.keys }

        var allKeys: [Key] { members.keys.sorted().compactMap { Key(stringValue: $0) } }
        func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

        private func decoder(_ key: any CodingKey) throws -> SnapshotDecoder {
            guard let value = members[key.stringValue] else {
                throw DecodingError.keyNotFound(key, trail.context("there is no \(key.stringValue)"))
            }
            return SnapshotDecoder(value: value, trail: trail.inside(key))
        }
        func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value == .null }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try decoder(key).decoded(type)
        }
        func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoder(key).decoded(type) }
        func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoder(key).decoded(type) }
        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type, forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try decoder(key).unkeyedContainer()
        }
        func superDecoder() throws -> any Decoder { try decoder(SnapshotKey.super) }
        func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
    }

    private struct Unkeyed: UnkeyedDecodingContainer {
        let values: [SnapshotValue]
        let trail: CodingTrail
        var codingPath: [any CodingKey] { trail.keys }
        var currentIndex = 0
        var count: Int? { values.count }
        var isAtEnd: Bool { currentIndex >= values.count }

        private func present() throws -> SnapshotDecoder {
            let place = trail.inside(SnapshotKey(position: currentIndex))
            guard !isAtEnd else {
                let present = CountText.of(values.count, "value is", "values are")
                throw DecodingError.valueNotFound(Any.self, place.context("only \(present) there"))
            }
            return SnapshotDecoder(value: values[currentIndex], trail: place)
        }
        private mutating func advance<Result>(_ result: Result) -> Result {
            currentIndex += 1
            return result
        }
        mutating func decodeNil() throws -> Bool {
            guard try present().value == .null else { return false }
            return advance(true)
        }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            advance(try present().decoded(type))
        }
        mutating func decode(_ type: Int128.Type) throws -> Int128 { advance(try present().decoded(type)) }
        mutating func decode(_ type: UInt128.Type) throws -> UInt128 { advance(try present().decoded(type)) }
        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { advance(try present().container(keyedBy: type)) }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            advance(try present().unkeyedContainer())
        }
        mutating func superDecoder() throws -> any Decoder { advance(try present()) }
    }

    private struct Single: SingleValueDecodingContainer {
        let decoder: SnapshotDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }
        func decodeNil() -> Bool { decoder.value == .null }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decoded(type) }
        func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decoded(type) }
        func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decoded(type) }
    }
}
