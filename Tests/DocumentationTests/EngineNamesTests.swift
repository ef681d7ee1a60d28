import Foundation
import Testing

/// The first files of the engine and of the delivery of messages name the functions that an event or a message passes;
/// the page about the rooms names for each rule the one that decides it.
@Suite struct EngineNamesTests {
    /// The names in the indented lines below a heading.
    private static func names(below heading: String, in file: String) throws -> [String] {
        let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "// ## \(heading)" }.dropFirst().prefix { !$0.hasPrefix("// ## ") }
        return section.filter { $0.hasPrefix("//     ") }.compactMap { line in
            line.split(separator: " ").last { word in
                word.contains(".") && word.first?.isUppercase == true
            }.map(String.init)
        }
    }

    @Test(arguments: [
        ("The walk of an event", "Sources/StatechartsCore/Engine/About.swift"),
        ("The walk of a message", "Sources/Statecharts/Ports/Delivery/AboutDelivery.swift"),
    ])
    func `every function that a first file names is there`(heading: String, file: String) throws {
        try Self.expectFunctions(Self.names(below: heading, in: file), apartFrom: file)
    }

    private static let rooms = "DocC/Statecharts.docc/Rooms.md"

    /// The rules on the page about the rooms, with the functions that decide them.
    private static func rules() throws -> [(rule: Substring, functions: [String])] {
        try Repository.text(rooms).split(separator: "\n").filter { $0.hasPrefix("| ") }.map { row in
            let functions = row.matches(of: /`([A-Z]\w+\.\w+)`/).map { String($0.1) }
            return (row.split(separator: " | ")[0], functions)
        }
    }

    @Test func `every function that the page about the rooms names for a rule is there`() throws {
        try Self.expectFunctions(Self.rules().flatMap(\.functions), apartFrom: Self.rooms)
    }

    private static let kinds = ["class", "struct", "enum", "actor", "extension", "protocol"]
    private static let members = ["func", "var", "let"]

    /// The names that a file declares or extends, with the keyword before each: "struct Plan", "func plan".
    private static let declarations: [String: Set<String>] = {
        let keywords = Set(kinds + members)
        let paths = ["Sources/StatechartsCore", "Sources/Statecharts"]
            .flatMap { Repository.paths(below: $0, endings: ["swift"]) }
        return paths.reduce(into: [:]) { found, path in
            // By bytes, as characters take long in a debug build.
            let words = ((try? Repository.text(path)) ?? "").utf8.split { $0 == 32 || $0 == 10 }
                .map { String(Substring($0)) }
            for (word, next) in zip(words, words.dropFirst()) where keywords.contains(word) {
                let name = next.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
                found[path, default: []].insert("\(word) \(name)")
            }
        }
    }()

    /// Expects each function in a file that declares or extends its type.
    private static func expectFunctions(_ names: [String], apartFrom file: String) throws {
        try #require(names.count > 10)
        let sources = declarations.filter { $0.key != file }.values
        for name in names {
            let parts = name.split(separator: ".").map(String.init)
            try #require(parts.count == 2, "\(name)")
            let types = kinds.map { "\($0) \(parts[0])" }, functions = members.map { "\($0) \(parts[1])" }
            let isThere = sources.contains { !$0.isDisjoint(with: types) && !$0.isDisjoint(with: functions) }
            #expect(isThere, "\(name)")
        }
    }

    @Test func `each rule is listed once, and each ruling of a step has a function of its own`() throws {
        let rules = try Self.rules(), headings: Set<Substring> = ["| Ruling", "| Rule", "| ---"]
        let listed = rules.map(\.rule).filter { !headings.contains($0) }
        #expect(Set(listed).count == listed.count)
        let steps = rules.drop { $0.rule != "| Ruling" }.prefix { $0.rule != "| Rule" }.flatMap(\.functions)
        #expect(steps.count > 30)
        #expect(Set(steps).count == steps.count)
    }
}
