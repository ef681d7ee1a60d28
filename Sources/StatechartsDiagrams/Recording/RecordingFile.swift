private import Dispatch
import Foundation
import Statecharts

/// A file that entries are appended to as lines of JSON, in a queue of its own: whoever records waits for no disk.
final class RecordingFile: Sendable {
    private struct Contents {
        var handle: FileHandle
        /// With the transitions of the entries that are not in the file any more.
        var machines: [Recording.Machine]
        var system: SystemDrawing?
        /// Whether the file has an older one, or none.
        var isDrawingDue = false
        /// The bytes of the one in the file.
        var drawingSize = 0
        /// The bytes that were written since.
        var sizeSince = 0
        var dropped: Int
        /// What is in the file, if it is bounded.
        var kept: [Recording.Entry] = []
        var error: RecordingError?
    }

    private let url: URL
    private let limit: Int?
    private let queue = DispatchQueue(label: "recording")
    // Looked at in the queue only; the lock tells the compiler so.
    private let contents: Guarded<Contents>

    /// Writes what was recorded so far into a file that was made anew.
    /// - Parameters:
    ///   - handle: what ``create(_:)`` has answered for the file.
    ///   - limit: the most entries that are kept, the newest ones. The file has up to twice as many.
    ///   - machines: those of the recording, with the transitions of the entries that it has dropped.
    init(
        _ url: URL, _ handle: FileHandle, limit: Int?, _ recording: Recording, _ machines: [Recording.Machine]
    ) {
        self.url = url
        // What was written to a device or a pipe cannot be written anew.
        self.limit = url.isSpecialFile ? nil : limit.map { max(1, $0) }
        contents = Guarded(
            Contents(handle: handle, machines: machines, system: recording.system, dropped: recording.droppedCount))
        let entries = recording.entries
        queue.async { [self] in
            contents.withLock { contents in
                if self.limit != nil { contents.kept = entries }
                let head = Self.head(&contents)
                Self.write(head + entries.map { Recording.Line.entry($0).text }.joined(), &contents)
            }
        }
    }

    /// Makes a file anew. A named pipe is waited for until somebody reads it.
    /// - Throws: ``RecordingError`` if it cannot be made.
    static func create(_ url: URL) throws -> FileHandle {
        do {
            // Whoever reads a pipe would take the first end for the only one.
            if !url.isSpecialFile { try Data().write(to: url) }
            return try FileHandle(forWritingTo: url)
        } catch {
            throw RecordingError(
                .notWritable, "the file \(url.path) cannot be written: \(error.localizedDescription)")
        }
    }

    func append(_ machine: Recording.Machine) {
        perform { contents in
            contents.machines.append(machine)
            Self.add(.machine(machine), &contents)
        }
    }

    func append(_ system: SystemDrawing) {
        perform { contents in
            contents.system = system
            contents.isDrawingDue = true
            Self.drawIfGrown(&contents)
        }
    }

    func append(_ entry: Recording.Entry) {
        let (limit, url) = (limit, url)
        perform { contents in
            Self.add(.entry(entry), &contents)
            guard let limit else { return }
            contents.kept.append(entry)
            if contents.kept.count > limit * 2 { Self.shorten(to: limit, at: url, &contents) }
        }
    }

    private func perform(_ body: @escaping @Sendable (inout Contents) -> Void) {
        queue.async { [self] in contents.withLock { if $0.error == nil { body(&$0) } } }
    }

    /// Returns when everything so far has been written.
    /// - Returns: why it could not be; nothing is written after that.
    @discardableResult
    func flush() -> RecordingError? {
        queue.sync {
            contents.withLock { contents in
                if contents.error == nil, contents.isDrawingDue { Self.draw(&contents) }
                return contents.error
            }
        }
    }

    private static func head(_ contents: inout Contents) -> String {
        let header = Recording.Line.header(version: Recording.version, dropped: contents.dropped, learns: true)
        let lines = [header] + contents.machines.map { .machine($0) }
        return lines.map(\.text).joined() + drawing(&contents)
    }

    /// The newest drawing, which is going to be in the file.
    private static func drawing(_ contents: inout Contents) -> String {
        let text = contents.system.map { Recording.Line.system($0).text } ?? ""
        (contents.isDrawingDue, contents.drawingSize, contents.sizeSince) = (false, text.utf8.count, 0)
        return text
    }

    private static func add(_ line: Recording.Line, _ contents: inout Contents) {
        let text = line.text
        write(text, &contents)
        contents.sizeSince += text.utf8.count
        drawIfGrown(&contents)
    }

    /// Writes the newest drawing if as much has come since the former one as that takes: so all of them together are
    /// not much more than the rest, however many come.
    private static func drawIfGrown(_ contents: inout Contents) {
        guard contents.error == nil, contents.isDrawingDue, contents.sizeSince >= contents.drawingSize else { return }
        draw(&contents)
    }

    private static func draw(_ contents: inout Contents) {
        let text = drawing(&contents)
        write(text, &contents)
    }

    private static func write(_ text: String, _ contents: inout Contents) {
        do { try withoutBrokenPipeSignal { try contents.handle.write(contentsOf: Data(text.utf8)) } } catch {
            contents.error = RecordingError(
                .notWritable, "the recording could not be written on: \(error.localizedDescription)")
        }
    }

    /// Writes the file anew with the newest entries. The pictures keep the transitions of those that go.
    private static func shorten(to limit: Int, at url: URL, _ contents: inout Contents) {
        let old = contents.kept.count - limit
        for case .step(let step) in contents.kept.prefix(old) { contents.machines[step.machine].learn(step) }
        contents.kept.removeFirst(old)
        contents.dropped += old
        let text = head(&contents) + contents.kept.map { Recording.Line.entry($0).text }.joined()
        do {
            // Whoever reads meanwhile finds the old file or the new one.
            try Data(text.utf8).replaceFile(at: url)
            let handle = try FileHandle(forWritingTo: url)
            try handle.seekToEnd()
            contents.handle = handle
        } catch {
            contents.error = RecordingError(
                .notWritable, "the recording could not be shortened: \(error.localizedDescription)")
        }
    }
}
