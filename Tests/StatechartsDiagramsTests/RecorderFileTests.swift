import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Files that a recorder begins late, again, or as a pipe.
@Suite struct RecorderFileTests {
    private func withFiles<Result>(_ body: (URL, URL) async throws -> Result) async throws -> Result {
        let files = [0, 1].map { _ in FileManager.default.temporaryDirectory.appending(path: UUID().uuidString) }
        defer { for file in files { try? FileManager.default.removeItem(at: file) } }
        return try await body(files[0], files[1])
    }

    /// A radio that has been recorded for so many steps.
    private func radio(_ recorder: Recorder, steps: Int) async throws -> Machine<Player> {
        let radio = Machine(Player())
        recorder.record(radio, named: "Radio")
        try await radio.start()
        for _ in 1..<steps { try await radio.send(.power) }
        return radio
    }

    @Test(arguments: [nil, 10]) func `a file that is written again has all from its beginning`(limit: Int?) async throws
    {
        try await withFiles { file, _ in
            let recorder = Recorder(clock: ManualClock())
            let radio = try await radio(recorder, steps: 2_000)
            try recorder.write(to: file, limit: limit)
            // Then the second file begins otherwise than the first one.
            let other = try await self.radio(recorder, steps: 30)
            try recorder.write(to: file)
            for machine in [radio, other] { try await machine.send(.power) }
            recorder.stop()
            #expect(try Recording(contentsOf: file) == recorder.recording)
        }
    }

    @Test func `a file is whole when another one takes its place`() async throws {
        try await withFiles { first, second in
            let recorder = Recorder(clock: ManualClock())
            let radio = try await radio(recorder, steps: 2_000)
            try recorder.write(to: first)
            try recorder.write(to: second)
            #expect(try Recording(contentsOf: first) == recorder.recording)
            try await radio.send(.power)
            recorder.stop()
            #expect(try Recording(contentsOf: first).entries.count == 2_000)
            #expect(try Recording(contentsOf: second) == recorder.recording)
        }
    }

    @Test func `a file or a stream that is begun late has the transitions of entries that were dropped`() async throws {
        try await withFiles { file, _ in
            let recorder = Recorder(clock: ManualClock(), limit: 3)
            let radio = Machine(Player())
            recorder.record(radio, named: "Radio")
            try await radio.start()
            for event in [Player.Event.smash, .repair, .power, .play, .pause, .mute] { try await radio.send(event) }
            let lines = recorder.lines
            try recorder.write(to: file)
            for event in [Player.Event.play, .pause, .mute, .louder, .power] { try await radio.send(event) }
            recorder.stop()
            let machines = recorder.recording.machines
            #expect(recorder.recording.droppedCount > 6)
            #expect(try Recording(contentsOf: file).machines == machines)
            var text = ""
            for await line in lines { text += line }
            #expect(try Recording(lines: text).machines == machines)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `whoever reads a named pipe gets the whole recording, to its end`() async throws {
        try await withFiles { pipe, _ in
            #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
            var recorder: Recorder? = Recorder(clock: ManualClock())
            let radio = try await radio(try #require(recorder), steps: 5)
            let texts = reading(pipe)
            try recorder?.write(to: pipe)
            try await radio.send(.note)
            recorder?.stop()
            let recording = recorder?.recording
            recorder = nil
            let text = try #require(await texts.first { _ in true })
            #expect(try Recording(lines: text) == recording)
        }
    }

    @Test(.timeLimit(.minutes(30)))
    func `a named pipe whose reader goes away is an error, and not the end of the process`() async throws {
        try await withFiles { pipe, _ in
            #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
            let recorder = Recorder(clock: ManualClock())
            let radio = try await radio(recorder, steps: 1)
            let (ends, reader) = AsyncStream<Void>.makeStream()
            Thread.detachNewThread {
                try? FileHandle(forReadingFrom: pipe).close()
                reader.finish()
            }
            try recorder.write(to: pipe)
            for await _ in ends {}
            try await radio.send(.power)
            #expect(throws: RecordingError.self) { try recorder.flush() }
            // It records on, and the signal does not come later.
            try await radio.send(.power)
            #expect(recorder.recording.entries.count == 3)
        }
    }

    /// Reads all on a thread of its own, because to open a pipe waits for a writer.
    private func reading(_ pipe: URL) -> AsyncThrowingStream<String, any Error> {
        let (texts, continuation) = AsyncThrowingStream<String, any Error>.makeStream()
        Thread.detachNewThread {
            let data = Result<Data, any Error> { try FileHandle(forReadingFrom: pipe).readToEnd() ?? Data() }
            continuation.yield(with: data.map { String(decoding: $0, as: UTF8.self) })
            continuation.finish()
        }
        return texts
    }
}
