import Foundation
import Testing

/// What the demos and the fixtures draw is what the tools read for which it is meant, where they are installed.
@Suite struct RealToolTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The golden pictures of one format, those of the demos and those of the tests' charts.
    private func pictures(_ format: String) throws -> [(name: String, text: String)] {
        let files = FileManager.default
        var pictures: [(String, String)] = []
        let demos = Self.root.appending(path: "Demos")
        for demo in try files.contentsOfDirectory(atPath: demos.path).sorted() {
            let scripts = demos.appending(path: "\(demo)/Scripts")
            // Of the demo itself, of its system, of each of its machines.
            for name in ((try? files.contentsOfDirectory(atPath: scripts.path)) ?? []).sorted()
            where name.hasSuffix("-\(format).expected") {
                let text = try String(contentsOf: scripts.appending(path: name), encoding: .utf8)
                pictures.append(("\(demo)-\(name)", text))
            }
        }
        let golden = Self.root.appending(path: "Tests/StatechartsTests/Drawings/Golden")
        for name in try files.contentsOfDirectory(atPath: golden.path).sorted() {
            let text = try String(contentsOf: golden.appending(path: name), encoding: .utf8)
            for part in ("\n" + text).components(separatedBy: "\n=== ") where part.hasPrefix(format + "\n") {
                pictures.append((name, String(part.dropFirst(format.count + 1))))
            }
        }
        return pictures
    }

    /// Has a program read all pictures of a format, each from a file of its own.
    private func read(_ format: String, _ program: Tool, _ arguments: [String]) throws {
        let pictures = try pictures(format)
        #expect(pictures.count >= 32)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var paths: [String] = []
        for (name, text) in pictures {
            let file = folder.appending(path: "\(name).\(format)")
            try text.write(to: file, atomically: true, encoding: .utf8)
            paths.append(file.path)
        }
        // Graphviz 2.43 spoils its own memory when it draws many files in one run, and then aborts now and then.
        for paths in program == .dot ? paths.map({ [$0] }) : [paths] {
            let result = try program.run(arguments + paths)
            #expect(result.status == 0, "\(program) says: \(result.output.suffix(600))")
        }
        // That it looks at all.
        let broken = folder.appending(path: "broken.\(format)")
        try (format == "dot" ? "digraph {" : "@startuml\nstate {{\n@enduml").write(
            to: broken, atomically: true, encoding: .utf8)
        #expect(try program.run(arguments + [broken.path]).status != 0)
    }

    @Test(.needs(.dot)) func `Graphviz reads what is drawn for it`() throws {
        try read("dot", .dot, ["-Tsvg", "-o/dev/null"])
    }

    @Test(.needs(.plantuml)) func `PlantUML reads what is drawn for it`() throws {
        try read("plantuml", .plantuml, ["-checkonly"])
    }
}
