/// A saved value as a tree, whatever its type was: what a ``Snapshot`` keeps of events and data.
///
/// It reads and writes like JSON in any self-describing coder (`JSONEncoder`, property lists), and a migration can look
/// into it and change it without knowing the old types. An `Int128` or `UInt128` is a whole number if it fits in 64
/// bits, and otherwise a text of its digits.
public enum SnapshotValue: Sendable, Hashable {
    /// Nothing.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number.
    case int(Int64)
    /// A whole number too large for ``int(_:)``.
    case uint(UInt64)
    /// Any other number.
    case double(Double)
    /// A text.
    case string(String)
    /// Values in order.
    case array([SnapshotValue])
    /// Values by name.
    case object([String: SnapshotValue])

    /// Makes the tree of a value.
    /// - Throws: what the value's own `encode(to:)` throws; ``SnapshotError`` if arrays and objects would be nested
    ///   more than 512 deep.
    public init(encoding value: some Encodable) throws {
        self = try SnapshotEncoder.tree(of: value)
    }

    /// Takes a value apart that crosses to another process, or that is compared inside of this one: with its secrets.
    @usableFromInline
    package init(withSecretsOf value: some Encodable) throws {
        self = try SnapshotEncoder.tree(of: value, secrets: .revealed)
    }

    /// Makes a value from the tree.
    /// - Throws: `DecodingError` if the tree does not fit the type.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try SnapshotDecoder(value: self, trail: CodingTrail()).decoded(type)
    }

    /// The value of this name in an object; `nil` in anything else. Setting it makes anything else an object.
    public subscript(key: String) -> SnapshotValue? {
        get {
            guard case .object(let members) = self else { return nil }
            return members[key]
        }
        set {
            guard case .object(var members) = self else {
                self = .object(newValue.map { [key: $0] } ?? [:])
                return
            }
            members[key] = newValue
            self = .object(members)
        }
    }

    /// What it is, for an error's text: the names in an object, such as that of an enum's case, and no data, which may
    /// be nobody's business. Keys of a dictionary that could be names are taken for such.
    var outline: String {
        switch self {
        case .null: "nothing"
        case .bool: "a truth value"
        case .int, .uint: "a whole number"
        case .double: "a number"
        case .string: "a text"
        case .array: "an array"
        case .object(let members) where members.keys.allSatisfy(Self.isWord):
            "{ "
                + members.keys.sorted().lazy.map { "\($0.clippedName): …" }.clipped(each: 400)
                .joined(separator: ", ") + " }"
        case .object: "an object"
        }
    }

    /// Whether a name can be that of a property or a case. Others may be the keys of a dictionary, which are data.
    private static func isWord(_ name: String) -> Bool {
        !(name.first?.isNumber ?? true) && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}

extension SnapshotValue: Codable {
    /// What is known of a value before it is read.
    ///
    /// A decoder does not say what it has. Asked for something else it makes an error each time, with the path, which
    /// takes long where that is long: so the path is not asked for, and what is most likely comes first.
    private struct Place: Sendable {
        enum Kind: Sendable { case leaf, array, object }
        var depth = 0
        var guess = Kind.object
        /// What it lies in.
        private var outer = Kind.leaf
        /// What lay in arrays and in objects on the way here.
        private var inArrays = Kind.array
        private var inObjects = Kind.object

        /// The place of what lies in this value, which is of a kind.
        func inside(_ kind: Kind) -> Place {
            var place = self
            switch outer {
            case .array: place.inArrays = kind
            case .object: place.inObjects = kind
            case .leaf: break
            }
            place.depth += 1
            place.outer = kind
            place.guess = kind == .array ? place.inArrays : place.inObjects
            return place
        }
    }
    @TaskLocal private static var place = Place()

