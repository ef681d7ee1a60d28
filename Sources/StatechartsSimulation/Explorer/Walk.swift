import Statecharts

/// Goes through all situations of a chart, breadth first.
struct Walk<Top: Statechart> {
    private let explorer: Explorer<Top>
    private let oracles: [Oracle<Top>]
    private var driver: Driver<Top>
    private let places: Bool
    private var placements: [Int32: Placement] = [:]
    private var memories: [Int32: [Any?]] = [:]
    /// Numbers for values that tell situations apart.
    private let numbers = Numbers()
    private(set) var found = Found<Top.Event>()
    private var row: ContiguousArray<Int32> = []
    /// The situation that the chart is in; -1 if that is not known.
    private var position: Int32 = -1
    private let started = ContinuousClock.now
    private var wentWrong: Set<String> = []

    private final class Numbers {
        var known: [AnyHashable: Int32] = [:]
        func number(_ value: AnyHashable) -> Int32 {
            if let number = known[value] { return number }
            let number = Int32(known.count)
            known[value] = number
            return number
        }
    }

    init(_ explorer: Explorer<Top>) async throws {
        self.explorer = explorer
        oracles = explorer.oracles.map { $0() }
        driver = Driver(explorer)
        driver.record()
        try await driver.chart.start()
        switch explorer.returning {
        case .automatic:
            found.isReplayed = driver.chart.obstacle
            places = found.isReplayed == nil
        case .placing: places = true
        case .replaying:
            places = false
            found.isReplayed = "as was asked for"
        }
        found.vertices = driver.chart.interpreter.vertices
        found.graph = ChartGraph(found.vertices)
        found.isReached = ContiguousArray(repeating: false, count: found.vertices.count)
        for (stimulus, _) in explorer.samples.events { _ = found.number(of: stimulus) }
        for oracle in oracles {
            if let problem = try await oracle.begin(driver.chart) { violation(oracle.name, -1, problem) }
        }
        note(driver.records.steps, stimulus: nil, edge: -1)
        noteFailure(edge: -1)
        arrive(over: -1, depth: 0)
    }

    mutating func run() async throws {
        var situation: Int32 = 0
        while Int(situation) < found.situations.count, found.limit == nil {
            if found.depths[Int(situation)] >= explorer.limits.depth {
                found.limit = "the limit of \(explorer.limits.depth) steps"
            } else if situation & 255 == 0, Task.isCancelled {
                found.limit = "the task was cancelled"
            } else if situation & 255 == 0, let duration = explorer.limits.duration, .now - started > duration {
                found.limit = "the limit of \(duration)"
            } else {
                try await expand(situation)
                situation += 1
            }
        }
        found.duration = .now - started
    }

    /// Tries everything that can happen in a situation.
    private mutating func expand(_ situation: Int32) async throws {
        found.firstEdges.append(found.targets.count)
        guard !found.hasEnded[Int(situation)] else { return }
        try await goTo(situation)
        let asked = driver.chart.activeHandlers()
        let occasions = driver.occasions()
        for number in 0..<Int32(explorer.samples.events.count) {
            try await goTo(situation)
            driver.records.steps.removeAll(keepingCapacity: true)
            await driver.event(explorer.samples.events[Int(number)].event)
            await take(number, from: situation, asked)
        }
        for stimulus in occasions {
            try await goTo(situation)
            let number = found.number(of: stimulus)
            noteTimer(stimulus, number)
            driver.records.steps.removeAll(keepingCapacity: true)
            guard await driver.perform(stimulus) else { continue }
            await take(number, from: situation, asked)
            // The records hold the question, and with it the reply.
            driver.records.steps.removeAll(keepingCapacity: true)
            if let probe = driver.probe { noteFate(of: probe, number) }
        }
    }

    /// Brings the chart to a situation.
    private mutating func goTo(_ situation: Int32) async throws {
        if position == situation { return }
        if places {
            driver.chart.place(at: found.situations[situation], placements[situation])
        } else {
            try await replay(to: situation)
        }
        for (oracle, memory) in zip(oracles, memories[situation] ?? []) { oracle.comeBack(to: memory) }
        position = situation
    }

