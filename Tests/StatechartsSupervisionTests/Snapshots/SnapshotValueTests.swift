import Foundation
import Statecharts
import Testing

private struct Sample: Codable, Equatable {
    enum Kind: Codable, Equatable {
        case plain
        case labelled(name: String, Int?)
        indirect case nested([Kind])
    }
    enum Colour: String, Codable { case red, green }

    var kind: Kind
    var colour: Colour?
    var numbers: [Double]
    var byNumber: [Int: String]
    var byColour: [Colour: Int]
    var big: UInt64
    var small: Int8
    var ratio: Float
    var isOn: Bool
    var raw: Data
    var date: Date
    var pair: [[Int]]
}

private struct Wide: Codable, Equatable {
    enum Sum: Codable, Equatable { case of(UInt128) }
    var low: Int128
    var high: UInt128
    var none: Int128?
    var list: [Int128]
    var named: [String: UInt128]
    var sum: Sum
    var own: Own
}

/// Writes its parts into a container by itself.
private struct Own: Codable, Equatable {
    var value: Int128
    init(value: Int128) { self.value = value }
    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        let high = try container.decode(UInt128.self)
        value = try container.decode(Int128.self)
        let single = try Single(from: container.superDecoder())
        if high != .max || single.value != value {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "\(high), \(single.value)")
        }
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(UInt128.max)
        try container.encode(value)
        try Single(value: value).encode(to: container.superEncoder())
    }
}

private struct Single: Codable {
    var value: Int128
    init(value: Int128) { self.value = value }
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Int128.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

private class Animal: Codable {
    var legs = 4
}

private final class Dog: Animal {
    var name = ""
    private enum Keys: CodingKey { case name, tricks }
    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        name = try container.decode(String.self, forKey: .name)
        var tricks = try container.nestedUnkeyedContainer(forKey: .tricks)
        while !tricks.isAtEnd { if try !tricks.decodeNil() { name += try tricks.decode(String.self) } }
        try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(name, forKey: .name)
        var tricks = container.nestedUnkeyedContainer(forKey: .tricks)
        try tricks.encode("!")
        try tricks.encodeNil()
        try super.encode(to: container.superEncoder())
    }
}

@Suite struct SnapshotValueTests {
    private var sample: Sample {
        Sample(
            kind: .nested([.plain, .labelled(name: "x", nil), .labelled(name: "y", -3)]), colour: nil,
            numbers: [0, 1.5, -2, 1e300, 0.1], byNumber: [7: "seven"], byColour: [.red: 1], big: .max,
            small: -128, ratio: 0.25, isOn: true, raw: Data([1, 2, 255]), date: Date(timeIntervalSince1970: 1.5),
            pair: [[1], []])
    }

    @Test func `any Codable value is the same after a way through the tree and JSON`() throws {
        let tree = try SnapshotValue(encoding: sample)
        #expect(try tree.decode(Sample.self) == sample)
        let json = try JSONEncoder().encode(tree)
        let read = try JSONDecoder().decode(SnapshotValue.self, from: json)
        #expect(read == tree)
        #expect(try read.decode(Sample.self) == sample)
    }

