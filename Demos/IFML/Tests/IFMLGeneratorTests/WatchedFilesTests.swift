import Foundation
import Testing

@testable import IFMLTool

@Suite("run --watch") struct WatchedFilesTests {
    @Test func `a saved model, a domain beside it and a script are noticed, once each`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ifml-watch-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        func save(_ name: String, _ text: String) throws {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        try save("m.core", "one")
        var files = WatchedFiles(models: ["\(folder)/m.core"], script: "\(folder)/s.script")
        func haveChanged() -> Bool { files.haveChanged() }
        #expect(haveChanged())
        #expect(!haveChanged())
        for (name, text) in [("m.core", "three"), ("d.uml", "new"), ("d.uml", "longer"), ("s.script", "select 1")] {
            try save(name, text)
            #expect(haveChanged(), "\(name) \(text)")
            #expect(!haveChanged())
        }
        try FileManager.default.removeItem(atPath: "\(folder)/d.uml")
        #expect(haveChanged())
        try save("other.txt", "nothing to it")
        #expect(!haveChanged())
    }
}