    private mutating func replay(to situation: Int32) async throws {
        driver = Driver(explorer)
        try await driver.chart.start()
        for edge in found.path(to: Int(situation)) {
            _ = await driver.perform(found.stimuli[Int(found.stimuliOfEdges[edge])])
        }
        driver.record()
        guard found.disagreement == nil else { return }
        describe(withOracles: false)
        let expected = found.situations[situation]
        if !row.elementsEqual(expected.prefix(row.count)) {
            let now = driver.chart.interpreter.configuration
            found.disagreement = .init(
                edge: found.reachedBy[Int(situation)],
                message: "the same events led to \(found.configurations[Int(situation)]) first and to \(now) later")
        }
    }

    // MARK: Noting

    /// Notes what has happened, and where the chart is now.
    private mutating func take(_ stimulus: Int32, from situation: Int32, _ asked: [Int32]) async {
        let edge = found.targets.count
        let steps = driver.records.steps
        found.sources.append(situation)
        found.stimuliOfEdges.append(stimulus)
        found.outcomes.append(Found<Top.Event>.code(steps.first?.outcome ?? .unhandled))
        found.targets.append(situation)
        found.shapes.append(note(steps, stimulus: stimulus, edge: edge, asked))
        for oracle in oracles {
            if let problem = await oracle.follow(steps, driver.chart) { violation(oracle.name, edge, problem) }
        }
        noteFailure(edge: edge)
        let isSame = arrive(over: edge, depth: found.depths[Int(situation)] + 1) == situation
        // Where data are looked at through a fingerprint, an equal situation may have others.
        position = isSame && places && explorer.fingerprint == nil ? situation : -1
    }

    private mutating func describe(withOracles: Bool = true) {
        row.removeAll(keepingCapacity: true)
        let numbers = numbers
        driver.chart.describe(
            &row, timesMatter: explorer.timers == .earliest, dataMatter: explorer.fingerprint == nil,
            number: { numbers.number($0) })
        if let fingerprint = explorer.fingerprint, driver.chart.isRunning {
            row.append(-20)
            row.append(numbers.number(fingerprint(driver.chart.top)))
        }
        guard withOracles else { return }
        for oracle in oracles { oracle.describe(&row) { numbers.number($0) } }
    }

    /// Notes the situation that the chart is in now. Answers its number.
    @discardableResult
    private mutating func arrive(over edge: Int, depth: Int32) -> Int32 {
        describe()
        let (number, isNew) = found.situations.number(of: row)
        if edge >= 0 { found.targets[edge] = number }
        guard isNew else { return number }
        let configuration = driver.chart.interpreter.configuration
        found.reachedBy.append(edge)
        found.depths.append(depth)
        found.configurations.append(configuration)
        found.hasEnded.append(!driver.chart.isRunning)
        var mask: UInt64 = 0
        if driver.chart.isRunning {
            for (position, condition) in explorer.conditions.enumerated() where condition.holds(driver.chart.top) {
                mask |= 1 << UInt64(position)
            }
        }
        found.conditions.append(mask)
        for state in configuration.states { found.isReached[Int(state.number)] = true }
        if places, let placement = driver.chart.placement() { placements[number] = placement }
        if !oracles.isEmpty { memories[number] = oracles.map { $0.save() } }
        if found.situations.count >= explorer.limits.configurations {
            found.limit = "the limit of \(explorer.limits.configurations) configurations"
        }
        return number
    }

    private mutating func violation(_ oracle: String, _ edge: Int, _ message: String) {
        if wentWrong.insert(oracle).inserted { found.violations.append((oracle, .init(edge: edge, message: message))) }
    }

    private mutating func noteFailure(edge: Int) {
        guard let failure = driver.chart.interpreter.failure else { return }
        let key = "\(failure.code.rawValue) \(failure.path)"
        if found.failures.contains(where: { $0.key == key }) { return }
        found.failures.append((key, .init(edge: edge, message: "\(failure)")))
    }

    private mutating func noteFate(of probe: ReplyProbe, _ question: Int32) {
        guard case .dropped = probe.fate, !found.unanswered.contains(where: { $0.question == question }) else { return }
        found.unanswered.append(
            (question, .init(edge: found.targets.count - 1, message: "the reply was dropped without an answer")))
    }

    private mutating func noteTimer(_ stimulus: Stimulus, _ number: Int32) {
        guard stimulus.kind == .timer, found.timers[number] == nil else { return }
        guard let timer = driver.chart.timers.first(where: { Driver<Top>.stimulus($0) == stimulus }) else { return }
        found.timers[number] = (timer.interval, timer.repeats)
    }

