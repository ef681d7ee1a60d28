import DemoSupport
import Statecharts

/// The running lights in a terminal.
enum Screen {
    static func run() async throws {
        let board = LampBoard()
        let machine = Machine(RunningLights(leds: board))
        try await machine.start()
        try await Terminal.session { terminal in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await configuration in machine.configurations(buffering: .bufferingNewest(1)) {
                        terminal.draw(lines(lit: board.lit, configuration: configuration))
                    }
                }
                group.addTask {
                    while !Task.isCancelled {
                        try? await Task.sleep(for: .milliseconds(500))
                        machine.post(.timerTick)
                    }
                }
                loop: for await input in terminal.inputs {
                    switch input {
                    case .character(" "), .enter: machine.post(.buttonTap)
                    case .character("q"), .character("Q"): break loop
                    case .resized: terminal.draw(lines(lit: board.lit, configuration: await machine.configuration))
                    case .character, .backspace, .tab, .escape, .up, .down, .left, .right: break
                    }
                }
                group.cancelAll()
                try await machine.stop()
            }
        }
    }

    static func lines(lit: Set<LED>, configuration: Configuration) -> [String] {
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
            "   " + "space or return taps the button, q ends".styled(.dim),
        ]
    }
}
