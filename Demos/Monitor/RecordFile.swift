import DemoSupport
import Foundation
import StatechartsBridge

/// A file that lines are added to.
final class RecordFile: Sendable {
    private let handle: FileHandle

    init(_ path: String, _ option: String) throws {
        // Not by `createFile`, which puts a file in the place of a device.
        let file = URL(filePath: path)
        guard (try? Data().write(to: file)) != nil, let handle = FileHandle(forWritingAtPath: path) else {
            throw UsageError("--\(option): the file '\(path.printable)' cannot be written")
        }
        self.handle = handle
    }

    /// A report as a line of JSON.
    func write(_ report: MonitorReport) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if let line = try? encoder.encode(report) { write(line + Data("\n".utf8)) }
    }

    /// A line with its end.
    func write(_ line: String) { write(Data(line.utf8)) }

    private func write(_ data: Data) {
        do { try handle.write(contentsOf: data) } catch {
            StandardStreams.complain("monitor: the file cannot be written on: \(error.localizedDescription)")
        }
    }
}
