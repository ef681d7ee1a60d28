public import Foundation
import Statecharts

extension Recording {
    /// Reads a recording from lines of JSON. ``warnings`` says what cannot be done with it.
    ///
    /// A last line without its end, left by a process that died while it wrote, is ignored. Lines may end as in
    /// Windows. Everything that is read is checked, so that the result can be drawn, shown and replayed.
    /// - Throws: ``RecordingError`` that names the first line that is not one of a recording, what is wrong with it,
    ///   and what to do.
    public init(lines text: String) throws {
        self.init()
        try read(ByteLines(Data(text.utf8)))
    }

    /// Reads a recording from a file of lines of JSON, as ``init(lines:)`` does.
    ///
    /// Takes as much memory as the entries that are kept: the file itself is not kept in memory.
    /// - Parameters:
    ///   - file: where it is.
    ///   - limit: the most entries that are kept, the newest ones, as ``limit`` says; `nil` for all. The charts have
    ///     the transitions of all.
    /// - Throws: ``RecordingError``; one is also thrown if the file cannot be read.
    public init(contentsOf file: URL, limit: Int? = nil) throws {
        self.init(limit: limit)
        do { try read(ByteLines(contentsOf: file)) } catch let error as RecordingError { throw error } catch {
            throw RecordingError(
                .notReadable, "the file \(file.path.withoutControls) cannot be read: \(error.localizedDescription)")
        }
    }

    /// A line that is longer was not written by a recorder, but is no text or has lost its ends.
    private static var longestLine: Int { 1 << 26 }

    private mutating func read(_ lines: ByteLines) throws {
        var lines = lines
        var number = 0
        var learns = false
        var isEmpty = true
        while let (whole, hasEnd) = try lines.next(longest: Self.longestLine) {
            number += 1
            var part = whole
            if number == 1, part.starts(with: [0xEF, 0xBB, 0xBF]) { part = part.dropFirst(3) }
            if part.last == 0x0D { part = part.dropLast() }
            if part.isEmpty {
                if number == 1 { break }
                continue
            }
            // Whoever dies while it writes leaves half of the last line.
            let canBeHalf = !hasEnd && number > 1
            guard let line = try line(number, part, canBeHalf: canBeHalf) else {
                places.isCut = true
                return
            }
            if case .header(_, _, let flag) = line { learns = flag }
            try take(line, at: number, part, learning: learns)
            isEmpty = false
        }
        if isEmpty {
            throw RecordingError(.noHeader, "the recording is empty; its first line should be a header")
        }
    }

    /// `nil` for half a line.
    private func line(_ number: Int, _ part: Data, canBeHalf: Bool) throws -> Line? {
        let text = String(decoding: part.prefix(300), as: UTF8.self)
        guard part.count <= Self.longestLine else {
            throw RecordingError.damaged(number, "it has more than \(Self.longestLine) bytes, which is too long", text)
        }
        do { return try JSONDecoder().decode(Line.self, from: part) } catch {
            if number == 1 { try Self.refuseOtherVersion(part) }
            if canBeHalf { return nil }
            throw RecordingError.damaged(number, (error as? DecodingError)?.words ?? "it cannot be read", text)
        }
    }

    /// Says so if this is the header of another version.
    private static func refuseOtherVersion(_ line: Data) throws {
        struct Other: Decodable {
            struct Header: Decodable { let version: Int }
            let header: Header
        }
        guard let version = (try? JSONDecoder().decode(Other.self, from: line))?.header.version,
            version != Self.version
        else { return }
        throw wrongVersion(version)
    }

    private static func wrongVersion(_ version: Int) -> RecordingError {
        RecordingError(
            .otherVersion, line: 1,
            "the recording has version \(version), and this program reads \(Self.version); "
                + "read it with the program that wrote it, or record again")
    }

    private mutating func take(_ line: Line, at number: Int, _ part: Data, learning: Bool) throws {
        func refuse(_ reason: String) -> RecordingError {
            .damaged(number, reason, String(decoding: part.prefix(300), as: UTF8.self))
        }
        if case .header = line {
            guard number == 1 else { throw refuse("it is a second header") }
        } else if number == 1 {
            throw RecordingError(.noHeader, line: number, "the first line should be a header with the version")
        }
        switch line {
        case .header(let version, let dropped, _):
            guard version == Self.version else { throw Self.wrongVersion(version) }
            guard (0...ChartGraph.greatestCount).contains(dropped) else {
                throw refuse("\(dropped) entries cannot have been dropped")
            }
            droppedCount = dropped
        case .machine(let machine): add(machine)
        case .system(let drawing): system = drawing
        case .entry(let entry):
            if let problem = problem(of: entry) { throw refuse(problem) }
            if learning, case .step(let step) = entry { learn(step) }
            places.lines.append(number)
            append(entry)
        }
    }

    /// Why there cannot be such an entry; `nil` if there can.
    private func problem(of entry: Entry) -> String? {
        switch entry {
        case .message(let message):
            return message.time.isFinite ? nil : "its time is \(message.time)"
        case .step(let step):
            guard machines.indices.contains(step.machine) else {
                return "it names machine \(step.machine), which no line before it describes"
            }
            guard step.time.isFinite else { return "its time is \(step.time)" }
            let vertices = machines[step.machine].graph.vertices.indices
            let transitions = step.microsteps.flatMap { $0.transitions + $0.preempted }
            let all =
                [step.origin?.state, step.inside, step.deferredBy].compactMap(\.self) + step.leaves
                + step.active
                + step.microsteps.flatMap { $0.exits + $0.effects + $0.entries }
                + transitions.flatMap { [$0.source] + $0.targets }
            return all.first { !vertices.contains($0) }.map { missing in
                "it names vertex \(missing) of \(machines[step.machine].name.prefix(40)), "
                    + "which has \(vertices.count)"
            }
        }
    }
}

extension Recording {
    private enum CodingKeys: String, CodingKey {
        case machines, entries, system, droppedCount, limit
    }

    /// Reads a recording that was written as one value. It is checked as by ``init(lines:)``.
    /// - Throws: `DecodingError` that says what is wrong.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(limit: try container.decodeIfPresent(Int.self, forKey: .limit))
        for machine in try container.decode([Machine].self, forKey: .machines) { add(machine) }
        system = try container.decodeIfPresent(SystemDrawing.self, forKey: .system)
        let dropped = try container.decode(Int.self, forKey: .droppedCount)
        guard (0...ChartGraph.greatestCount).contains(dropped) else {
            throw DecodingError.dataCorruptedError(
                forKey: .droppedCount, in: container, debugDescription: "\(dropped) entries cannot have been dropped")
        }
        droppedCount = dropped
        for entry in try container.decode([Entry].self, forKey: .entries) {
            if let problem = problem(of: entry) {
                throw DecodingError.dataCorruptedError(
                    forKey: .entries, in: container, debugDescription: "an entry cannot be: \(problem)")
            }
            append(entry)
        }
    }

    /// Writes the recording as one value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(machines, forKey: .machines)
        try container.encode(entries, forKey: .entries)
        try container.encodeIfPresent(system, forKey: .system)
        try container.encode(droppedCount, forKey: .droppedCount)
        try container.encodeIfPresent(limit, forKey: .limit)
    }
}
