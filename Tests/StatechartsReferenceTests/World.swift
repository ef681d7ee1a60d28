/// The data of a chart and the log of what ran: shared code, because it is the chart's content and not its interpretation.
struct World {
    enum Method: String {
        case handle, always, completed, failed, branch
        case entry, exit, effect

        /// Whether it decides, rather than acts.
        var isQuestion: Bool {
            switch self {
            case .handle, .always, .completed, .failed, .branch: true
            case .entry, .exit, .effect: false
            }
        }
    }

    struct Line: Equatable, CustomStringConvertible {
        let method: Method
        let vertex: Int
        /// The rule whose effect ran; 0 otherwise.
        let rule: Int
        let counter: Int
        let probe: Bool
        var description: String { "\(method) v\(vertex)/\(rule) counter \(counter) probe \(probe)" }
    }

    /// What an action wants done.
    struct Demand {
        var raise: Int?
        var post: Int?
        var fails = false
    }

    var counter = 0
    var log: [Line] = []
    private var raisesLeft = 0
    private var postsLeft = 0

    /// Bounds what one operation can raise and post, so that every run ends.
    mutating func beginOperation() {
        raisesLeft = 6
        postsLeft = 2
        log.removeAll(keepingCapacity: true)
    }

    func holds(_ condition: ChartSpec.Condition, _ isActive: (Int) -> Bool) -> Bool {
        switch condition {
        case .always: true
        case .counter(let modulus, let equals): counter % modulus == equals
        case .active(let state): isActive(state)
        case .inactive(let state): !isActive(state)
        }
    }

    /// The first rule that holds, as a handler would write it down.
    mutating func decide(
        _ method: Method, _ vertex: Int, _ rules: [ChartSpec.Rule], event: Int = -1, isActive: (Int) -> Bool
    ) -> Int? {
        // Who has no rules of a kind does not override the method.
        if rules.isEmpty { return nil }
        log.append(Line(method: method, vertex: vertex, rule: 0, counter: counter, probe: false))
        for (position, rule) in rules.enumerated() where rule.event == event {
            if holds(rule.condition, isActive) { return position }
        }
        return nil
    }

    mutating func perform(
        _ action: ChartSpec.Action, _ method: Method, _ vertex: Int, rule: Int = 0, isActive: (Int) -> Bool
    ) -> Demand {
        log.append(
            Line(method: method, vertex: vertex, rule: rule, counter: counter, probe: isActive(action.probe)))
        var demand = Demand()
        if let event = action.raise, raisesLeft > 0 {
            raisesLeft -= 1
            demand.raise = event
        }
        if let event = action.post, postsLeft > 0 {
            postsLeft -= 1
            demand.post = event
        }
        if let fault = action.fault { demand.fails = holds(fault, isActive) }
        counter += action.add
        return demand
    }
}

/// What throwing actions throw.
struct Fault: Error, CustomStringConvertible {
    let vertex: Int
    var description: String { "fault \(vertex)" }
}
