private import Foundation
private import Statecharts

/// Why the lines of a recording could not be read.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line, counted from 1; 0 if it is none in particular.
    public let line: Int
    /// What is wrong, and what to do.
    public let message: String

    /// `line 3: …`
    public var description: String { line > 0 ? "line \(line): \(message)" : message }
}

extension Recording {
    /// What a line can be.
    private enum Line: Codable {
        case header(version: Int, dropped: Int)
        case machine(Machine)
        case system(SystemDrawing)
        case entry(Entry)
    }

    /// The recording as lines of JSON: a header, a line for each machine and for the system, then one for each entry.
    public var lines: String {
        var text = ""
        func write(_ line: Line) {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            // Everything in a line is numbers, text and lists of them.
            guard let data = try? encoder.encode(line) else { return }
            text += String(decoding: data, as: UTF8.self) + "\n"
        }
        write(.header(version: Self.version, dropped: droppedCount))
        for machine in machines { write(.machine(machine)) }
        if let system { write(.system(system)) }
        for entry in entries { write(.entry(entry)) }
        return text
    }

    /// Reads a recording from lines of JSON.
    ///
    /// A last line without its end, as a process leaves it that dies while it writes, is left out.
    /// - Throws: ``RecordingError`` that names the first line that is not one of a recording.
    public init(lines text: String) throws {
        self.init()
        let isWhole = text.hasSuffix("\n")
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(isWhole ? 1 : 0)
        guard !parts.isEmpty, parts.first != "" else {
            throw RecordingError(line: 0, message: "the recording is empty; its first line should be a header")
        }
        for (number, part) in parts.enumerated() {
            let line: Line
            do {
                line = try JSONDecoder().decode(Line.self, from: Data(part.utf8))
            } catch {
                if number == parts.count - 1, number > 0, !isWhole { return }
                throw RecordingError(
                    line: number + 1, message: "this is no line of a recording: \(part.prefix(60))")
            }
            try take(line, at: number + 1)
        }
    }

    private mutating func take(_ line: Line, at number: Int) throws {
        if case .header = line {
        } else if number == 1 {
            throw RecordingError(line: number, message: "the first line should be a header with the version")
        }
        switch line {
        case .header(let version, let dropped):
            guard number == 1 else { throw RecordingError(line: number, message: "a second header") }
            guard version == Self.version else {
                throw RecordingError(
                    line: number,
                    message: "the recording has version \(version), and this program reads \(Self.version)")
            }
            droppedCount = dropped
        case .machine(let machine): add(machine)
        case .system(let drawing): system = drawing
        case .entry(let entry):
            guard isKnown(entry) else {
                throw RecordingError(
                    line: number, message: "the entry names a machine or a vertex that no line before it describes")
            }
            append(entry)
        }
    }

    /// Whether all places that an entry names exist.
    private func isKnown(_ entry: Entry) -> Bool {
        switch entry {
        case .message: return true
        case .step(let step):
            guard machines.indices.contains(step.machine) else { return false }
            let vertices = machines[step.machine].graph.vertices.indices
            let transitions = step.microsteps.flatMap { $0.transitions + $0.preempted }
            let all =
                step.leaves + step.active + step.microsteps.flatMap { $0.exits + $0.effects + $0.entries }
                + transitions.flatMap { [$0.source] + $0.targets }
            return all.allSatisfy(vertices.contains)
        }
    }
}
