public import Statecharts

/// Which state reacts to what: a row for each state that reacts, a column for each event.
///
///     print(EventTable(drawing.graph).markdown)
///
/// A cell has the paths of the targets; `↺` for an internal transition, `↻` before a target for a local one, `defer`
/// for an event that the state defers, and nothing where the state does not react itself (a superior may). Guards and
/// several outcomes are separated by semicolons. Child machines follow in a table of their own, with what they exchange
/// with others.
public struct EventTable: Sendable, Hashable {
    /// The headings: events in alphabetical order, then `completed`, `always` and `failed`, as far as there are any.
    public let columns: [String]
    /// What reacts, in document order, each with its cells.
    public let rows: [Row]
    /// The child machines, in document order, each with the lines that a drawing has for it.
    public let childMachines: [ChildRow]

    /// A child machine and what it exchanges with others.
    public struct ChildRow: Sendable, Hashable {
        /// The path of the state that owns it.
        public let owner: String
        /// Its name and its chart: `player: Player`, `rows[]: Row`.
        public let title: String
        /// What it exchanges with others, as ``Statecharts/ChartGraph/texts(of:in:)`` returns it.
        public let texts: [String]

        fileprivate var cells: [String] { ["\(owner)/\(title)", texts.joined(separator: "; ")] }
    }

    /// A state or pseudostate and what it does.
    public struct Row: Sendable, Hashable {
        /// The names from below the top down to it, separated by dots.
        public let path: String
        /// What it is: a state, a choice, a history or another kind.
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
        childMachines = graph.vertices.flatMap { vertex in
            vertex.childMachines.map { child in
                ChildRow(owner: vertex.path, title: child.title, texts: graph.texts(of: child, in: vertex.id))
            }
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

    /// The table of the child machines.
    private var childTable: [[String]] {
        childMachines.isEmpty ? [] : [["child machine", "up and down"]] + childMachines.map(\.cells)
    }

    /// The table in Markdown.
    public var markdown: String {
        func line(_ cells: [String]) -> String {
            "| "
                + cells.map { $0.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("\n", with: " ") }
                .joined(separator: " | ") + " |"
        }
        func lines(_ table: [[String]]) -> String {
            guard let head = table.first else { return "" }
            let rule = "| " + Array(repeating: "---", count: head.count).joined(separator: " | ") + " |"
            return ([line(head), rule] + table.dropFirst().map(line)).joined(separator: "\n") + "\n"
        }
        let whole = lines([["state"] + columns] + rows.map { [$0.title] + $0.cells })
        return childTable.isEmpty ? whole : "\(whole)\n\(lines(childTable))"
    }

    /// The table in columns of equal width.
    public var text: String {
        func lines(_ table: [[String]]) -> String {
            guard let head = table.first else { return "" }
            let widths = head.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
            return table.map { row in
                let line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(
                    separator: "  ")
                return String(line.reversed().drop { $0 == " " }.reversed())
            }.joined(separator: "\n") + "\n"
        }
        let whole = lines([["state"] + columns] + rows.map { [$0.title] + $0.cells })
        return childTable.isEmpty ? whole : "\(whole)\n\(lines(childTable))"
    }
}
