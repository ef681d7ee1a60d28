import DemoSupport
import Statecharts

/// What is to be seen of a list: what it knows of its downloads, and what those under way say of themselves.
struct ListDisplay: Sendable, Equatable {
    /// A download that is under way, as its machine is between two steps.
    struct Face: Sendable, Equatable {
        /// The path of the active state; empty before the machine begins, which waits after a failure.
        var state = ""
        var arrived = 0

        init() {}
        init(_ download: Download, _ configuration: Configuration) {
            state = configuration.description
            arrived = download.arrived
        }
    }

    struct Row: Sendable, Equatable {
        enum Mood: Sendable { case calm, busy, worried, broken, happy }

        let name: String
        let mood: Mood
        /// What the download does, in a word or two.
        let state: String
        let arrived: Int, size: Int
        let note: String

        var part: Double { Double(arrived) / Double(max(size, 1)) }
        var percent: String { "\(arrived * 100 / max(size, 1))%" }
        /// In fields with tabs between them, for a transcript.
        var line: String { ([name, state, percent] + (note.isEmpty ? [] : [note])).joined(separator: "\t") }
    }

    let rows: [Row]
    /// How often downloads have failed.
    let failures: Int

    init(_ entries: [Entry], _ faces: [String: Face]) {
        rows = entries.map { Row($0, faces[$0.file.name]) }
        failures = entries.map(\.failures).reduce(0, +)
    }

    /// How many there are of which kind, how much is here, and how often something has failed.
    var figures: String {
        var counts: [(state: String, count: Int)] = []
        for row in rows {
            if let place = counts.firstIndex(where: { $0.state == row.state }) {
                counts[place].count += 1
            } else {
                counts.append((row.state, 1))
            }
        }
        let kinds = counts.isEmpty ? ["nothing"] : counts.map { "\($0.count) \($0.state)" }
        let (here, all) = (rows.map(\.arrived).reduce(0, +), rows.map(\.size).reduce(0, +))
        let failed = failures == 1 ? "1 failure" : "\(failures) failures"
        return (kinds + ["\(here) of \(all) kB", failed]).joined(separator: ", ")
    }

    /// The rows that are others than before.
    func news(since old: ListDisplay?) -> [String] {
        rows.enumerated().filter { number, row in
            guard let old, old.rows.indices.contains(number) else { return true }
            return old.rows[number] != row
        }.map(\.element.line)
    }
}

extension ListDisplay.Row {
    init(_ entry: Entry, _ face: ListDisplay.Face?) {
        let (mood, state): (Mood, String) =
            switch (entry.phase, face?.state ?? "") {
            case (.waiting, _): (.calm, "waiting")
            case (.underWay, "Loading"): (.busy, "loading")
            case (.underWay, "Paused"): (.calm, "paused")
            case (.underWay, _): (.worried, entry.failures > 0 ? "trying again" : "beginning")
            case (.done, _): (.happy, "done")
            case (.cancelled, _): (.calm, "cancelled")
            case (.broken, _): (.broken, "given up")
            }
        let failures = entry.failures == 1 ? "once" : "\(entry.failures) times"
        self.init(
            name: entry.file.name.printable, mood: mood, state: state, arrived: entry.arrived, size: entry.file.size,
            note: entry.reason.map { "\($0), \(failures)" } ?? "")
    }
}

extension Machine<Downloads> {
    /// What is to be seen when nothing is under way.
    var display: ListDisplay {
        get async throws {
            let (entries, rows) = try await withTop { top in (top.entries, top.open.rows.map { ($0.key, $0.machine) }) }
            var faces: [String: ListDisplay.Face] = [:]
            for (name, row) in rows {
                let configuration = await row.configuration
                faces[name] = try await row.withTop { ListDisplay.Face($0, configuration) }
            }
            return ListDisplay(entries, faces)
        }
    }
}
