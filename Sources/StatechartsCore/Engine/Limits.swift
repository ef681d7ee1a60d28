/// How much may follow one event before a step counts as one that would never end.
struct Limits: Equatable {
    /// Transitions without an event in a row.
    var eventless = 1_000
    /// Raised events in one step.
    var raised = 10_000

    /// Of so many of the last raised events it is noted what they were.
    static let trail = 500

    /// The shortest run that repeats itself at the end; the last few if none does.
    static func cycle<Step: Equatable>(of steps: [Step]) -> ArraySlice<Step> {
        let period = (1...max(1, steps.count / 2)).first { length in
            steps.suffix(length) == steps.dropLast(length).suffix(length)
        }
        return steps.suffix(period ?? min(8, steps.count))
    }
}
