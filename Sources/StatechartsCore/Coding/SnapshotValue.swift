/// A saved value as a tree, whatever its type was: what a ``Snapshot`` keeps of events and data.
///
/// It reads and writes like JSON in any self-describing coder (`JSONEncoder`, property lists), and a migration can look
/// into it and change it without knowing the old types.
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

    /// Takes a value apart.
    /// - Throws: what the value's own `encode(to:)` throws.
    public init(encoding value: some Encodable) throws {
        self = try SnapshotEncoder.tree(of: value, at: [])
    }

    /// Takes a value apart that crosses to another process, or that is compared inside of this one: with its secrets.
    @usableFromInline
    package init(withSecretsOf value: some Encodable) throws {
        self = try SnapshotEncoder.tree(of: value, at: [], secrets: .revealed)
    }

    /// Puts a value together again.
    /// - Throws: `DecodingError` if the tree does not fit the type.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try SnapshotDecoder(value: self, codingPath: []).decoded(type)
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
            "{ " + members.keys.sorted().map { "\($0): …" }.joined(separator: ", ") + " }"
        case .object: "an object"
        }
    }

    /// Whether a name can be that of a property or a case. Others may be the keys of a dictionary, which are data.
    private static func isWord(_ name: String) -> Bool {
        !(name.first?.isNumber ?? true) && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}

extension SnapshotValue: Codable {
    /// How deep arrays and objects may lie inside each other where a value is read. Other coders have such a limit too.
    private static var greatestDepth: Int { 512 }

    /// Reads any value of a self-describing format.
    /// - Throws: what the decoder throws; `DecodingError` if arrays and objects lie deeper than 512 in each other.
    public init(from decoder: any Decoder) throws {
        guard decoder.codingPath.count <= Self.greatestDepth else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: Array(decoder.codingPath.prefix(3)),
                    debugDescription: "arrays and objects lie deeper than \(Self.greatestDepth) in each other"))
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .int(value)
        } else if let value = try? container.decode(UInt64.self) {
            self = .uint(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([SnapshotValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: SnapshotValue].self))
        }
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
            self = Self(whole: value)
        } else if Value.self == SnapshotValue.self, let value = value as? SnapshotValue {
            self = value
        } else if let type = Value.self as? any FixedWidthInteger.Type, Self.isOurs(type) {
            guard let value = value as? any FixedWidthInteger else { return nil }
            self = Int64(exactly: value).map { .int($0) } ?? Self(whole: UInt64(truncatingIfNeeded: value))
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

    private init(whole value: UInt64) { self = Int64(exactly: value).map { .int($0) } ?? .uint(value) }

    /// The value as `type` if that is no container; `nil` if it has to be put together. Throws if the value does not
    /// fit.
    func leaf<Value>(_ type: Value.Type, at path: [any CodingKey]) throws -> Value? {
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
            throw DecodingError.typeMismatch(
                type, .init(codingPath: path, debugDescription: "\(outline) is no \(type)"))
        }
        return value
    }

    /// Integers of the standard library; one of a program's own says itself how it is coded.
    private static func isOurs(_ type: any FixedWidthInteger.Type) -> Bool {
        switch type {
        case is Int.Type, is Int8.Type, is Int16.Type, is Int32.Type, is Int64.Type: true
        case is UInt.Type, is UInt8.Type, is UInt16.Type, is UInt32.Type, is UInt64.Type: true
        default: false
        }
    }

    private func whole<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        switch self {
        case .int(let value): Number(exactly: value)
        case .uint(let value): Number(exactly: value)
        case .double(let value): Number(exactly: value)
        case .null, .bool, .string, .array, .object: nil
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
