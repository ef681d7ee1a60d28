import Testing

/// The folders of StatechartsCore and of Statecharts are floors: what lies on one may name what lies below it, and nothing
/// above. What a lower floor needs from a higher one it declares itself, as a protocol or a stored hook. That the first
/// module names nothing of the second one is held by the compiler.
///
/// What is read are the names of types. Who calls a function that a higher floor has added to a type of a lower one is not
/// seen, nor a type that has the name of another one inside of the same file.
@Suite struct ArrowTests {
    /// From the lowest to the highest. What lies in a folder within a folder belongs to the outer one.
    private static let floors = [
        "StatechartsCore/Basics", "StatechartsCore/Memory", "StatechartsCore/Events", "StatechartsCore/Coding",
        "StatechartsCore/Chart", "StatechartsCore/Snapshot", "StatechartsCore/Topology", "StatechartsCore/Validation",
        "StatechartsCore/Records", "StatechartsCore/Engine", "StatechartsCore/Interpreter", "StatechartsCore/Graph",
        "Statecharts/Threads", "Statecharts/Tracing", "Statecharts/Time", "Statecharts/Driver", "Statecharts/Waiting",
        "Statecharts/Receiving", "Statecharts/Scheduling", "Statecharts/Cutting", "Statecharts/Machine",
        "Statecharts/Ports", "Statecharts/System", "Statecharts/Values", "Statecharts/Channels",
        "Statecharts/Contracts", "Statecharts/Remote", "Statecharts/Persistence", "Statecharts/Simulation",
        "Statecharts/Supervision", "Statecharts/View", "Statecharts/Children",
    ]

    private static func floor(of path: String) -> Int? {
        floors.firstIndex { path.hasPrefix("Sources/\($0)/") }
    }

    /// The code of a file without comments and texts.
    private static func code(_ path: String) throws -> String {
        let text = try Repository.text(path).replacing(/\/\/[^\n]*/, with: "")
        return text.replacing(/"""[\s\S]*?"""/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "")
    }

    @Test func `no folder names what lies above it`() throws {
        var code: [String: String] = [:]
        // Where each type is declared; one that is declared on several floors says nothing.
        var homes: [Substring: Set<Int>] = [:]
        let paths = ["Sources/StatechartsCore", "Sources/Statecharts"].flatMap {
            Repository.paths(below: $0, endings: ["swift"])
        }
        for path in paths where path != "Sources/Statecharts/Exports.swift" {
            guard let floor = Self.floor(of: path) else {
                Issue.record("\(path) lies on no floor")
                continue
            }
            let text = try Self.code(path)
            code[path] = text
            // Private types are nobody else's.
            let declared =
                /(?m)^(?!private )(?:[a-z@][\w(): ]* )?(?:class|struct|enum|protocol|actor|typealias) ([A-Z]\w*)/
            for declaration in text.matches(of: declared) { homes[declaration.1, default: []].insert(floor) }
        }
        #expect(homes.count > 100)
        var wrong: [String] = []
        for (path, text) in code {
            guard let own = Self.floor(of: path) else { continue }
            // Parameters of generic types and functions have names of their own.
            var parameters: Set<Substring> = []
            for list in text.matches(of: /(?:func|class|struct|enum|actor|init|subscript)[ ]?\w*<([^>]*)>/) {
                for parameter in list.1.matches(of: /\b[A-Z]\w*/) { parameters.insert(parameter.0) }
            }
            // So have types inside of types, and private ones.
            for own in text.matches(of: /\b(?:class|struct|enum|protocol|actor|typealias) ([A-Z]\w*)/) {
                parameters.insert(own.1)
            }
            for name in Set(text.matches(of: /\b[A-Z]\w*/).map(\.0)) where !parameters.contains(name) {
                guard let homes = homes[name], homes.count == 1, let home = homes.first, home > own else { continue }
                wrong.append("\(path) names \(name): \(Self.floors[own]) → \(Self.floors[home])")
            }
        }
        #expect(wrong.sorted() == [], "declare on the lower floor what it needs, as a protocol or a hook")
    }
}
