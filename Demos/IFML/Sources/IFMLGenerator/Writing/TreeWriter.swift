/// Prints the chart of an application as a tree: initial states have a `*`, regions a `||`.
public enum TreeWriter {
    /// One line for each state. Pseudostates are not among them.
    public static func text(_ app: AppModel) -> String {
        lines(app.chart, isInitial: true, isRegion: false).joined(separator: "\n") + "\n"
    }

    private static func lines(_ state: AppModel.State, isInitial: Bool, isRegion: Bool) -> [String] {
        let mark = isRegion ? " ||" : isInitial ? " *" : ""
        let name = state.typeName + mark
        return [name]
            + state.children.enumerated().flatMap { index, child in
                lines(child, isInitial: index == state.initial, isRegion: state.isOrthogonal).map { "  \($0)" }
            }
    }
}
