import Statecharts

/// What has to come about along the paths of a chart, by the numbers of conditions.
struct Temporal {
    enum Shape {
        /// From the start the condition comes about, whatever happens.
        case eventually(Int)
        /// From every situation with the first one the second one comes about, whatever happens.
        case leadsTo(Int, Int)
        /// The first one holds until the second one does, which comes about.
        case until(Int, Int)
        /// From every situation there is a way to it.
        case possible(Int)
    }

    let name: String
    let shape: Shape
}

/// Looks for one of them on a single path, of which the end is not known.
struct TemporalWatch {
    let temporal: Temporal
    /// Whether something is still to come about.
    private(set) var isOpen = false
    /// Whether nothing of it can be violated any more.
    private var isOver = false

    init(_ temporal: Temporal) { self.temporal = temporal }

    /// The chart has started, or has taken a step. Answers what is wrong.
    mutating func look(hasEnded: Bool, _ holds: (Int) -> Bool) -> String? {
        guard !isOver else { return nil }
        var message = "the path ends without it"
        switch temporal.shape {
        case .eventually(let end):
            isOpen = !holds(end)
            isOver = !isOpen
        case .leadsTo(let condition, let end):
            isOpen = !holds(end) && (isOpen || holds(condition))
        case .until(let condition, let end):
            isOpen = !holds(end)
            isOver = !isOpen
            if isOpen, !holds(condition) { return "it does not hold that long" }
        case .possible(let condition):
            isOpen = !holds(condition)
            message = "from here it never comes about"
        }
        return isOpen && hasEnded ? message : nil
    }
}

/// Something that follows within a number of steps.
final class Deadline<Top: Statechart>: Oracle<Top> {
    /// When it begins; `nil` for the start only.
    private let condition: Condition<Top>?
    /// What has to hold as long as it is waited for.
    private let meanwhile: Condition<Top>?
    private let end: Condition<Top>
    private let most: Int
    /// How many steps are left; `nil` while nothing is expected.
    private var left: Int?

    init(
        _ name: String, from condition: Condition<Top>?, while meanwhile: Condition<Top>? = nil, _ end: Condition<Top>,
        _ most: Int
    ) {
        self.condition = condition
        self.meanwhile = meanwhile
        self.end = end
        self.most = most
        super.init("\(name) within \(most)")
    }

    override func begin(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async throws -> String? {
        left = condition == nil && !end.holds(in: chart) ? most : nil
        return look(chart)
    }

    override func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? {
        if let left {
            if end.holds(in: chart) {
                self.left = nil
            } else if left <= 1 {
                self.left = nil
                return "\(CountText.of(most, "step has", "steps have")) passed without it"
            } else {
                self.left = left - 1
            }
        }
        return look(chart)
    }

    private func look(_ chart: Simulation<Top>) -> String? {
        if left == nil, let condition, condition.holds(in: chart), !end.holds(in: chart) { left = most }
        guard left != nil else { return nil }
        if let meanwhile, !meanwhile.holds(in: chart) {
            left = nil
            return "it does not hold that long"
        }
        if !chart.isRunning {
            left = nil
            return "the path ends without it"
        }
        return nil
    }

    override func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32) {
        words.append(Int32(clamping: left ?? -1))
    }
    override func save() -> Any? { left as Any }
    override func comeBack(to saved: Any?) async { left = saved as? Int }
    override var isUndecided: Bool { left != nil }
    override func isUndecided(_ saved: Any?) -> Bool { saved is Int }
}
