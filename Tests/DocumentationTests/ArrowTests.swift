import Testing

/// The folders of the module are floors: what lies on one may name what lies below it, and nothing above. What a lower floor needs from a higher one
/// it declares itself, as a protocol or a stored hook.
@Suite struct ArrowTests {
    /// From the lowest to the highest. Files of a folder within a folder belong to the outer one, unless it is named itself.
    private static let floors = [
        "Storage", "Chart", "Topology", "Validation", "Interpreter", "Machine/Time", "Machine", "Ports", "Snapshot",
        "Supervision", "View",
    ]

    /// Arrows that lead upwards all the same: to be taken away one by one, and not to become more.
    private static let owed: Set<String> = [
        // A node knows the engine that runs it, and its store what it receives and saves.
        "Chart → Interpreter", "Chart → Ports", "Chart → Snapshot", "Chart → Machine/Time",
        // Who binds a chart makes its engine.
        "Validation → Interpreter",
        // The timers say how much memory a few of them take.
        "Storage → Machine/Time",
        // An engine has the timers and activities of its states, and starts from a snapshot.
        "Interpreter → Machine/Time", "Interpreter → Snapshot",
        // The error of a step can be that of waiting for a machine.
        "Interpreter → Machine",
        // Timers are a machine's, carry the cause of what they send, and are saved.
        "Machine/Time → Machine", "Machine/Time → Ports", "Machine/Time → Snapshot",
        // A machine deals with letters of ports, and saves and is restored.
        "Machine → Ports", "Machine → Snapshot", "Machine → Supervision", "Ports → Snapshot",
    ]

    private static let root = "Sources/Statecharts/"

    private static func floor(of path: String) -> Int? {
        let inside = path.dropFirst(root.count)
        let owners = floors.indices.filter { inside.hasPrefix(floors[$0] + "/") }
        return owners.max { floors[$0].count < floors[$1].count }
    }

    /// The code of a file without comments and texts.
    private static func code(_ path: String) throws -> String {
        let text = try Repository.text(path).replacing(/\/\/[^\n]*/, with: "")
        return text.replacing(/"""[\s\S]*?"""/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "")
    }

    @Test func `no folder names what lies above it, but for the arrows that are owed`() throws {
        var code: [String: String] = [:]
        // Where each type is declared; one that is declared on several floors says nothing.
        var homes: [Substring: Set<Int>] = [:]
        for path in Repository.paths(below: "Sources/Statecharts", endings: ["swift"]) {
            guard let floor = Self.floor(of: path) else { continue }
            let text = try Self.code(path)
            code[path] = text
            // Private types are nobody else's.
            let declared =
                /(?m)^(?!private )(?:[a-z@][\w(): ]* )?(?:class|struct|enum|protocol|actor|typealias) ([A-Z]\w*)/
            for declaration in text.matches(of: declared) { homes[declaration.1, default: []].insert(floor) }
        }
        #expect(homes.count > 100)
        var found: Set<String> = []
        var wrong: [String] = []
        for (path, text) in code {
            guard let own = Self.floor(of: path) else { continue }
            // Parameters of generic types and functions have names of their own.
            var parameters: Set<Substring> = []
            for list in text.matches(of: /(?:func|class|struct|enum|actor|init|subscript)[ ]?\w*<([^>]*)>/) {
                for parameter in list.1.matches(of: /\b[A-Z]\w*/) { parameters.insert(parameter.0) }
            }
            for name in Set(text.matches(of: /\b[A-Z]\w*/).map(\.0)) where !parameters.contains(name) {
                guard let homes = homes[name], homes.count == 1, let home = homes.first, home > own else { continue }
                let arrow = "\(Self.floors[own]) → \(Self.floors[home])"
                found.insert(arrow)
                if !Self.owed.contains(arrow) { wrong.append("\(path) names \(name): \(arrow)") }
            }
        }
        #expect(wrong.sorted() == [], "declare on the lower floor what it needs, as a protocol or a hook")
        // That the reader sees anything.
        #expect(found.contains("Chart → Interpreter"))
    }
}
