import DemoSupport
import Statecharts
import StatechartsDiagrams

/// A list in a terminal.
@MainActor
enum ListScreen {
    // snippet: view
    /// What the screen shows: the list's own machine, and one view of each row that is under way.
    @MainActor
    struct Views {
        let entries: MachineView<Downloads, [Entry]>
        let rows: MachineListView<String, Download, ListDisplay.Face>

        init(of machine: Machine<Downloads>) {
            entries = MachineView(machine, initially: []) { top, _ in top.entries }
            rows = MachineListView(\.open.rows, of: machine, initially: ListDisplay.Face()) { ListDisplay.Face($0, $1) }
        }

        var display: ListDisplay {
            var faces: [String: ListDisplay.Face] = [:]
            for name in rows.keys { faces[name] = rows[name]?.value }
            return ListDisplay(entries.value, faces)
        }
    }
    // end snippet

    /// What `a` adds, one after the other.
    private static let samples = [
        File(name: "bunny.png", size: 1_200), File(name: "carrots.pdf", size: 4_000),
        File(name: "meadow.mov", size: 9_000), File(name: "burrow.zip", size: 2_500),
        File(name: "spring.mp3", size: 3_300),
    ]

    static func run(_ recorder: Recorder?) async throws {
        let files = SimulatedFiles(clock: ContinuousClock())
        let machine = Machine(Downloads(files))
        recorder?.record(machine, named: "Downloads")
        try await machine.start()
        let views = Views(of: machine)
        var added = 0, chosen = 0
        func add() {
            let sample = samples[added % samples.count], round = added / samples.count
            machine.post(.add(round == 0 ? sample : File(name: "\(round + 1)-\(sample.name)", size: sample.size)))
            added += 1
        }
        for _ in 0..<2 { add() }
        var help = KeyHelp(
            """
            Each download is a machine of its own, three at a time; the others wait. Choose one by the arrow keys: \
            p pauses it, r resumes it or begins it again, c cancels it, f breaks its connection. After a failure it is \
            begun again where it was, twice in a minute. P and R are for all, a adds one.
            """)
        await Terminal.session { terminal in
            loop: for await happening in terminal.happenings(and: Changes.of { views.display }) {
                let display = views.display
                chosen = min(max(chosen, 0), max(display.rows.count - 1, 0))
                let name = display.rows.indices.contains(chosen) ? display.rows[chosen].name : ""
                switch happening {
                case .input(.up): chosen -= 1
                case .input(.down): chosen += 1
                case .input(.character("a")): add()
                case .input(.character("p")): machine.post(.pause(name))
                case .input(.character("P")): machine.post(.pauseAll)
                case .input(.character("r")): machine.post(.resume(name))
                case .input(.character("R")): machine.post(.resumeAll)
                case .input(.character("c")): machine.post(.cancel(name))
                case .input(.character("f")): files.fail(name)
                case .input(.character("q")): break loop
                case .input(let input): _ = help.take(input)
                case .change: break
                }
                let (rows, columns) = terminal.size
                let below = help.lines(columns: columns)
                chosen = min(max(chosen, 0), max(display.rows.count - 1, 0))
                terminal.draw(lines(display, chosen: chosen, rows: rows - below.count, columns: columns) + below)
            }
        }
        try await machine.stop()
    }

    /// The screen, as wide as the window; the rows around the chosen one where there are too many.
    static func lines(_ display: ListDisplay, chosen: Int, rows: Int, columns: Int) -> [String] {
        let room = max(rows - 6, 1)
        let first = max(min(chosen - room / 2, display.rows.count - room), 0)
        let width = display.rows.map(\.name.columns).max() ?? 0
        let shown = display.rows.enumerated().dropFirst(first).prefix(room).map { number, row in
            line(row, isChosen: number == chosen, name: width, columns: columns)
        }
        let keys = "↑↓ choose  a add  p pause  r resume  c cancel  f fail  P all pause  R all resume  h help  q quit"
        return ["", "   " + "Downloads".styled(.bold), ""] + shown + ["", "   " + display.figures.styled(.dim)]
            + keys.wrapped(columns: columns - 4).map { "   " + $0.styled(.bold) }
    }

    private static func line(_ row: ListDisplay.Row, isChosen: Bool, name width: Int, columns: Int) -> String {
        let name = row.name + String(repeating: " ", count: width - row.name.columns)
        let state = row.state + String(repeating: " ", count: max(12 - row.state.columns, 0))
        let cells = min(max(columns - width - 32, 4), 40)
        let full = Int((row.part * Double(cells)).rounded(.down))
        let bar = String(repeating: "█", count: full) + String(repeating: "░", count: cells - full)
        let text = "\(name)  \(state)  \(bar)  \(row.percent)".styled(row.style)
        return (isChosen ? " ▸ " : "   ") + text + (row.note.isEmpty ? "" : "  " + row.note.styled(.dim))
    }
}

extension ListDisplay.Row {
    fileprivate var style: Style {
        switch mood {
        case .calm: .bold
        case .busy: .blue
        case .worried: .yellow
        case .broken: .red
        case .happy: .green
        }
    }
}
