import Foundation

/// The sources of the demo, for tests of what is not in them.
enum Sources {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Demos/Messenger")

    /// The model's files by their paths in it.
    static func all() throws -> [(path: String, text: String)] {
        let model = folder.appending(path: "Model").resolvingSymlinksInPath()
        return try FileManager.default.subpathsOfDirectory(atPath: model.path).filter { $0.hasSuffix(".swift") }
            .sorted()
            .map { ($0, try String(contentsOf: model.appending(path: $0), encoding: .utf8)) }
    }
}
