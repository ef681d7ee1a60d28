import DemoSupport
import Statecharts
import StatechartsDiagrams

/// The calculator in a terminal: display and keys, and beside them what is active.
enum Screen {
    static func run(_ recorder: Recorder?) async throws {
        let machine = Machine(Calculator())
        recorder?.record(machine, named: "Calculator") { "display \($0.display)" }
        let steps = machine.steps(buffering: .bufferingNewest(1))
        try await machine.start()
        var help = KeyHelp("The keys: \(Key.forms).\nWhat is active stands beside them, in green.")
        try await Terminal.session { terminal in
            loop: for await happening in terminal.happenings(and: steps) {
                switch happening {
                case .input(.character("q")), .input(.character("Q")): break loop
                case .input(.character(let character)):
                    if let key = Key(character) { machine.post(key) } else { _ = help.take(.character(character)) }
                case .input(.enter): machine.post(.equals)
                case .input(.backspace): machine.post(.back)
                case .input(.escape): machine.post(.clear)
                case .input, .change: break
                }
                let display = try await machine.withTop { $0.display }
                let tree = TextTree(await machine.vertices, active: await machine.configuration)
                let (rows, columns) = terminal.size, below = help.lines(columns: columns)
                terminal.draw(lines(display, tree, rows: rows - below.count) + below)
            }
        }
        try await machine.stop()
    }

    private static let keys = ["c e < n", "7 8 9 /", "4 5 6 *", "1 2 3 -", "0 . % +", "      ="]
    private static let width = 17

    /// The screen; where it is too low, the states that are not active go first.
    static func lines(_ display: String, _ tree: TextTree, rows: Int) -> [String] {
        let rule = String(repeating: "─", count: width)
        let shown = String(repeating: " ", count: max(width - 2 - display.count, 0)) + display
        let keypad =
            ["┌\(rule)┐", "│ ".styled(.dim) + shown.styled(.bold, .reversed) + " │".styled(.dim), "├\(rule)┤"]
            + keys.map { "│     \($0)" + String(repeating: " ", count: width - 5 - $0.count) + "│" } + ["└\(rule)┘"]
        let all = tree.lines.filter { $0.vertex.kind.isState }
        let lines = all.count + 4 <= rows ? all : all.filter(\.isActive)
        let states = lines.map { line in
            let text = String(repeating: "  ", count: line.depth) + line.vertex.name
            return line.isActive ? text.styled(.bold, .green) : text.styled(.dim)
        }
        let empty = String(repeating: " ", count: width + 2)
        let both = (0..<max(keypad.count, states.count)).map { row in
            (row < keypad.count ? keypad[row] : empty) + "  " + (row < states.count ? states[row] : "")
        }
        let hint = "return is =, escape is c, h helps, q ends".styled(.dim)
        return [""] + both.map { "  " + $0 } + ["", "  " + hint]
    }
}
