import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Synchronization
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Recordings that are written while they are made, and pages that are.
struct RecordingFileTests {
    private func withFile<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        return try await body(file)
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isRaised: Bool { value.load(ordering: .acquiring) }
        func raise() { value.store(true, ordering: .releasing) }
    }

    private func recording(in file: URL) throws -> Recording {
        try Recording(lines: try String(contentsOf: file, encoding: .utf8))
    }

    @Test func `the file has what the recording has, from before and from after it was begun`() async throws {
        try await withFile { file in
            let recorder = Recorder(clock: ManualClock())
            let early = Machine(Player()), late = Machine(Kiosk(), clock: ManualClock())
            recorder.record(early, named: "Radio")
            recorder.record(late, named: "Kiosk")
            try await early.start()
            try await early.send(.power)
            try recorder.write(to: file)
            try await late.start()
            try await early.send(.play)
            try await late.send(.coin(1))
            try recorder.flush()
            #expect(try recording(in: file) == recorder.recording)
            // Not enough: brewing would go on while the recording ends.
            try await late.send(.coin(1))
            recorder.stop()
            #expect(try recording(in: file) == recorder.recording)
            #expect(try recording(in: file).entries.count == 6)
        }
    }

    @Test func `a bounded file keeps the newest entries and all transitions`() async throws {
        try await withFile { file in
            let recorder = Recorder(clock: ManualClock())
            let machine = Machine(Player())
            recorder.record(machine, named: "Radio")
            try recorder.write(to: file, limit: 4)
            try await machine.start()
            for event in [Player.Event.power, .play, .pause, .play, .mute, .mute, .pause, .note, .louder, .power] {
                try await machine.send(event)
            }
            recorder.stop()
            let whole = recorder.recording
            let kept = try recording(in: file)
            #expect((4...8).contains(kept.entries.count))
            #expect(kept.entries == Array(whole.entries.suffix(kept.entries.count)))
            #expect(kept.droppedCount == whole.entries.count - kept.entries.count)
            #expect(kept.machines == whole.machines)
            #expect(
                kept.warnings.last
                    == "the first \(kept.droppedCount) entries were dropped; what began with them cannot be replayed")
        }
    }

    @Test func `a file that cannot be made is refused at once`() {
        #expect(throws: RecordingError.self) {
            try Recorder().write(to: URL(filePath: "/nowhere/at/all.jsonl"))
        }
    }

    @Test func `a live page is whole whenever it is read, and has everything in the end`() async throws {
        try await withFile { file in
            let system = System()
            let machine = Machine(Player())
            await system.add(machine, named: "Radio")
            let inspector = Inspector(system, title: "Live", clock: ManualClock())
            let clock = ManualClock()
            let isOver = Flag()
            let task = Task {
                defer { isOver.raise() }
                try await inspector.run(writing: file, every: .seconds(1), clock: clock)
            }
            try await eventually { FileManager.default.fileExists(atPath: file.path) }
            #expect(try String(contentsOf: file, encoding: .utf8).contains("\"reload\":1"))
            try await machine.start()
            try await machine.send(.power)
            inspector.stop()
            // It may be about to sleep still.
            while !isOver.isRaised {
                await clock.advance(by: .seconds(1))
                await Task.yield()
            }
            try await task.value
            let page = try String(contentsOf: file, encoding: .utf8)
            #expect(page.contains("\"text\":\"power\""))
            // Nobody writes it any more.
            #expect(!page.contains("\"reload\""))
            #expect(inspector.recorder.recording.entries.count == 2)
        }
    }

    @Test func `a cancelled inspector writes once more`() async throws {
        try await withFile { file in
            let recorder = Recorder(clock: ManualClock())
            let task = Task {
                try await Inspector(recorder, title: "Live").run(
                    writing: file, every: .seconds(9), clock: ManualClock())
            }
            task.cancel()
            try await task.value
            #expect(try String(contentsOf: file, encoding: .utf8).contains("<title>Live</title>"))
        }
    }

    @Test func `machines that join a system later are recorded too`() async throws {
        let system = System()
        let recorder = Recorder(clock: ManualClock())
        let first = Machine(Player()), second = Machine(Kiosk(), clock: ManualClock())
        await system.add(first, named: "Radio")
        recorder.recordAll(of: system)
        try await first.start()
        let changes = recorder.changes
        await system.add(second, named: "Kiosk")
        try await second.start()
        // Until it is recorded it may have taken steps.
        var coins = 0
        for await _ in changes {
            if recorder.recording.machines.count == 2 { break }
            coins += 1
            try await first.send(.note)
            try await second.send(.over)
            // Steps may be taken without ever giving the thread back.
            await Task.yield()
        }
        #expect(recorder.recording.machines.map(\.name) == ["Radio", "Kiosk"])
        recorder.stop()
    }

    @Test func `a page for a pipe goes into the pipe, which stays one, also behind a link`() async throws {
        try await withFile { pipe in
            #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
            // Opened both ways it neither waits for a writer nor for a reader.
            let reader = try FileHandle(forUpdating: pipe)
            let link = pipe.appendingPathExtension("link")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pipe)
            defer { try? FileManager.default.removeItem(at: link) }
            for place in [pipe, link] {
                try Data("page\n".utf8).replaceFile(at: place)
                #expect(try reader.read(upToCount: 5) == Data("page\n".utf8))
                #expect(pipe.isSpecialFile && place.isSpecialFile)
            }
        }
    }

    @Test func `a recording for a pipe is never written anew, whatever its limit`() async throws {
        try await withFile { pipe in
            #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
            let reader = try FileHandle(forUpdating: pipe)
            let recorder = Recorder(clock: ManualClock())
            let radio = Machine(Player())
            recorder.record(radio, named: "Radio")
            try recorder.write(to: pipe, limit: 1)
            try await radio.start()
            for _ in 1...5 { try await radio.send(.note) }
            try recorder.flush()
            // What is there; `FileHandle` would wait for an end.
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe read(reader.fileDescriptor, &bytes, bytes.count)
            let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            #expect(try Recording(lines: text).entries.count == recorder.recording.entries.count)
            #expect(pipe.isSpecialFile)
        }
    }
}
