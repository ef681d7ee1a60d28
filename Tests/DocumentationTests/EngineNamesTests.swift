import Foundation
import Testing

/// The first file of the engine names functions: for each ruling the one that decides it, and those that an event passes.
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

    @Test(arguments: ["Where each ruling is decided", "The walk of an event"])
    func `every function that the engine's first file names is there`(heading: String) throws {
        let names = try Self.names(below: heading)
        try #require(names.count > 10)
        let sources = try ["Sources/StatechartsCore", "Sources/Statecharts"]
            .flatMap { Repository.paths(below: $0, endings: ["swift"]) }
            .filter { $0 != Self.about }
            .map { try Repository.text($0) }
        for name in names {
            let function = name.split(separator: ".").last.map(String.init) ?? name
            let isThere = sources.contains { $0.contains("func \(function)(") || $0.contains("var \(function):") }
            #expect(isThere, "\(name)")
        }
    }

    @Test func `each ruling has one function`() throws {
        let names = try Self.names(below: "Where each ruling is decided")
        #expect(names == names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
}
