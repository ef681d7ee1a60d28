import DemoSupport
import Statecharts
import StatechartsDiagrams

/// The running lights in a terminal.
enum Screen {
    /// What is drawn.
    struct Panel: Equatable, Sendable {
        var lit: Set<LED> = []
        var configuration: Configuration = .empty
    }

    @MainActor
    static func run(_ recorder: Recorder?) async throws {
        let board = LampBoard()
        let machine = Machine(RunningLights(leds: board), on: MainActor.shared)
        recorder?.record(machine, named: "Lights")
        try await machine.start()
        let view = MachineView(machine, initially: Panel()) { _, configuration in
            Panel(lit: board.lit, configuration: configuration)
        }
        var help = KeyHelp(
            """
            Three lamps light up in turn, every half second. The button pauses them; tapped again, they go on where they
            left off.
            """)
        await Terminal.session { terminal in
            loop: for await happening in terminal.happenings(and: Changes.of { view.value }) {
                switch happening {
                case .input(.character(" ")), .input(.enter): view.post(.buttonTap)
                case .input(.character("q")), .input(.character("Q")): break loop
                case .input(let input):
                    _ = help.take(input)
                    fallthrough
                case .change:
                    let columns = terminal.size.columns
                    terminal.draw(lines(view.value, columns: columns) + help.lines(columns: columns))
                }
            }
        }
        try await machine.stop()
    }

    static func lines(_ panel: Panel, columns: Int) -> [String] {
        let lamps = LED.allCases.map { led in
            let isLit = panel.lit.contains(led)
            let style: Style =
                switch led {
                case .red: .red
                case .green: .green
                case .blue: .blue
                }
            return isLit ? "●".styled(style, .bold) : "○".styled(.gray)
        }
        return [
            "",
            "   " + lamps.joined(separator: "  ") + "     " + "\(panel.configuration)".styled(.bold),
            "",
        ]
            + "space or return taps the button, h helps, q ends".wrapped(columns: columns - 4)
            .map { "   " + $0.styled(.dim) }
    }
}
