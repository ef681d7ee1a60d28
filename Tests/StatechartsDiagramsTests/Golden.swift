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

    /// Runs a program on a text; `nil` if it is not installed.
    static func run(_ program: String, _ arguments: [String], input: String) throws -> (status: Int32, output: String)?
    {
        let places = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        guard let place = places.first(where: { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") })
        else { return nil }
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
        try input.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(filePath: "\(place)/\(program)")
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: file)
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