    @Test func `all kinds of values are the same after a way through JSON and property lists`() throws {
        let values: [SnapshotValue] = [
            .null, .bool(true), .bool(false), .int(1), .int(0), .int(.min), .int(.max), .uint(.max), .double(1.5),
            .double(-0.0), .double(1e300), .string("1"), .string("true"), .string(""), .array([]), .object([:]),
            .array([.int(1), .array([.string("a")]), .object(["x": .null]), .int(2), .object(["y": .array([.null])])]),
        ]
        let all = SnapshotValue.object([
            "values": .array(values), "snake_case": .int(3), "camelCase": .object(["a_b": .null]),
        ])
        let snakes = JSONEncoder(), camels = JSONDecoder()
        snakes.keyEncodingStrategy = .convertToSnakeCase
        camels.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try JSONDecoder().decode(SnapshotValue.self, from: JSONEncoder().encode(all)) == all)
        #expect(try camels.decode(SnapshotValue.self, from: snakes.encode(all)) == all)
        for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
            let encoder = PropertyListEncoder()
            encoder.outputFormat = format
            #expect(try PropertyListDecoder().decode(SnapshotValue.self, from: encoder.encode(all)) == all)
        }
    }

    @Test func `integers of 128 bits are saved, large ones as texts`() throws {
        let wide = Wide(
            low: .min, high: .max, none: nil, list: [1, -1, .max], named: ["a": .max],
            sum: .of(.max), own: Own(value: .min))
        let tree = try SnapshotValue(encoding: wide)
        #expect(tree["low"] == .string("-170141183460469231731687303715884105728"))
        #expect(tree["list"] == .array([.int(1), .int(-1), .string("\(Int128.max)")]))
        let read = try JSONDecoder().decode(SnapshotValue.self, from: JSONEncoder().encode(tree))
        #expect(read == tree)
        #expect(try read.decode(Wide.self) == wide)
        #expect(try SnapshotValue(encoding: Int128(5)) == .int(5))
        #expect(try SnapshotValue(encoding: UInt128(UInt64.max)) == .uint(.max))
        #expect(try SnapshotValue.uint(.max).decode(Int128.self) == Int128(UInt64.max))
        for tree in [SnapshotValue.int(-1), .string("-1"), .string("many"), .double(0.5), .null] {
            #expect(throws: DecodingError.self) { try tree.decode(UInt128.self) }
        }
        #expect(throws: DecodingError.self) { try SnapshotValue.string("1").decode(Int.self) }
    }

    @Test func `a negative zero stays one`() throws {
        for tree in [try SnapshotValue(encoding: [-0.0]), try SnapshotValue(encoding: [Float(-0.0)])] {
            let json = try JSONDecoder().decode(SnapshotValue.self, from: JSONEncoder().encode(tree))
            let list = try PropertyListDecoder().decode(SnapshotValue.self, from: PropertyListEncoder().encode(tree))
            for read in [json, list] {
                #expect(read == tree)
                #expect(try read.decode([Double].self).map(\.sign) == [.minus])
                #expect(try read.decode([Int].self) == [0])
            }
        }
        #expect(
            try JSONDecoder().decode(SnapshotValue.self, from: Data("[0, 0.0]".utf8)) == .array([.int(0), .int(0)]))
    }

    @Test func `the tree looks as JSON would`() throws {
        let tree = try SnapshotValue(encoding: Sample.Kind.labelled(name: "x", nil))
        #expect(
            tree == .object(["labelled": .object(["name": .string("x"), "_1": .null])])
                || tree["labelled"]?["name"] == .string("x"))
        #expect(try SnapshotValue(encoding: [1, nil, 2]) == .array([.int(1), .null, .int(2)]))
        #expect(try SnapshotValue(encoding: UInt64.max) == .uint(.max))
        #expect(try SnapshotValue(encoding: [String: Int]()) == .object([:]))
        #expect(try SnapshotValue(encoding: tree) == tree)
    }

    @Test func `classes, nested containers and nothing in between work`() throws {
        let dog = Dog()
        dog.name = "Rex"
        dog.legs = 3
        let copy = try SnapshotValue(encoding: dog).decode(Dog.self)
        #expect(copy.name == "Rex!" && copy.legs == 3)
    }

    @Test func `what does not fit says where`() throws {
        let tree = try SnapshotValue(encoding: ["a": [1, 300]])
        #expect(throws: DecodingError.self) { try tree.decode([String: [Int8]].self) }
        #expect(throws: DecodingError.self) { try tree.decode([String].self) }
        #expect(throws: DecodingError.self) { try tree.decode(Sample.self) }
        do {
            _ = try tree.decode([String: [Int8]].self)
        } catch DecodingError.typeMismatch(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
        }
    }

    @Test(arguments: [
        (SnapshotValue.string("4111"), "a text is no Int"),
        (.array([.string("4111")]), "an array is no Int"),
        (.object(["card": .string("4111")]), "{ card: … } is no Int"),
        (.object(["4111": .int(1)]), "an object is no Int"),
        (.double(4111.5), "a number is no Int"),
        (.uint(18_000_000_000_000_004_111), "a whole number is no Int"),
        (.bool(true), "a truth value is no Int"),
        (.null, "nothing is no Int"),
    ])
    func `what does not fit is in no error text`(value: SnapshotValue, text: String) throws {
        let error = try #require(throws: DecodingError.self) { try value.decode(Int.self) }
        #expect("\(error)".contains(text))
        #expect(!"\(error)".contains("4111"))
    }

    @Test func `many names and long ones are in an error text in part`() throws {
        let many = SnapshotValue.object(Dictionary(uniqueKeysWithValues: (0..<5_000).map { ("k\($0)", .null) }))
        let wide = try #require(throws: DecodingError.self) { try many.decode(Int.self) }
        #expect("\(wide)".contains("{ k0: …, k1: …, k10: …, "))
        #expect("\(wide)".contains(", … and 4980 more } is no Int"))
        let name = String(repeating: "k", count: 100_000)
        for value in [SnapshotValue.object([name: .null]), .object([name: .object([name: .null])])] {
            let error = try #require(throws: DecodingError.self) { try value.decode([String: [Int]].self) }
            #expect("\(error)".contains("\(name.prefix(80))…"))
            #expect("\(error)".utf8.count < 1_000)
        }
    }

    @Test func `a container that does not fit is in no error text`() throws {
        let text = SnapshotValue.string("4111")
        for (error, wanted) in [
            (try #require(throws: DecodingError.self) { try text.decode([Int].self) }, "a text is not an array"),
            (
                try #require(throws: DecodingError.self) { try text.decode([String: Int].self) },
                "a text is not an object"
            ),
        ] {
            #expect("\(error)".contains(wanted))
            #expect(!"\(error)".contains("4111"))
        }
    }

    @Test func `a migration changes members by name`() {
        var tree = SnapshotValue.object(["a": .int(1)])
        tree["b"] = .bool(true)
        tree["a"] = nil
        #expect(tree == .object(["b": .bool(true)]))
        tree["b"]?["c"] = .null
        #expect(tree == .object(["b": .object(["c": .null])]))
        #expect(tree["x"] == nil && SnapshotValue.null["x"] == nil)
    }
}
