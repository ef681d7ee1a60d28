import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// The programs of the pages of ``RecordingError``: see ``CodePage``.
@Suite struct RecordingCodeTests {
    @Test func `notReadable`() async throws {
        try await CodePage("RecordingError.notReadable").shows {
            // snippet: notReadable
            _ = try Recording(contentsOf: URL(filePath: "/nowhere/lamp.jsonl"))
            // end snippet
        } repaired: {
            let recorder = Recorder(clock: ManualClock())
            let folder = FileManager.default.temporaryDirectory
            // snippet: notReadable, repaired
            let file = folder.appending(path: "\(UUID()).jsonl")
            try recorder.write(to: file)
            recorder.stop()
            _ = try Recording(contentsOf: file)
            // end snippet
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test func `notWritable`() async throws {
        try await CodePage("RecordingError.notWritable").shows {
            // snippet: notWritable
            try Recorder(clock: ManualClock()).write(to: URL(filePath: "/nowhere/lamp.jsonl"))
            // end snippet
        } repaired: {
            let recorder = Recorder(clock: ManualClock())
            let folder = FileManager.default.temporaryDirectory
            // snippet: notWritable, repaired
            let file = folder.appending(path: "\(UUID()).jsonl")
            try recorder.write(to: file)
            // end snippet
            recorder.stop()
            try FileManager.default.removeItem(at: file)
        }
    }

    @Test func `noHeader`() async throws {
        try await CodePage("RecordingError.noHeader").shows {
            // snippet: noHeader
            _ = try Recording(lines: "")
            // end snippet
        } repaired: {
            let recorder = Recorder(clock: ManualClock())
            // snippet: noHeader, repaired
            _ = try Recording(lines: recorder.recording.lines)
            // end snippet
        }
    }

    @Test func `otherVersion`() async throws {
        try await CodePage("RecordingError.otherVersion").shows {
            // snippet: otherVersion
            _ = try Recording(lines: #"{"header":{"version":1,"dropped":0}}"# + "\n")
            // end snippet
        } repaired: {
            let recorder = Recorder(clock: ManualClock())
            // snippet: otherVersion, repaired
            _ = try Recording(lines: recorder.recording.lines)
            // end snippet
        }
    }

    @Test func `damagedLine`() async throws {
        try await CodePage("RecordingError.damagedLine").shows {
            // snippet: damagedLine
            final class Lamp: TopState<Lamp.Event> {
                enum Event: Codable { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let recorder = Recorder(clock: ManualClock()), lamp = Machine(Lamp(), clock: ManualClock())
            recorder.record(lamp, named: "Lamp")
            try await lamp.start()
            try await lamp.send(.tap)
            let lines = recorder.recording.lines.replacing("\n", with: "\nhello\n", maxReplacements: 1)
            _ = try Recording(lines: lines)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event: Codable { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let recorder = Recorder(clock: ManualClock()), lamp = Machine(Lamp(), clock: ManualClock())
            recorder.record(lamp, named: "Lamp")
            try await lamp.start()
            try await lamp.send(.tap)
            // snippet: damagedLine, repaired
            _ = try Recording(lines: recorder.recording.lines)
            // end snippet
        }
    }

    @Test func `notSecrets`() async throws {
        try await CodePage("RecordingError.notSecrets").shows {
            // snippet: notSecrets
            _ = try Recording.Secrets(json: #"["hunter2"]"#)
            // end snippet
        } repaired: {
            // snippet: notSecrets, repaired
            _ = try Recording.Secrets(json: #"{"secret 1": "hunter2"}"#)
            // end snippet
        }
    }
}