    /// Reads any value of a self-describing format.
    /// - Throws: what the decoder throws; `DecodingError` if arrays and objects are nested more than 512 deep.
    public init(from decoder: any Decoder) throws {
        let place = Self.place
        guard place.depth <= CodingTrail.greatestDepth else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: Array(decoder.codingPath.prefix(3)), debugDescription: CodingTrail.tooDeep))
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
            return
        }
        let found: SnapshotValue?
        switch place.guess {
        case .leaf: found = try Self.leaf(container) ?? Self.array(decoder)
        case .array: found = try Self.array(decoder) ?? Self.leaf(container)
        case .object: found = try Self.isObject(decoder) ? nil : Self.leaf(container) ?? Self.array(decoder)
        }
        self = try found ?? Self.object(container)
    }

    private static func leaf(_ container: any SingleValueDecodingContainer) -> SnapshotValue? {
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) {
            // A negative zero passes for a whole number.
            if value == 0, let number = try? container.decode(Double.self), number.sign == .minus {
                return .double(number)
            }
            return .int(value)
        }
        if let value = try? container.decode(UInt64.self) { return .uint(value) }
        if let value = try? container.decode(Double.self) { return .double(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        return nil
    }

    private static func array(_ decoder: any Decoder) throws -> SnapshotValue? {
        guard var container = try? decoder.unkeyedContainer() else { return nil }
        var values: [SnapshotValue] = []
        var inside = place.inside(.array)
        while !container.isAtEnd {
            let value = try $place.withValue(inside) { try container.decode(SnapshotValue.self) }
            values.append(value)
            switch value {
            case .array: inside.guess = .array
            case .object: inside.guess = .object
            case .null, .bool, .int, .uint, .double, .string: inside.guess = .leaf
            }
        }
        return .array(values)
    }

    private static func isObject(_ decoder: any Decoder) -> Bool {
        (try? decoder.container(keyedBy: SnapshotKey.self)) != nil
    }

    /// As a dictionary: decoders that change the keys of types leave its keys alone.
    private static func object(_ container: any SingleValueDecodingContainer) throws -> SnapshotValue {
        try $place.withValue(place.inside(.object)) { .object(try container.decode([String: SnapshotValue].self)) }
    }

    /// Writes the value as what it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .uint(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension SnapshotValue {
    /// A value that is no container, or `nil` if it has to be taken apart.
    ///
    /// The type is compared first: a cast of a value of unknown type costs some fifty times as much.
    init?<Value: Encodable>(leaf value: Value) {
        if Value.self == Int.self, let value = value as? Int {
            self = .int(Int64(value))
        } else if Value.self == String.self, let value = value as? String {
            self = .string(value)
        } else if Value.self == Bool.self, let value = value as? Bool {
            self = .bool(value)
        } else if Value.self == Double.self, let value = value as? Double {
            self = Self(number: value)
        } else if Value.self == Int64.self, let value = value as? Int64 {
            self = .int(value)
        } else if Value.self == UInt64.self, let value = value as? UInt64 {
            self = Self(integer: value)
        } else if Value.self == SnapshotValue.self, let value = value as? SnapshotValue {
            self = value
        } else if let type = Value.self as? any FixedWidthInteger.Type, Self.isOurs(type) {
            guard let value = value as? any FixedWidthInteger else { return nil }
            self = Self(integer: value)
        } else if Value.self == Float.self, let value = value as? Float {
            self = Self(number: Double(value))
        } else {
            return nil
        }
    }

    /// Whole numbers as such, as a way through JSON makes them: equal values have equal trees.
    private init(number value: Double) {
        if let whole = Int64(exactly: value), whole != 0 || value.sign == .plus {
            self = .int(whole)
        } else if let whole = UInt64(exactly: value), value.sign == .plus {
            self = .uint(whole)
        } else {
            self = .double(value)
        }
    }

    /// One that needs more than 64 bits as text: JSON's readers know no such numbers.
    init(integer value: some FixedWidthInteger) {
        self = Int64(exactly: value).map { .int($0) } ?? UInt64(exactly: value).map { .uint($0) } ?? .string("\(value)")
    }

    /// The value as `type` if that is no container; `nil` if it has to be put together. Throws if the value does not
    /// fit.
    func leaf<Value>(_ type: Value.Type, at trail: CodingTrail) throws -> Value? {
        let made: Any?
        switch type {
        case is SnapshotValue.Type: made = self
        case is Bool.Type: if case .bool(let value) = self { made = value } else { made = nil }
        case is String.Type: if case .string(let value) = self { made = value } else { made = nil }
        case is Double.Type: made = number
        case is Float.Type: made = number.map { Float($0) }
        case let type as any FixedWidthInteger.Type where Self.isOurs(type): made = whole(type)
        default: return nil
        }
        guard let value = made as? Value else {
            throw DecodingError.typeMismatch(type, trail.context("\(outline) is no \(type)"))
        }
        return value
    }

    /// Integers of the standard library; one of a program's own says itself how it is coded.
    private static func isOurs(_ type: any FixedWidthInteger.Type) -> Bool {
        switch type {
        case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type: true
        case is UInt.Type, is UInt8.Type, is UInt16.Type, is UInt32.Type, is UInt64.Type: true
        case is Int128.Type, is UInt128.Type: true
        default: false
        }
    }

    private func whole<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        switch self {
        case .int(let value): Number(exactly: value)
        case .uint(let value): Number(exactly: value)
        case .double(let value): Number(exactly: value)
        case .string(let text): Number.bitWidth > 64 ? Number(text) : nil
        case .null, .bool, .array, .object: nil
        }
    }

    private var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .uint(let value): Double(value)
        case .double(let value): value
        case .null, .bool, .string, .array, .object: nil
        }
    }
}
