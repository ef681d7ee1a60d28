import Foundation
import Testing

/// The first file of the engine names functions: for each ruling the one that decides it, and those that an event passes.
/// So does the page about the rooms: for each rule the one that decides it.
@Suite struct EngineNamesTests {
    private static let about = "Sources/StatechartsCore/Engine/About.swift"

    /// The names in the indented lines below a heading.
    private static func names(below heading: String) throws -> [String] {
        let lines = try Repository.text(about).split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "// ## \(heading)" }.dropFirst().prefix { !$0.hasPrefix("// ## ") }
        return section.filter { $0.hasPrefix("//     ") }.compactMap { line in
            line.split(separator: " ").last { word in
                word.contains(".") && word.first?.isUppercase == true
            }.map(String.init)
        }
    }

    /// The files that may have the functions.
    private static func sources() throws -> [String] {
        try ["Sources/StatechartsCore", "Sources/Statecharts"]
            .flatMap { Repository.paths(below: $0, endings: ["swift"]) }
            .filter { $0 != about }
            .map { try Repository.text($0) }
    }

    /// True if a file that declares or extends the type has the function.
    private static func has(_ sources: [String], _ name: String) throws -> Bool {
        let parts = name.split(separator: ".").map(String.init)
        guard parts.count == 2 else { return false }
        let home = try Regex("(?:class|struct|enum|actor|extension|protocol) \(parts[0])\\b")
        return sources.contains {
            ($0.contains("func \(parts[1])(") || $0.contains("var \(parts[1]):")) && $0.contains(home)
        }
    }

    @Test(arguments: ["Where each ruling is decided", "The walk of an event"])
    func `every function that the engine's first file names is there`(heading: String) throws {
        let names = try Self.names(below: heading)
        try #require(names.count > 10)
        let sources = try Self.sources()
        for name in names { #expect(try Self.has(sources, name), "\(name)") }
    }

    @Test func `every function that the page about the rooms names for a rule is there`() throws {
        let rows = try Repository.text("DocC/Statecharts.docc/Rooms.md").split(separator: "\n").filter {
            $0.hasPrefix("| ")
        }
        let names = rows.flatMap { $0.matches(of: /`([A-Z]\w+\.\w+)`/).map { String($0.1) } }
        try #require(names.count > 10)
        let sources = try Self.sources()
        for name in names { #expect(try Self.has(sources, name), "\(name)") }
    }

    @Test func `each ruling has one function`() throws {
        let names = try Self.names(below: "Where each ruling is decided")
        #expect(names == names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
}
