public import Statecharts

/// Who reacts to what: a row for each state that reacts, a column for each event.
///
///     print(EventTable(drawing.graph).markdown)
///
/// A cell has the paths of the targets; `↺` for an internal transition, `↻` before a target for a local one, `defer`
/// for an event that the state wants later, and nothing where the state does not react itself (a superior may). Guards
/// and several outcomes are separated by semicolons.
public struct EventTable: Sendable, Hashable {
    /// The headings: events in alphabetic order, then `completed`, `always` and `failed`, as far as there are any.
    public let columns: [String]
    /// What reacts, in document order, each with its cells.
    public let rows: [Row]

    /// A state or pseudostate and what it does.
    public struct Row: Sendable, Hashable {
        /// The names from below the top down to it, with dots between.
        public let path: String
        /// A state, a choice, a history, or what else there is.
        public let kind: StateID.Kind
        /// What it does, by column; empty where nothing is known.
        public let cells: [String]

        /// The path of a state; of what is none with what it is in front: `«choice» Shop.paid`.
        var title: String { kind.title(path) }
    }

    /// Makes the table of a chart's graph. Only transitions that were learnt are in it.
    public init(_ graph: ChartGraph) {
        var columns: Set<Column> = []
        var cells: [Int: [Column: [String]]] = [:]
        for transition in graph.transitions where transition.origins != [.declared] {
            let column = Column(transition.trigger)
            columns.insert(column)
            let targets = transition.targets.map { graph.vertices[$0].path }.joined(separator: " + ")
            let text =
                switch transition.kind {
                case .external: targets
                case .local: "↻ " + targets
                case .internal: "↺"
                }
            let guardText = transition.guardText.map { "[\($0)] " } ?? ""
            cells[transition.source, default: [:]][column, default: []].append(guardText + text)
        }
        for deferral in graph.deferrals {
            let column = Column(.event(deferral.event))
            columns.insert(column)
            cells[deferral.state, default: [:]][column, default: []].append("defer")
        }
        let sorted = columns.sorted()
        self.columns = sorted.map(\.name)
        rows = graph.vertices.compactMap { vertex in
            guard let known = cells[vertex.id] else { return nil }
            return Row(
                path: vertex.path, kind: vertex.kind, cells: sorted.map { (known[$0] ?? []).joined(separator: "; ") })
        }
    }

    private struct Column: Hashable, Comparable {
        let rank: Int
        let name: String

        init(_ trigger: ChartGraph.Trigger) {
            (rank, name) =
                switch trigger {
                case .event(let event): (0, event)
                case .completion: (1, "completed")
                case .eventless: (2, "always")
                case .branch: (3, "branch")
                case .failure: (4, "failed")
                }
        }

        static func < (a: Column, b: Column) -> Bool { (a.rank, a.name) < (b.rank, b.name) }
    }

    /// The table in Markdown.
    public var markdown: String {
        func line(_ cells: [String]) -> String {
            "| "
                + cells.map { $0.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("\n", with: " ") }
                .joined(separator: " | ") + " |"
        }
        let rule = "| " + Array(repeating: "---", count: columns.count + 1).joined(separator: " | ") + " |"
        return ([line(["state"] + columns), rule] + rows.map { line([$0.title] + $0.cells) }).joined(separator: "\n")
            + "\n"
    }

    /// The table in columns of equal width.
    public var text: String {
        let table = [["state"] + columns] + rows.map { [$0.title] + $0.cells }
        let widths = (0...columns.count).map { column in table.map { $0[column].count }.max() ?? 0 }
        return table.map { row in
            let line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(
                separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n") + "\n"
    }
}
