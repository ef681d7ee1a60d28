/// The figures of growth as a table of at most 100 columns.
enum GrowthTable {
    static let head =
        cell("name", 22) + number("n", 8) + number("at n", 11) + number("10 n", 11) + number("100 n", 11)
        + number("exponents", 14)

    static let legend = """
        Processor time for one element at each size, and the exponents of growth between the sizes: 1 is linear,
        2 the square; ▲ above \(Number.short(GrowthFigures.bound)). – is left out, as it would take too long.
        """

    static func line(_ subject: GrowthSubject, _ figures: GrowthFigures) -> String {
        var line = cell(subject.name, 22) + number("\(subject.size)", 8)
        for place in 0..<3 {
            line += number(figures.points.count > place ? time(figures.points[place].perElement) : "–", 11)
        }
        let exponents = figures.exponents.map { Number.fixed($0, 2) }
        line += number(exponents.first ?? "–", 8) + number(exponents.count > 1 ? exponents[1] : "–", 6)
        return line + (figures.isSteep ? "  ▲" : "")
    }

    private static func time(_ nanoseconds: Double) -> String {
        if nanoseconds >= 1e9 { return Number.fixed(nanoseconds / 1e9, 2) + " s" }
        if nanoseconds >= 1e6 { return Number.fixed(nanoseconds / 1e6, 1) + " ms" }
        if nanoseconds >= 1e4 { return Number.fixed(nanoseconds / 1e3, 1) + " µs" }
        return Number.measured(nanoseconds) + " ns"
    }

    private static func cell(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func number(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(1, width - text.count)) + text
    }
}
