package import Statecharts

/// A chart that is driven by stimuli, with a record of what it does.
struct Driver<Top: Statechart> {
    /// Where the records go.
    final class Records {
        var steps: [Macrostep<Top.Event>] = []
    }

    let samples: Samples<Top>
    /// What is said of the child machines that run beside the chart, by the classes of their charts.
    private let children: [ObjectIdentifier: any ChildExplorer]
    let chart: Simulation<Top>
    let records = Records()
    /// The questions whose replies somebody holds.
    private var openQuestions: [(question: Stimulus, probe: ReplyProbe)] = []
    private let timers: NextTimers
    /// Who looks at the child machines of a new chart, if that was said.
    let childOracles: ChildOracles?

    /// - Parameters:
    ///   - chart: the chart that is driven; a new one without this.
    ///   - timers: which of them can be next; as the explorer says without this.
    init(_ explorer: Explorer<Top>, _ chart: Simulation<Top>? = nil, timers: NextTimers? = nil) {
        samples = explorer.samples
        children = explorer.children
        self.timers = timers ?? explorer.timers.next
        self.chart = chart ?? explorer.simulation()
        childOracles = chart == nil ? explorer.childOracles(of: self.chart) : nil
    }

    func record() {
        let records = records
        chart.onStep = { records.steps.append($0) }
    }

    /// What can happen now besides the events that always can.
    func occasions() -> [Stimulus] {
        var occasions = samples.generated(chart.top).map(\.stimulus)
        occasions += samples.messages.filter { $0.isPossible(chart) }.map(\.stimulus)
        for (number, question) in samples.questions.enumerated() {
            let text = ChartGraph.eventName(ValueText.of(question().0))
            occasions.append(Stimulus(kind: .question, place: "", text: "\(text) \(number + 1)"))
        }
        switch timers {
        case .none: break
        case .earliest:
            if let first = chart.firstTimer, chart.isNext(first.deadline) { occasions.append(Self.stimulus(first)) }
        case .any: if chart.hasTimers { occasions += armedTimers.map(\.stimulus) }
        }
        for activity in chart.activities {
            for (text, _) in samples.outcomes(of: activity) { occasions.append(stimulus(activity, text)) }
        }
        if chart.isStepwise { occasions += occasionsOfChildren() }
        var seen: Set<Stimulus> = []
        return occasions.filter { seen.insert($0).inserted }
    }

    /// What waits for the chart is taken, or a child machine goes on.
    private func occasionsOfChildren() -> [Stimulus] {
        var occasions = [delivery].compactMap(\.self)
        for child in chart.children {
            let own = children[ObjectIdentifier(child.chart)]?.occasions(of: child, timers) ?? []
            occasions += own.map { Stimulus(kind: .child, place: child.path, text: $0) }
        }
        return occasions
    }

    private var delivery: Stimulus? {
        chart.nextMail.map { Stimulus(kind: .delivery, place: $0.child, text: $0.text) }
    }

    private static func stimulus(_ timer: SimulatedTimer, _ same: Int = 0) -> Stimulus {
        let text = Samples<Top>.numbered(ValueText.of(timer.event), same)
        return Stimulus(kind: .timer, place: timer.state.path, text: text)
    }

    /// The armed timers in the order of their deadlines; those of a state that have the same text are numbered.
    var armedTimers: [(stimulus: Stimulus, timer: SimulatedTimer)] {
        var counts: [Stimulus: Int] = [:]
        return chart.timers.map { timer in
            let same = counts[Self.stimulus(timer), default: 0]
            counts[Self.stimulus(timer)] = same + 1
            return (Self.stimulus(timer, same), timer)
        }
    }

    private func stimulus(_ activity: SimulatedActivity, _ text: String) -> Stimulus {
        Stimulus(kind: .activity, place: chart.state(of: activity)?.path ?? "", work: activity.label, text: text)
    }

    /// What a text stands for where the chart is. Work of a state may be called by its outcome alone: the first that
    /// can go on so is meant.
    func stimulus(_ text: String) -> Stimulus? {
        let occasions = occasions()
        if let occasion = occasions.first(where: { $0.description == text }) { return occasion }
        let told = Stimulus(line: text)
        let isMeant = { (one: Stimulus) in one.kind == told.kind && one.place == told.place && one.text == told.text }
        return told.kind == .activity ? occasions.first(where: isMeant) : told
    }

    func event(_ event: Top.Event) async {
        if let suspension = chart.sendAtOnce(event) { await chart.goOn(from: suspension) }
        await childOracles?.look()
    }