    /// Notes the transitions of steps. Answers the number of their row.
    @discardableResult
    private mutating func note(
        _ steps: [Macrostep<Top.Event>], stimulus: Int32?, edge: Int, _ asked: [Int32] = []
    ) -> Int32 {
        var shape: ContiguousArray<Int32> = []
        for (place, step) in steps.enumerated() {
            var own = stimulus ?? TriggerCode.start
            if place > 0, stimulus != nil {
                own = found.number(of: Stimulus(kind: .event, place: "", text: Self.text(of: step.trigger)))
            }
            if let stimulus, place == 0 {
                noteAnswer(step, stimulus, asked)
                noteEvent(step, stimulus)
            }
            for microstep in step.microsteps {
                let trigger = code(of: microstep.trigger, own)
                for transition in microstep.transitions { shape.append(number(of: transition, trigger, false, edge)) }
                for transition in microstep.preempted { shape.append(number(of: transition, trigger, true, edge)) }
                for entry in microstep.entries { found.isReached[Int(entry.number)] = true }
            }
        }
        return found.shapeRows.number(of: shape).number
    }

    private mutating func number(
        of transition: Microstep.Transition, _ trigger: Int32, _ isPreempted: Bool, _ edge: Int
    ) -> Int32 {
        row.removeAll(keepingCapacity: true)
        row.append(trigger)
        row.append(transition.source.number)
        switch transition.kind {
        case .external: row.append(0)
        case .local: row.append(1)
        case .internal: row.append(2)
        }
        row.append(isPreempted ? 1 : 0)
        row.append(transition.guardText.map { found.number(of: $0) } ?? -1)
        for target in transition.targets { row.append(target.number) }
        found.isReached[Int(transition.source.number)] = true
        let (number, isNew) = found.transitions.number(of: row)
        if isNew {
            found.counts.append(0)
            found.firstSeen.append(edge)
        }
        found.counts[Int(number)] += 1
        return number
    }

    private mutating func noteEvent(_ step: Macrostep<Top.Event>, _ stimulus: Int32) {
        guard found.stimuli[Int(stimulus)].kind != .event, found.eventNames[stimulus] == nil else { return }
        switch step.trigger {
        case .event, .eventInside: found.eventNames[stimulus] = ChartGraph.eventName(Self.text(of: step.trigger))
        case .start, .recalled, .activity, .recalledInside, .changed, .stop: break
        }
    }

    /// Notes who was asked about a stimulus and did not react.
    private mutating func noteAnswer(_ step: Macrostep<Top.Event>, _ stimulus: Int32, _ asked: [Int32]) {
        switch step.outcome {
        case .handled: found.accepted[Int(stimulus)] += 1
        case .deferred: found.deferred[Int(stimulus)] += 1
        case .unhandled, .finished: break
        }
        guard step.outcome != .deferred, !asked.isEmpty else { return }
        var reacted: [(first: Int32, end: Int32)] = []
        if let first = step.microsteps.first, case .event = first.trigger {
            for transition in first.transitions { reacted.append((transition.source.number, transition.source.end)) }
            for transition in first.preempted { reacted.append((transition.source.number, transition.source.end)) }
        }
        for state in asked {
            // A state is asked if nobody inside it has reacted.
            let isAsked = !reacted.contains { reacting in reacting.first >= state && isInside(reacting.first, state) }
            if isAsked { found.declined[Int(stimulus)][Int(state)] += 1 }
        }
    }

    private func isInside(_ vertex: Int32, _ state: Int32) -> Bool { vertex < found.vertices[Int(state)].end }

    private mutating func code(of trigger: Microstep.Trigger, _ own: Int32) -> Int32 {
        switch trigger {
        case .event: own
        case .start: TriggerCode.start
        case .finish: TriggerCode.finish
        case .eventless: TriggerCode.eventless
        case .completion: TriggerCode.completion
        case .choice: TriggerCode.choice
        case .raised(let text): TriggerCode.raised(found.number(of: text))
        case .failure(_, let text): TriggerCode.failure(found.number(of: text))
        }
    }

    private static func text(of trigger: Macrostep<Top.Event>.Trigger) -> String {
        switch trigger {
        case .event(let event), .recalled(let event): "\(event)"
        case .start, .eventInside, .activity, .recalledInside, .changed, .stop: "\(trigger)"
        }
    }
}
