import Statecharts
import Testing

@Suite struct WhoIsAskedTests {
    private func asked(_ reacting: String...) throws -> (asked: [String], reacted: [String]) {
        let chart = Interview()
        let interpreter = Interpreter(chart)
        try interpreter.start()
        chart.notes = []
        try interpreter.send(reacting)
        return (chart.asked, chart.notes.map { String($0.dropFirst().split(separator: ".").last ?? "") })
    }

    @Test func `each leaf is asked in document order, then its superiors, an orthogonal state after all its regions`()
        throws
    {
        let (asked, reacted) = try asked()
        #expect(asked == ["A1", "A", "X1", "X", "Y1", "Y", "N", "B", "C1", "C", "Both", "M", "top"])
        #expect(reacted == [])
    }

    @Test func `a state that reacts keeps its superiors from being asked, other regions are asked all the same`() throws
    {
        let (asked, reacted) = try asked("A1", "C", "Both", "M")
        #expect(asked == ["A1", "X1", "X", "Y1", "Y", "N", "B", "C1", "C"])
        #expect(reacted == ["A1", "C"])
    }

    @Test func `an orthogonal state and those above it are asked only when none of its regions reacted`() throws {
        let (asked, reacted) = try asked("X1", "N", "B", "Both")
        #expect(asked == ["A1", "A", "X1", "Y1", "Y", "C1", "C"])
        #expect(reacted == ["X1"])
    }

    @Test func `a nested orthogonal state reacts for its region, and the outer one is not asked`() throws {
        let (asked, reacted) = try asked("N", "Both")
        #expect(asked == ["A1", "A", "X1", "X", "Y1", "Y", "N", "C1", "C"])
        #expect(reacted == ["N"])
    }

    @Test func `the top state is asked last`() throws {
        let (asked, reacted) = try asked("top")
        #expect(asked.last == "top")
        #expect(reacted == ["Interview"])
    }

    @Test func `no state is asked twice, whoever reacts`() throws {
        let names = ["A1", "A", "X1", "X", "Y1", "Y", "N", "B", "C1", "C", "Both", "M", "top"]
        let chart = Interview()
        let interpreter = Interpreter(chart)
        try interpreter.start()
        for choice in 0..<(1 << names.count) {
            chart.asked = []
            chart.notes = []
            let reacting = names.indices.filter { choice & (1 << $0) != 0 }.map { names[$0] }
            try interpreter.send(reacting)
            guard Set(chart.asked).count == chart.asked.count else {
                Issue.record("\(reacting): asked \(chart.asked)")
                return
            }
            // Who was asked and wanted to react has reacted, in document order, and nobody else.
            let reacted = chart.notes.map { String($0.dropFirst().split(separator: ".").last ?? "") }
            let expected = chart.asked.filter(reacting.contains).map { $0 == "top" ? "Interview" : $0 }
            guard reacted == expected else {
                Issue.record("\(reacting): asked \(chart.asked), reacted \(reacted)")
                return
            }
        }
    }
}
