import Foundation
import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

/// JSON, to be changed by its structure.
private indirect enum Tree: Codable {
    case object([String: Tree]), array([Tree]), text(String), number(Int), fraction(Double), truth(Bool), null

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let truth = try? value.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? value.decode(Int.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let array = try? value.decode([Tree].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: Tree].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .object(let members): try container.encode(members)
        case .array(let elements): try container.encode(elements)
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .fraction(let number): try container.encode(number)
        case .truth(let truth): try container.encode(truth)
        case .null: try container.encodeNil()
        }
    }

    var count: Int {
        switch self {
        case .object(let members): members.values.reduce(1) { $0 + $1.count }
        case .array(let elements): elements.reduce(1) { $0 + $1.count }
        case .text, .number, .fraction, .truth, .null: 1
        }
    }

    /// The same with the part of this number, from 0 on, exchanged for what `change` makes of it; `nil` is left out.
    func changing(_ number: inout Int, _ change: (Tree) -> Tree?) -> Tree? {
        number -= 1
        if number < 0 { return change(self) }
        switch self {
        case .object(let members):
            var changed: [String: Tree] = [:]
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                changed[key] = number >= 0 ? member.changing(&number, change) : member
            }
            return .object(changed)
        case .array(let elements):
            var changed: [Tree] = []
            for element in elements {
                if let element = number >= 0 ? element.changing(&number, change) : element { changed.append(element) }
            }
            return .array(changed)
        case .text, .number, .fraction, .truth, .null: return self
        }
    }
}

/// Files of coverages that somebody has damaged.
@Suite struct CoverageFileTests {
    private func coverage() async throws -> Coverage {
        var explorer = Explorer { Door() }
        explorer.events(.open, .close, .lock(code: 1), .lock(code: 2))
        var coverage = try await explorer.explore().emptyCoverage
        coverage.requirement("R-1", at: "Open")
        let test = TestMachine(Door())
        try await test.start()
        await test.send(.close, .partial)
        coverage.add(test.steps)
        return coverage
    }

    private func refusal(_ change: (inout [String: Any]) -> Void) async throws -> String? {
        let data = try JSONEncoder().encode(await coverage())
        var members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        change(&members)
        let changed = try JSONSerialization.data(withJSONObject: members)
        do {
            _ = try JSONDecoder().decode(Coverage.self, from: changed)
            return nil
        } catch DecodingError.dataCorrupted(let context) { return context.debugDescription }
    }

    /// A file by hand.
    private func file(open count: Int) -> Data {
        let text = """
            {"chart":"Door","counts":["states",{"Open":\(count)}],"requirements":{},"guarded":{},"knowsAllStates":false}
            """
        return Data(text.utf8)
    }

    @Test func `what was written is read again`() async throws {
        #expect(try await refusal { _ in } == nil)
        let coverage = try await coverage()
        #expect(try JSONDecoder().decode(Coverage.self, from: JSONEncoder().encode(coverage)) == coverage)
    }

    @Test func `what does not fit together is refused, with what it is`() async throws {
        #expect(try await refusal { $0["counts"] = ["states", ["Door": -1]] } == "states Door is counted -1 times")
        #expect(
            try await refusal { $0["counts"] = ["states", ["Door": 1], "states", [String: Int]()] }
                == "states are there twice")
        #expect(
            try await refusal { $0["requirements"] = ["Open": ["R-2"]] }
                == "the requirement R-2 of Open is not counted")
        #expect(
            try await refusal { $0["guarded"] = ["Closed: lock": ["Closed: lock → Nowhere"]] }
                == "the guard of Closed: lock → Nowhere belongs to no transition of Closed: lock")
        #expect(
            try await refusal {
                $0["guarded"] = ["Closed: lock": ["Closed: lock → Locked", "Closed: lock → Locked"]]
            } == "a guard of Closed: lock is there twice")
    }

    @Test func `counts that are too large for a number stay at the largest`() async throws {
        var coverage = Coverage(chart: "Door")
        let large = try JSONDecoder().decode(Coverage.self, from: file(open: .max))
        try coverage.merge(large)
        try coverage.merge(large)
        let test = TestMachine(Door())
        try await test.start()
        coverage.add(test.steps)
        #expect(coverage.counts[.states]?["Open"] == .max)
        #expect(coverage.share(of: .states) == 1)
    }

    @Test func `a file that is no coverage is told as that, and nothing is lost`() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("damaged-\(UUID().uuidString).json")
        defer { for path in [file.path, file.path + ".lock"] { try? FileManager.default.removeItem(atPath: path) } }
        try self.file(open: -3).write(to: file)
        let collector = Coverage.Collector(try await coverage())
        let error = #expect(throws: (any Error).self) { try collector.save(to: file.path) }
        #expect(error.map { "\($0)" } == "\(file.path) is no coverage: states Open is counted -3 times")
    }

    /// Each is refused, or read as something that can be used like any other.
    @Test func `ten thousand files that are damaged in their structure do no harm`() async throws {
        let whole = try await coverage()
        let tree = try JSONDecoder().decode(Tree.self, from: JSONEncoder().encode(whole))
        let size = tree.count
        var dice = SplitMix64(seed: 25)
        var readCount = 0, refusedCount = 0
        for _ in 0..<10_000 {
            var changed = tree
            for _ in 0..<Int.random(in: 1...3, using: &dice) {
                var number = Int.random(in: 0..<size, using: &dice)
                let kind = Int.random(in: 0..<11, using: &dice)
                let other = Int.random(in: 0..<size, using: &dice)
                changed = changed.changing(&number, { damaged($0, kind, tree, other) }) ?? .null
            }
            guard let data = try? JSONEncoder().encode(changed) else { continue }
            guard var read = try? JSONDecoder().decode(Coverage.self, from: data) else {
                refusedCount += 1
                continue
            }
            readCount += 1
            do { try read.merge(whole) } catch { #expect(read.chart != whole.chart) }
            try read.merge(read)
            #expect(read.counts.values.allSatisfy { $0.values.allSatisfy { $0 >= 0 } })
            #expect(Coverage.Aspect.allCases.allSatisfy { (0...1).contains(read.share(of: $0)) })
            if readCount % 16 == 0 { #expect(!read.table.isEmpty && !read.markdown.isEmpty) }
        }
        #expect(readCount > 100 && refusedCount > 1_000, "\(readCount) read, \(refusedCount) refused")
    }

    private func damaged(_ part: Tree, _ kind: Int, _ whole: Tree, _ other: Int) -> Tree? {
        switch kind {
        case 0: return nil
        case 1: return .null
        case 2: return .number([-1, 0, 1, .max, .min][other % 5])
        case 3: return .fraction([0.5, 1e300, -0.0][other % 3])
        case 4: return .text(["", "Open", "states", "R-1", "\u{0}", "Closed: lock → Locked"][other % 6])
        case 5: return .array([part, part])
        case 6: return .object(["Open": part, "Nobody": part])
        case 7: return .truth(other % 2 == 0)
        case 8:
            // Somewhere else's part.
            var number = other, found: Tree?
            _ = whole.changing(&number) {
                found = $0
                return $0
            }
            return found
        case 9: return (0..<other % 700).reduce(part) { tree, _ in .array([tree]) }
        case _:
            guard case .number(let number) = part else { return part }
            return .number(number &+ (other % 2 == 0 ? 1 : -1))
        }
    }
}
