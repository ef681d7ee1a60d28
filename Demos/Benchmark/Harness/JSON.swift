/// The figures for programs: one array of objects.
enum JSON {
    static func array(_ results: [(Subject, Figures)]) -> String {
        guard !results.isEmpty else { return "[]" }
        return "[\n" + results.map { "  " + object($0, $1) }.joined(separator: ",\n") + "\n]"
    }

    private static func object(_ subject: Subject, _ figures: Figures) -> String {
        var members = [
            ("name", string(subject.name)),
            ("subject_ns", number(Figures.least(figures.subject))),
            ("floor_ns", number(Figures.least(figures.floor))),
            ("ratio", number(subject.goal.seenRatio(figures))),
            ("goal", string(subject.goal.description)),
            ("allocations", number(figures.allocations)),
        ]
        if let bytes = figures.bytes {
            members.append(("bytes", number(bytes.subject)))
            members.append(("floor_bytes", number(bytes.floor)))
        }
        members.append(("subject_median_ns", number(Figures.median(figures.subject))))
        members.append(("floor_median_ns", number(Figures.median(figures.floor))))
        members.append(("met", subject.goal.isMet(by: figures) ? "true" : "false"))
        return "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }

    private static func number(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "null" }
        return Number.fixed(value, 3)
    }

    private static func string(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}
