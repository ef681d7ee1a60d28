/// The figures as a table of at most 100 columns, printed line by line as they come in.
struct Table {
    static let head =
        cell("name", 13) + number("subject", 10) + number("median", 9) + number("floor", 10) + number("median", 9)
        + number("allocs", 8) + "  " + cell("goal", 19) + number("ratio", 8) + "  verdict"

    static func line(_ subject: Subject, _ figures: Figures) -> String {
        var line = cell(subject.name, 13)
        if let bytes = figures.bytes {
            line += number(Number.fixed(bytes.subject, 0) + " B", 10) + number("", 9)
            line += number(bytes.floor.map { Number.fixed($0, 0) + " B" } ?? "–", 10) + number("", 9)
        } else {
            line += number(time(Figures.least(figures.subject)), 10) + number(time(Figures.median(figures.subject)), 9)
            line += number(time(Figures.least(figures.floor)), 10) + number(time(Figures.median(figures.floor)), 9)
        }
        line += number(figures.allocations.map { Number.fixed($0, 2) } ?? "–", 8)
        line += "  " + cell(subject.goal.description, 19)
        line += number(subject.goal.seenRatio(figures).map { Number.fixed($0, 2) + " ×" } ?? "–", 8)
        return line + "  " + verdict(subject, figures)
    }

    /// Lines below the one of the subject: what has to be known to read it.
    static func remarks(_ subject: Subject, _ figures: Figures) -> [String] {
        var remarks: [String] = []
        if let remark = figures.remark { remarks.append(remark) }
        if figures.spread > 0.25 {
            remarks.append(
                "the median is \(Number.fixed(figures.spread * 100, 0)) % above the minimum: too restless for a ratio")
        }
        if subject.isSynchronous, let allocations = figures.allocations, allocations > 0 {
            remarks.append("allocates, and the goal is 0")
        }
        return remarks.map { cell("", 13) + "  ↳ " + $0 }
    }

    private static func verdict(_ subject: Subject, _ figures: Figures) -> String {
        subject.goal.isMet(by: figures) ? "met" : "missed"
    }

    private static func time(_ nanoseconds: Double?) -> String {
        guard let nanoseconds else { return "–" }
        if nanoseconds >= 1e8 { return Number.fixed(nanoseconds / 1e9, 2) + " s" }
        if nanoseconds >= 1e6 { return Number.fixed(nanoseconds / 1e6, 1) + " ms" }
        return Number.measured(nanoseconds)
    }

    private static func cell(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func number(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
