import Foundation
import Testing

/// Compares text with a file beside the tests. `UPDATE=1 swift test --filter …` writes the files anew: look at the difference.
enum Golden {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

    static func compare(_ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let file = folder.appending(path: name)
        if ProcessInfo.processInfo.environment["UPDATE"] != nil {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        guard text != expected else { return }
        let lines = zip(text.split(separator: "\n"), expected.split(separator: "\n")).first { $0 != $1 }
        Issue.record(
            "\(name) differs, first in: \(lines.map { "\($0)\nexpected: \($1)" } ?? "its length")",
            sourceLocation: sourceLocation)
    }
}