    /// Lets something happen. Answers `false` if it cannot.
    mutating func perform(_ stimulus: Stimulus) async -> Bool {
        guard await go(stimulus) else { return false }
        await childOracles?.look()
        return true
    }

    private mutating func go(_ stimulus: Stimulus) async -> Bool {
        guard chart.isRunning else { return false }
        switch stimulus.kind {
        case .event:
            let known = samples.events.first { $0.stimulus == stimulus }
            guard let sample = known ?? samples.generated(chart.top).first(where: { $0.stimulus == stimulus }) else {
                return false
            }
            await self.event(sample.event)
        case .message:
            guard let message = samples.messages.first(where: { $0.stimulus == stimulus }), message.isPossible(chart)
            else { return false }
            await chart.receive { message.send(chart.top) }
        case .question:
            let number = stimulus.text.split(separator: " ").last.flatMap { Int($0) } ?? 0
            guard samples.questions.indices.contains(number - 1) else { return false }
            let probe = await ask(samples.questions[number - 1])
            openQuestions.append((stimulus, probe))
        case .timer:
            guard let timer = armedTimers.first(where: { $0.stimulus == stimulus })?.timer else { return false }
            return await chart.fire(timer, movingTime: timers == .earliest)
        case .activity:
            for activity in chart.activities {
                for (text, outcome) in samples.outcomes(of: activity) where self.stimulus(activity, text) == stimulus {
                    if let outcome { return await chart.goOn(activity, with: outcome) }
                    return await perform(activity)
                }
            }
            return false
        case .delivery:
            guard delivery == stimulus else { return false }
            return await chart.takeNext()
        case .child:
            guard let child = chart.children.first(where: { $0.path == stimulus.place }) else { return false }
            return await children[ObjectIdentifier(child.chart)]?.perform(stimulus.text, in: child, timers) ?? false
        }
        return true
    }

    /// Really does work. Answers `false` if it cannot be done, or does not end.
    private func perform(_ activity: SimulatedActivity) async -> Bool {
        switch await chart.perform(activity) {
        case .done: return true
        case .impossible: return false
        case .unending:
            chart.onUnendingWait(chart.unendingText(activity))
            return false
        }
    }

    /// Sends a question. The event is gone afterwards, so that the probe tells whether the chart still has the reply.
    private func ask(_ question: () -> (Top.Event, ReplyProbe)) async -> ReplyProbe {
        let (event, probe) = question()
        await self.event(event)
        return probe
    }

    /// Whether a question may have no answer yet.
    var hasOpenQuestions: Bool { !openQuestions.isEmpty }

    /// The questions whose replies have gone without an answer since this was asked last. Records of steps, which hold
    /// events and with them replies, are to be let go of before.
    mutating func takeDroppedQuestions() -> [Stimulus] {
        var dropped: [Stimulus] = []
        openQuestions.removeAll { question, probe in
            switch probe.fate {
            case .kept: return false
            case .answered, .failed: return true
            case .dropped:
                dropped.append(question)
                return true
            }
        }
        return dropped
    }
}

extension Explorer {
    /// A new chart, which tells what waits for ever as the explorer says.
    func simulation() -> Simulation<Top> {
        let tell = onUnendingWait ?? { trap($0, "or give it more patience") }
        let chart = Simulation(makeChart(), patience: patience, onUnendingWait: tell, world: world(patience, tell))
        chart.expectedOutcomes = { [samples] in samples.outcomes(of: $0).compactMap(\.outcome) }
        return chart
    }

    /// Where the child machines run of which something was said; `nil` if none do.
    package func world(
        _ patience: Duration, _ onUnendingWait: @escaping @Sendable (String) -> Void
    ) -> SimulatedWorld? {
        if children.isEmpty { return nil }
        return SimulatedWorld(running: chartsThatRun, patience: patience, onUnendingWait: onUnendingWait)
    }

    /// Lets something happen to a chart that the text of a stimulus describes. Answers `false` if it cannot.
    package func perform(_ stimulus: String, on chart: Simulation<Top>) async -> Bool {
        var driver = Driver(self, chart)
        guard let stimulus = driver.stimulus(stimulus) else { return false }
        return await driver.perform(stimulus)
    }

    /// What can happen to a chart where it is now, as text.
    package func possible(on chart: Simulation<Top>) -> [String] {
        guard chart.isRunning else { return [] }
        return samples.events.map(\.stimulus.description) + Driver(self, chart).occasions().map(\.description)
    }
}
