import Foundation
import Testing

/// The first files of the engine and of the delivery of messages name functions: for each ruling the one that decides
/// it, and those that an event or a message passes.
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
        let names = try Self.names(below: heading, in: file)
        try #require(names.count > 10)
        let sources = try ["Sources/StatechartsCore", "Sources/Statecharts"]
            .flatMap { Repository.paths(below: $0, endings: ["swift"]) }
            .filter { $0 != file }
            .map { try Repository.text($0) }
        for name in names {
            let function = name.split(separator: ".").last.map(String.init) ?? name
            let declarations = ["func \(function)(", "func \(function)<", "var \(function):", "let \(function):"]
            let isThere = sources.contains { source in declarations.contains { source.contains($0) } }
            #expect(isThere, "\(name)")
        }
    }

    @Test func `each ruling has one function`() throws {
        let names = try Self.names(below: "Where each ruling is decided")
        #expect(names == names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
    }
}
