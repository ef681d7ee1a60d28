import DemoSupport
import Statecharts
import StatechartsDiagrams

/// The running lights in a terminal.
enum Screen {
    static func run(_ recorder: Recorder?) async throws {
        let board = LampBoard()
        let machine = Machine(RunningLights(leds: board))
        recorder?.record(machine, named: "Lights")
        try await machine.start()
        await Terminal.session { terminal in
            let changes = machine.configurations(buffering: .bufferingNewest(1))
            loop: for await happening in terminal.happenings(and: changes) {
                switch happening {
                case .input(.character(" ")), .input(.enter): machine.post(.buttonTap)
                case .input(.character("q")), .input(.character("Q")): break loop
                case .input, .change:
                    let configuration = await machine.configuration
                    terminal.draw(lines(lit: board.lit, configuration: configuration, columns: terminal.size.columns))
                }
            }
        }
        try await machine.stop()
    }

    static func lines(lit: Set<LED>, configuration: Configuration, columns: Int) -> [String] {
        let lamps = LED.allCases.map { led in
            let isLit = lit.contains(led)
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
            "   " + lamps.joined(separator: "  ") + "     " + "\(configuration)".styled(.bold),
            "",
        ]
            + "space or return taps the button, q ends".wrapped(columns: columns - 4).map { "   " + $0.styled(.dim) }
    }
}
