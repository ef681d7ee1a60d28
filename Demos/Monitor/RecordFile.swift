import DemoSupport
import Foundation
import StatechartsBridge

/// A file that lines are added to, for its owner alone.
struct RecordFile: Sendable {
    private let file: PrivateFile

    init(_ path: String, _ option: String) throws { file = try PrivateFile(path, option: option) }

    /// A report as a line of JSON.
    func write(_ report: MonitorReport) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if let line = try? encoder.encode(report) { write(String(decoding: line, as: UTF8.self) + "\n") }
    }

    /// A line with its end.
    func write(_ line: String) {
        guard let trouble = file.write(line) else { return }
        StandardStreams.complain("monitor: the file cannot be written on: \(trouble)")
    }
}
