public import Foundation
public import Statecharts

/// Looks at a system while it runs: rewrites the page of its recording as things happen.
///
///     let inspector = Inspector(system)
///     async let looking: Void = inspector.run(writing: file)
///     // later
///     inspector.stop()
///     try await looking
///
/// The page is the same as that of ``Recording/html(title:reloadingEvery:)``, one file without network or server.
/// Opened in a browser, it reloads itself while its reader is at the end; a reader who has gone back stays there.
public struct Inspector: Sendable {
    /// The recorder, whose recording can be read, and written, at any time.
    public let recorder: Recorder
    private let title: String

    /// Makes an inspector that looks at a system and all its machines from now on.
    /// - Parameters:
    ///   - system: the system.
    ///   - title: the title of the page.
    ///   - clock: the clock whose times are recorded.
    ///   - limit: the most entries that are kept, the newest ones, as ``Recording/limit`` says.
    ///   - composites: which components are inside others, by name.
    public init<C: Clock>(
        _ system: System, title: String = "System", clock: C = ContinuousClock(), limit: Int? = 10_000,
        composites: [String: [String]] = [:]
    ) where C.Duration == Duration {
        self.init(Recorder(clock: clock, limit: limit), title: title)
        recorder.recordAll(of: system, composites: composites)
    }

    /// Makes an inspector that looks at what a recorder records.
    public init(_ recorder: Recorder, title: String) {
        self.recorder = recorder
        self.title = title
    }

    /// Writes the page now, and again as things happen, until ``stop()`` or until its task is cancelled; then once
    /// more.
    ///
    /// The file always contains a whole page.
    /// - Parameters:
    ///   - file: the file to write.
    ///   - interval: the shortest time from one page to the next.
    ///   - clock: the clock that it waits on.
    /// - Throws: ``RecordingError`` if the page cannot be written.
    public func run<C: Clock>(
        writing file: URL, every interval: Duration = .seconds(1), clock: C = ContinuousClock()
    ) async throws where C.Duration == Duration {
        for await _ in recorder.changes {
            try write(file, reloadingEvery: interval)
            do { try await clock.sleep(for: interval) } catch { break }
        }
        try write(file, reloadingEvery: nil)
    }

    /// Ends the recording, and with it ``run(writing:every:clock:)``.
    public func stop() { recorder.stop() }

    private func write(_ file: URL, reloadingEvery interval: Duration?) throws {
        do {
            let page = recorder.recording.html(title: title, reloadingEvery: interval)
            try Data(page.utf8).replaceFile(at: file)
        } catch {
            throw RecordingError(
                .notWritable, "the page \(file.path) cannot be written: \(error.localizedDescription)")
        }
    }
}
