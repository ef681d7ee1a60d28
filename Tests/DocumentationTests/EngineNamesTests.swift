import Foundation
import Testing

/// The first files of the engine and of the delivery of messages name functions: for each ruling the one that decides
/// it, and those that an event or a message passes. So does the page about the rooms: for each rule the one that decides
/// it.
@Suite struct EngineNamesTests {
    private static let about = "Sources/StatechartsCore/Engine/About.swift"

    /// The names in the indented lines below a heading.
    private static func names(below heading: String, in file: String = about) throws -> [String] {
        let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
        let section = lines.drop { $0 != "// ## \(heading)" }.dropFirst().prefix { !$0.hasPrefix("// ## ") }
        return section.filter { $0.hasPrefix("//     ") }.compactMap { line in
            line.split(separator: " ").last { word in
                word.contains(".") && word.first?.isUppercase == true
            }.map(String.init)
        }
    }

    @Test(arguments: [
        ("Where each ruling is decided", "Sources/StatechartsCore/Engine/About.swift"),
        ("The walk of an event", "Sources/StatechartsCore/Engine/About.swift"),
        ("The walk of a message", "Sources/Statecharts/Ports/Delivery/AboutDelivery.swift"),
    ])
    func `every function that a first file names is there`(heading: String, file: String) throws {
        try Self.expectFunctions(Self.names(below: heading, in: file), apartFrom: file)
    }

    @Test func `every function that the page about the rooms names for a rule is there`() throws {
        let page = "DocC/Statecharts.docc/Rooms.md"
        let rows = try Repository.text(page).split(separator: "\n").filter { $0.hasPrefix("| ") }
        let names = rows.flatMap { $0.matches(of: /`([A-Z]\w+\.\w+)`/).map { String($0.1) } }
        try Self.expectFunctions(names, apartFrom: page)
    }

    /// Expects each function in a file that declares or extends its type.
    private static func expectFunctions(_ names: [String], apartFrom file: String) throws {
        try #require(names.count > 10)
        let sources = try ["Sources/StatechartsCore", "Sources/Statecharts"]
            .flatMap { Repository.paths(below: $0, endings: ["swift"]) }
            .filter { $0 != file }
            .map { try Repository.text($0) }
        for name in names {
            let parts = name.split(separator: ".").map(String.init)
            try #require(parts.count == 2, "\(name)")
            let home = try Regex("(?:class|struct|enum|actor|extension|protocol) \(parts[0])\\b")
            let declarations = ["func \(parts[1])(", "func \(parts[1])<", "var \(parts[1]):", "let \(parts[1]):"]
            let isThere = sources.contains { source in
                declarations.contains { source.contains($0) } && source.contains(home)
            }
            #expect(isThere, "\(name)")
        }
    }

    @Test func `each ruling has one function`() throws {
        let names = try Self.names(below: "Where each ruling is decided")
        #expect(names == names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
}
