import Statecharts

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
    enum Line: Codable {
        /// - Parameter learns: whether the machines' graphs are without the transitions of the entries below.
        case header(version: Int, dropped: Int, learns: Bool)
        case machine(Machine)
        case system(SystemDrawing)
        case entry(Entry)
    }

    /// The recording as lines of JSON: a header, a line for each machine and for the system, then one for each entry.
    public var lines: String {
        let first: [Line] = [.header(version: Self.version, dropped: droppedCount, learns: false)]
        let all =
            first + machines.map { .machine($0) } + (system.map { [.system($0)] } ?? []) + entries.map { .entry($0) }
        return all.map(\.text).joined()
    }

    /// What has to be known of this recording before it is relied upon, a sentence each: whose steps cannot be
    /// replayed, and what was dropped.
    public var warnings: [String] {
        var warnings = machines.filter { !$0.isReplayable }.map { machine in
            "\(machine.name): its events are not Codable; they were kept as text and cannot be replayed"
        }
        if droppedCount > 0 {
            warnings.append("the first \(droppedCount) entries were dropped; what began with them cannot be replayed")
        }
        return warnings
    }

    /// The line of the text that it was read from in which an entry stands, counted from 1; `nil` if it was made in
    /// another way.
    public func line(of entry: Int) -> Int? { places.lines.indices.contains(entry) ? places.lines[entry] : nil }

    /// Reads a recording from lines of JSON. ``warnings`` says what cannot be done with it.
    ///
    /// A last line without its end, as a process leaves it that dies while it writes, is left out.
    /// - Throws: ``RecordingError`` that names the first line that is not one of a recording.
    public init(lines text: String) throws {
        self.init()
        let isWhole = text.hasSuffix("\n")
        let parts = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(isWhole ? 1 : 0)
        var learns = false
        guard !parts.isEmpty, parts.first != "" else {
            throw RecordingError(line: 0, message: "the recording is empty; its first line should be a header")
        }
        for (number, part) in parts.enumerated() {
            let line: Line
            do {
                line = try JSONText.value(of: part)
            } catch {
                if number == 0 { try Self.refuseOtherVersion(part) }
                if number == parts.count - 1, number > 0, !isWhole {
                    places.isCut = true
                    return
                }
                throw RecordingError(
                    line: number + 1, message: "this is no line of a recording: \(part.prefix(60))")
            }
            if case .header(_, _, let flag) = line { learns = flag }
            try take(line, at: number + 1, learning: learns)
        }
    }

    /// Says so if this is the header of another version.
    private static func refuseOtherVersion(_ line: Substring) throws {
        struct Other: Decodable {
            struct Header: Decodable { let version: Int }
            let header: Header
        }
        guard let version = (try? JSONText.value(Other.self, of: line))?.header.version, version != Self.version else {
            return
        }
        throw wrongVersion(version)
    }

    private static func wrongVersion(_ version: Int) -> RecordingError {
        RecordingError(line: 1, message: "the recording has version \(version), and this program reads \(Self.version)")
    }

    private mutating func take(_ line: Line, at number: Int, learning: Bool) throws {
        if case .header = line {
        } else if number == 1 {
            throw RecordingError(line: number, message: "the first line should be a header with the version")
        }
        switch line {
        case .header(let version, let dropped, _):
            guard number == 1 else { throw RecordingError(line: number, message: "a second header") }
            guard version == Self.version else { throw Self.wrongVersion(version) }
            droppedCount = dropped
        case .machine(let machine): add(machine)
        case .system(let drawing): system = drawing
        case .entry(let entry):
            guard isKnown(entry) else {
                throw RecordingError(
                    line: number, message: "the entry names a machine or a vertex that no line before it describes")
            }
            if learning, case .step(let step) = entry { learn(step) }
            places.lines.append(number)
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
                [step.origin?.state ?? 0] + step.leaves + step.active
                + step.microsteps.flatMap { $0.exits + $0.effects + $0.entries }
                + transitions.flatMap { [$0.source] + $0.targets }
            return all.allSatisfy(vertices.contains)
        }
    }
}

extension Recording.Line {
    /// The line with its end.
    var text: String { (JSONText.of(self) ?? "") + "\n" }
}
