import Foundation
import IFMLRuntime
import Statecharts
import StatechartsSimulation
import Testing

/// A session, and everything that it prints.
final class Transcript<App: Application> {
    let session: Session<App>
    private let lines: Lines

    /// What a session prints, until it is taken.
    private final class Lines {
        var all: [String] = []
    }

    /// Makes a session that has not started.
    init(
        on clock: ManualClock = ManualClock(), outcomes: Outcomes = Outcomes(), restoring snapshot: Snapshot? = nil,
        _ application: () -> sending App
    ) {
        let lines = Lines()
        self.lines = lines
        session = Session(on: clock, outcomes: outcomes, restoring: snapshot, application) { lines.all.append($0) }
    }

    /// Starts the session. Answers with what it prints.
    @discardableResult
    func start() async throws -> String {
        try await session.start()
        return take()
    }

    /// Does these commands, one in a line. Answers with what the last one prints.
    @discardableResult
    func perform(_ commands: String) async throws -> String {
        for command in commands.split(separator: "\n") {
            _ = take()
            try await session.perform(String(command))
        }
        return take()
    }

    /// Does a whole script. Answers with everything that is printed.
    func perform(script: String) async throws -> String {
        for line in script.split(separator: "\n", omittingEmptySubsequences: false) {
            guard try await session.perform(String(line), echoing: true) else { break }
        }
        return take()
    }

    /// The present screen.
    var text: String {
        get async throws { try await session.screen.text }
    }

    private func take() -> String {
        defer { lines.all = [] }
        return lines.all.joined(separator: "\n")
    }
}

/// Runs all scripts of an application, each in a session of its own, and compares with what is expected.
func performScripts<App: Application>(
    of folder: String, _ sourceLocation: SourceLocation = #_sourceLocation,
    _ application: (Outcomes) -> sending App
) async throws {
    let scripts = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Demos/\(folder)/Scripts").standardizedFileURL
    let files = try FileManager.default.contentsOfDirectory(atPath: scripts.path)
    // Those with a status end the program before their end, which only a process can show.
    let names = files.filter { $0.hasSuffix(".script") && !files.contains($0.dropLast(6) + "status") }
    try #require(!names.isEmpty, sourceLocation: sourceLocation)
    for name in names.sorted() {
        let script = scripts.appending(path: name)
        let outcomes = Outcomes()
        let transcript = Transcript(outcomes: outcomes) { application(outcomes) }
        var printed = try await transcript.start()
        let rest = try await transcript.perform(script: String(contentsOf: script, encoding: .utf8))
        printed += "\n" + rest + "\n"
        let expected = script.deletingPathExtension().appendingPathExtension("expected")
        #expect(
            try printed == String(contentsOf: expected, encoding: .utf8), "\(folder)/Scripts/\(name)",
            sourceLocation: sourceLocation)
    }
}

/// Reads a screen that was written as JSON.
func readBack<Screen: ApplicationScreen>(_ screen: Screen) throws -> Screen {
    try JSONDecoder().decode(Screen.self, from: JSONEncoder().encode(screen))
}
