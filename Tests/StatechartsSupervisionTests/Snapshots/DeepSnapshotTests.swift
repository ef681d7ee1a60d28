import Foundation
import Statecharts
import Testing

/// One inside the other, each two levels of a tree deep.
private indirect enum Chain: Codable, Sendable, Equatable {
    case end, link(Chain)

    init(_ count: Int) { self = (0..<count).reduce(.end) { chain, _ in .link(chain) } }
}

/// Keeps a chain as data, and others as deferred events.
private final class Locker: TopState<Locker.Event>, Snapshotting {
    enum Event: Sendable, Codable { case put(Chain), later(Chain) }
    let idle = Idle()
    var chain = Chain.end
    override func configure() { substates(idle) }
    func save() -> Chain { chain }
    func restore(_ saved: Chain) { chain = saved }

    final class Idle: State<Locker, Locker> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .put(let chain): .handled { self.top.chain = chain }
            case .later: .deferred
            }
        }
    }
}

private final class Link: Codable {
    var next: Link?
}

/// Lists inside each other that are written without anything in them.
private struct Lists: Encodable {
    let count: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        for _ in 1..<count { container = container.nestedUnkeyedContainer() }
    }
}

/// A decoder of lists inside each other. It counts what takes long in those of Foundation where the path is long: each
/// error that it makes, and each time that it is asked for the path.
private struct CountedDecoder: Decoder {
    final class Costs { var count = 0 }
    let depth: Int
    let costs: Costs
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var codingPath: [any CodingKey] {
        costs.count += 1
        return []
    }
    private var refusal: DecodingError { .dataCorrupted(.init(codingPath: codingPath, debugDescription: "a list")) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw refusal }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Elements(decoder: self) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

    struct Single: SingleValueDecodingContainer {
        let decoder: CountedDecoder
        var codingPath: [any CodingKey] { decoder.codingPath }
        func decodeNil() -> Bool { false }
        func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            guard type == [SnapshotValue].self else { throw decoder.refusal }
            return try Value(from: decoder)
        }
    }

    struct Elements: UnkeyedDecodingContainer {
        let decoder: CountedDecoder
        var currentIndex = 0
        init(decoder: CountedDecoder) { self.decoder = decoder }
        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { decoder.depth > 1 ? 1 : 0 }
        var isAtEnd: Bool { currentIndex == count }
        private mutating func next() -> CountedDecoder {
            currentIndex += 1
            return CountedDecoder(depth: decoder.depth - 1, costs: decoder.costs)
        }
        mutating func decodeNil() throws -> Bool { false }
        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: next()) }
        mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            throw decoder.refusal
        }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try next().unkeyedContainer()
        }
        mutating func superDecoder() throws -> any Decoder { next() }
    }
}

/// Values deep inside each other, up to where they are refused.
@Suite struct DeepSnapshotTests {
    private let tooDeep = "arrays and objects lie deeper than 512 in each other"

    private func running(_ event: Locker.Event) throws -> Interpreter<Locker> {
        let interpreter = Interpreter(Locker())
        try interpreter.start()
        try interpreter.send(event)
        return interpreter
    }

    private func lists(_ count: Int) -> SnapshotValue { (1..<count).reduce(.array([])) { list, _ in .array([list]) } }

    @Test func `data that are not too deep go all the way`() throws {
        let running = try running(.put(Chain(250)))
        try running.send(.later(Chain(240)))
        let snapshot = try running.snapshot()
        let saved = try snapshot.throughJSON()
        #expect(saved == snapshot)
        let restored = Interpreter(restoring: saved, Locker())
        try restored.start()
        #expect(restored.top.chain == Chain(250))
        #expect(try restored.snapshot() == snapshot)
    }

    @Test(arguments: [256, 5_000])
    func `data and events that are too deep are refused with what to do`(count: Int) throws {
        let data = try running(.put(Chain(count)))
        let refused = try #require(throws: SnapshotError.self) { try data.snapshot() }
        #expect(refused.code == .notCodable)
        #expect(
            refused.message
                == "the data of Locker could not be encoded: \(tooDeep), beginning with link._0.link")
        #expect(refused.fix.contains("write it flatter"))
        let deferred = try running(.later(Chain(count)))
        let other = try #require(throws: SnapshotError.self) { try deferred.snapshot() }
        #expect(other.code == .notCodable)
        #expect(other.message.hasPrefix("the deferred event later("))
        #expect(other.message.hasSuffix("could not be encoded: \(tooDeep), beginning with later._0.link"))
        #expect(other.fix == refused.fix)
    }

    @Test func `what leads back to itself is refused`() throws {
        let link = Link()
        link.next = link
        let error = try #require(throws: SnapshotError.self) { try SnapshotValue(encoding: link) }
        link.next = nil
        #expect(error.description.hasPrefix("\(tooDeep), beginning with next.next.next; "))
        #expect(error.code == .notCodable)
    }

    @Test func `containers without anything in them are counted too`() throws {
        #expect(try SnapshotValue(encoding: Lists(count: 513)) == lists(513))
        for count in [514, 515, 100_000] {
            #expect(throws: SnapshotError.self) { try SnapshotValue(encoding: Lists(count: count)) }
        }
    }

    @Test func `a tree that is too deep is put together into nothing`() throws {
        indirect enum Nest: Decodable {
            case inside([Nest])
            init(from decoder: any Decoder) throws {
                self = .inside(try decoder.singleValueContainer().decode([Nest].self))
            }
        }
        _ = try lists(513).decode(Nest.self)
        let error = try #require(throws: DecodingError.self) { try lists(514).decode(Nest.self) }
        #expect("\(error)".contains(tooDeep))
    }

    @Test func `a tree that is too deep is not read`() throws {
        let costs = CountedDecoder.Costs()
        #expect(try SnapshotValue(from: CountedDecoder(depth: 513, costs: costs)) == lists(513))
        let error = try #require(throws: DecodingError.self) {
            try SnapshotValue(from: CountedDecoder(depth: 514, costs: costs))
        }
        #expect("\(error)".contains(tooDeep))
    }

    @Test func `a tree is read without the path, and with few errors on the way`() throws {
        let costs = CountedDecoder.Costs()
        #expect(try SnapshotValue(from: CountedDecoder(depth: 500, costs: costs)) == lists(500))
        #expect(costs.count < 10)
    }

    @Test(arguments: [100, 500])
    func `lists, objects and both in turns are read from JSON as they are`(count: Int) throws {
        func nested(_ wrap: (SnapshotValue, Int) -> SnapshotValue) -> SnapshotValue {
            (0..<count).reduce(.string("x"), wrap)
        }
        for value in [
            nested { inner, _ in .array([inner]) },
            nested { inner, _ in .object(["a": inner]) },
            nested { inner, place in place % 2 == 0 ? .array([inner]) : .object(["a": inner]) },
        ] {
            #expect(try JSONDecoder().decode(SnapshotValue.self, from: JSONEncoder().encode(value)) == value)
        }
    }
}
