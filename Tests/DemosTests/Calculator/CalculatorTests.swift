import DemoSupport
import Statecharts
import StatechartsDiagrams
import Testing

@testable import calculator

@Suite struct CalculatorTests {
    /// What is shown after each key, and where that is.
    private func press(_ keys: String) throws -> [String] {
        var lines: [String] = []
        try Headless.run(try Key.keys(keys)) { lines.append($0.replacing("\t", with: " ")) }
        return lines
    }

    @Test func `each key is a line with the display and the active state`() throws {
        #expect(
            try press("12+3.5=") == [
                "1 1 First.Integer", "2 12 First.Integer", "+ 12 OperatorEntered", "3 3 Second.Integer",
                ". 3. Second.Fraction", "5 3.5 Second.Fraction", "= 15.5 Result",
            ])
    }

    @Test func `a result is used, changed, or forgotten`() throws {
        #expect(
            try press("6*7=n<+50=3") == [
                "6 6 First.Integer", "* 6 OperatorEntered", "7 7 Second.Integer", "= 42 Result", "n -42 Result",
                "< -4 First.Integer", "+ -4 OperatorEntered", "5 5 Second.Integer", "0 50 Second.Integer",
                "= 46 Result", "3 3 First.Integer",
            ])
    }

    @Test func `a sign is entered before its number, taken back, and lost with the last digit behind zero`() throws {
        #expect(
            try press("-0.5<<<") == [
                "- -0 First.Negated", "0 -0 First.Negated", ". -0. First.Fraction", "5 -0.5 First.Fraction",
                "< -0. First.Fraction", "< -0 First.Negated", "< 0 First.Zero",
            ])
    }

    @Test func `clear entry keeps the operator, clear keeps nothing`() throws {
        #expect(
            try press("8/2e4=9+ec") == [
                "8 8 First.Integer", "/ 8 OperatorEntered", "2 2 Second.Integer", "e 0 Second.Zero",
                "4 4 Second.Integer", "= 2 Result", "9 9 First.Integer", "+ 9 OperatorEntered", "e 9 OperatorEntered",
                "c 0 Ready",
            ])
    }

    @Test func `what cannot be calculated is an error until it is cleared`() throws {
        #expect(
            try press("1/0+5e") == [
                "1 1 First.Integer", "/ 1 OperatorEntered", "0 0 Second.Zero", "+ Error Failure", "5 Error Failure",
                "e 0 Ready",
            ])
    }

    @Test(arguments: [
        ("1x", "unknown key 'x' at position 2"), ("=\u{1B}[2J", "unknown key '\\u{1B}' at position 2"),
        ("٣", "unknown key '٣' at position 1"), ("1 , 2", "unknown key ',' at position 3"),
    ])
    func `a line with an unknown key is refused as a whole`(line: String, message: String) {
        #expect(throws: UsageError("\(message); accepted are \(Key.forms)")) { try Key.keys(line) }
    }

    @Test func `every key is read as it is printed`() throws {
        #expect(try Key.keys(Key.allCases.map(\.description).joined(separator: " ")) == Key.allCases)
        #expect(try Key.keys("CEN") == [.clear, .clearEntry, .sign])
    }

    @Test(arguments: [5, 12, 40]) func `the screen shows the display, the keys, and what is active`(rows: Int) throws {
        let calculator = Interpreter(Calculator())
        try calculator.start()
        try calculator.send(.digit(7))
        let tree = TextTree(calculator.vertices, active: calculator.configuration)
        let lines = Screen.lines(calculator.top.display, tree, rows: rows)
        #expect(lines.contains { $0.contains("7") && $0.contains("│") })
        #expect(lines.contains { $0.contains("Integer") })
        #expect(lines.contains { $0.contains("Negated") } == (rows == 40))
    }
}
