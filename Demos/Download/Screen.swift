import DemoSupport
import Statecharts
import StatechartsDiagrams

/// An item in a terminal.
enum Screen {
    static func run(_ recorder: Recorder?) async throws {
        let source = SimulatedSource(clock: ContinuousClock())
        let machine = Machine(Item(source: source))
        recorder?.record(machine, named: "Item", data: Display.data)
        let steps = machine.steps(buffering: .bufferingNewest(1))
        try await machine.start()
        machine.post(.present)  // it is before somebody's eyes from here on
        var help = KeyHelp(
            """
            What is described is fetched when it is presented, and can then be downloaded. After a failure it is tried
            again, three times in all; p or d tries at once. c cancels what is under way, r forgets everything, f breaks
            the connection. Bright keys change something now.
            """)
        try await Terminal.session { terminal in
            loop: for await happening in terminal.happenings(and: steps) {
                switch happening {
                case .input(.character("p")): machine.post(.present)
                case .input(.character("d")): machine.post(.download)
                case .input(.character("c")): machine.post(.cancel)
                case .input(.character("r")): machine.post(.reset)
                case .input(.character("f")): source.fail()
                case .input(.character("q")): break loop
                case .input(let input): _ = help.take(input)
                case .change: break
                }
                let (rows, columns) = terminal.size
                let below = help.lines(columns: columns)
                terminal.draw(
                    lines(try await machine.display, rows: rows - below.count, columns: columns) + below)
            }
        }
        try await machine.stop()
    }

    /// The screen, as wide as the window; without its empty lines where it would be too high.
    static func lines(_ display: Display, rows: Int, columns: Int) -> [String] {
        let bar = display.progress.map { Self.bar($0, columns: min(columns - 10, 60)) + "  " + (display.percent ?? "") }
        let room = columns - 4
        let parts: [[String]] = [
            display.caption.wrapped(columns: room).map { $0.styled(.bold, display.style) },
            display.picture.isEmpty ? known(display, columns: room) : display.picture,
            display.remark?.wrapped(columns: room) ?? [],
            [bar?.styled(display.style)].compactMap(\.self)
                + (display.note.isEmpty ? [] : display.note.wrapped(columns: room).map { $0.styled(display.style) }),
            keys(display.possible, columns: room),
        ].filter { !$0.isEmpty }
        let lines = parts.flatMap { [""] + $0 }
        return lines.filter { lines.count <= rows || !$0.isEmpty }.map { $0.isEmpty ? "" : "   " + $0 }
    }

    /// The picture with the words beside it.
    private static func known(_ display: Display, columns: Int) -> [String] {
        let picture = display.thumbnail
        let width = picture.map(\.columns).max().map { $0 + 3 } ?? 0
        let words = display.about?.wrapped(columns: max(columns - width, 1)) ?? []
        return (0..<max(picture.count, words.count)).map { row in
            let left = picture.indices.contains(row) ? picture[row] : ""
            guard words.indices.contains(row) else { return left }
            return left + String(repeating: " ", count: max(width - left.columns, 0)) + words[row]
        }
    }

    private static func bar(_ progress: Double, columns: Int) -> String {
        let width = max(columns, 4)
        let full = Int((progress * Double(width)).rounded(.down))
        return String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    }

    /// The keys, bright if they change something now, in as many lines as they need.
    private static func keys(_ possible: Set<Command.Word>, columns: Int) -> [String] {
        var lines: [String] = [], line = "", width = 0
        func add(_ text: String, _ style: Style) {
            if width > 0, width + 2 + text.count > columns {
                lines.append(line)
                (line, width) = ("", 0)
            }
            line += (width > 0 ? "  " : "") + text.styled(style)
            width += (width > 0 ? 2 : 0) + text.count
        }
        for word in [.present, .download, .cancel, .reset, .fail] as [Command.Word] {
            add("\(word.rawValue.prefix(1)) \(word.rawValue)", possible.contains(word) ? .bold : .dim)
        }
        add("h help", .bold)
        add("q quit", .bold)
        return lines + [line]
    }
}

extension Display {
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
