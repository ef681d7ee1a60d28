import Statecharts

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

    /// What to know about this recording before relying on it, a sentence each: whose steps cannot be replayed, what a
    /// replay may not repeat exactly, each for the first such step of a machine, and what was dropped.
    public var warnings: [String] {
        var warnings = machines.filter { !$0.isReplayable }.map { machine in
            "\(machine.name): its events are not Codable; they were kept as text and cannot be replayed; make them Codable to "
                + "replay it"
        }
        for (number, machine) in machines.enumerated() where machine.isReplayable && droppedCount == 0 {
            warnings += obstacles(of: number, machine)
        }
        if droppedCount > 0 {
            let dropped = CountText.of(droppedCount, "entry was", "entries were")
            warnings.append("the first \(dropped) dropped; what began with them cannot be replayed")
        }
        return warnings
    }

    private func obstacles(of number: Int, _ machine: Machine) -> [String] {
        var obstacles = ReplayObstacles(machine)
        var refusal: String?, difference: String?
        for (place, entry) in entries.enumerated() {
            guard case .step(let step) = entry, step.machine == number else { continue }
            let text = { (what: String) in "\(machine.name), entry \(place): \(what)" }
            let next = obstacles.next(step)
            refusal = refusal ?? next.map(text)
            difference = difference ?? ReplayObstacles.difference(step).map(text)
        }
        return [refusal, difference].compactMap(\.self)
    }

    /// Returns the line of an entry in the text that the recording was read from, counted from 1; `nil` if it was made
    /// in another way.
    public func line(of entry: Int) -> Int? { places.lines.indices.contains(entry) ? places.lines[entry] : nil }
}

extension Recording.Line {
    /// The line with its end.
    var text: String { (JSONText.of(self) ?? "") + "\n" }
}
