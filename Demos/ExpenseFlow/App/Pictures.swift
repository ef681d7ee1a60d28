import DemoSupport
import ExpenseFlow
import Foundation
import StatechartsDiagrams
import StatechartsSimulation

/// What can be seen without a session.
enum Pictures {
    /// Draws the system, or the chart of one of its machines as far as a tour through everything has led.
    /// - Throws: ``UsageError`` that names the machines.
    static func print(_ format: DiagramFormat, of name: String?) async throws {
        if let name {
            let machines = try await Tour.recording().machines
            guard let machine = machines.first(where: { $0.name == name }) else {
                throw UsageError(
                    "unknown machine '\(name.printable)'; there are " + machines.map(\.name).joined(separator: ", "))
            }
            StandardStreams.say(format.text(of: machine.graph))
        } else {
            let flow = ExpenseFlow(clock: ManualClock())
            try await flow.start()
            let drawing = flow.drawing
            try await flow.stop()
            StandardStreams.say(try format.text(of: drawing))
        }
    }

    /// - Throws: ``InputError`` if the file is no recording of this program, or some step was another one.
    /// - Parameter secretsPath: the file with the passwords, which are no part of the recording.
    static func replay(_ path: String, secretsPath: String?) async throws {
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw UsageError("the recording '\(path.printable)' cannot be read")
        }
        let secrets = try secretsPath.map(secrets) ?? .init()
        do {
            let recording = try Recording(contentsOf: URL(filePath: path))
            for warning in recording.warnings { StandardStreams.say("note: \(warning)") }
            let replays = try await replays(of: recording, at: path, secrets)
            for replay in replays { StandardStreams.say("\(replay)") }
            let count = replays.count { $0.difference != nil }
            if count > 0 { throw InputError("\(count) of \(replays.count) machines did something else, see above") }
        } catch let error as RecordingError {
            throw InputError("\(path.printable): \("\(error)".printable)")
        }
    }

    /// - Throws: ``InputError`` that names the option that gives passwords, where one is missing.
    private static func replays(
        of recording: Recording, at path: String, _ secrets: Recording.Secrets
    ) async throws -> [Replay] {
        do { return try await Tour.replay(recording, secrets: secrets) } catch let error as RecordingError {
            let isComplete = Set(secrets.numbers).isSuperset(of: recording.secretNumbers)
            if isComplete || error.code != .undecodable { throw error }
            let place = error.line > 0 ? "line \(error.line): " : ""
            throw InputError(
                "\(path.printable): \((place + error.message).printable); "
                    + "--secrets FILE is the option for a file with the passwords [\(error.code)]")
        }
    }

    private static func secrets(_ path: String) throws -> Recording.Secrets {
        guard let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8) else {
            throw UsageError("--secrets: the file '\(path.printable)' cannot be read")
        }
        do { return try Recording.Secrets(json: text) } catch {
            throw UsageError("--secrets: \(path.printable): \("\(error)".printable)")
        }
    }
}
