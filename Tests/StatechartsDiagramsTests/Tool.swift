import Foundation
import Testing

/// A program that reads what is drawn, where it is installed.
///
/// Tests that need one are skipped without it, which the run says. `STATECHARTS_TOOLS=required` has them fail instead.
enum Tool: String {
    case dot, plantuml, chromium
    case rsvg = "rsvg-convert"

    private static var areRequired: Bool { ProcessInfo.processInfo.environment["STATECHARTS_TOOLS"] == "required" }

    private var path: String? {
        let places = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(rawValue)" }
        return places.first(where: FileManager.default.isExecutableFile)
    }

    /// Whether a test that needs it should run: it is there, or has to be.
    var isWanted: Bool { path != nil || Self.areRequired }

    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// Runs it and answers how it ended and what it wrote; one that does not end is ended, with what it has begun.
    func run(_ arguments: [String], input: String = "") throws -> (status: Int32, output: String) {
        guard let path else { throw Missing(description: "\(rawValue) is not installed") }
        let files = FileManager.default
        let folder = files.temporaryDirectory.appending(path: UUID().uuidString)
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? files.removeItem(at: folder) }
        let (written, wanted) = (folder.appending(path: "output"), folder.appending(path: "input"))
        try Data(input.utf8).write(to: wanted)
        try Data().write(to: written)
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: wanted)
        // A file: whoever reads a pipe to its end waits for all that the program has begun.
        let output = try FileHandle(forWritingTo: written)
        process.standardOutput = output
        process.standardError = output
        let ended = DispatchSemaphore(value: 0)
        process.terminationHandler = { _ in ended.signal() }
        try process.run()
        guard ended.wait(timeout: .now() + Self.patience) == .success else {
            kill(-process.processIdentifier, SIGKILL)
            kill(process.processIdentifier, SIGKILL)
            throw Missing(description: "\(rawValue) did not end within \(Self.patience) seconds")
        }
        return (process.terminationStatus, String(decoding: try Data(contentsOf: written), as: UTF8.self))
    }

    /// Seconds: ten times what the slowest one takes beside everything else.
    private static let patience = 180.0
}

extension Trait where Self == ConditionTrait {
    /// Skips the test where a tool is not installed.
    static func needs(_ tool: Tool) -> Self { .enabled(if: tool.isWanted, "\(tool.rawValue) is not installed") }
}
