import DemoSupport
import Statecharts

/// A calculator without a terminal.
enum Headless {
    /// Presses the keys one after the other; each prints itself, the display and the path of the active state, with tabs in between.
    static func run(_ keys: [Key], printing output: (String) -> Void) throws {
        let calculator = Interpreter(Calculator())
        try calculator.start()
        for key in keys {
            try calculator.send(key)
            output("\(key)\t\(calculator.top.display)\t\(calculator.configuration)")
        }
        try calculator.stop()
    }
}
