import DemoSupport
import Statecharts
import StatechartsDiagrams

/// A calculator without a terminal.
enum Headless {
    /// Presses the keys one after the other; each prints itself, the display and the path of the active state, with
    /// tabs in between.
    /// - Returns: the recording of it, a second for each key.
    @discardableResult
    static func run(_ keys: [Key], printing output: (String) -> Void) throws -> Recording {
        let calculator = Interpreter(Calculator())
        let start = try calculator.startStep()
        var recording = Recording()
        let machine = recording.add("Calculator", calculator.vertices)
        recording.append(start, of: machine, time: 0, data: "display \(calculator.top.display)")
        for (number, key) in keys.enumerated() {
            let step = try calculator.step(key)
            recording.append(
                step, of: machine, time: Double(number + 1), data: "display \(calculator.top.display)")
            output("\(key)\t\(calculator.top.display)\t\(calculator.configuration)")
        }
        try calculator.stop()
        return recording
    }
}
