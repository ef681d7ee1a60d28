package import Statecharts

/// A chart that is driven by stimuli, with a record of what it does.
struct Driver<Top: Statechart> {
    /// Where the records go.
    final class Records {
        var steps: [Macrostep<Top.Event>] = []
    }

    let samples: Samples<Top>
    let chart: Simulation<Top>
    let records = Records()
    /// The reply to the last question.
    private(set) var probe: ReplyProbe?
    private let timers: Explorer<Top>.TimerOrder

    init(_ explorer: Explorer<Top>) {
        self.init(explorer, explorer.simulation())
    }

    init(_ explorer: Explorer<Top>, _ chart: Simulation<Top>) {
        samples = explorer.samples
        timers = explorer.timers
        self.chart = chart
    }

    func record() {
        let records = records
        chart.onStep = { records.steps.append($0) }
    }

    /// What can happen now besides the events that always can.
    func occasions() -> [Stimulus] {
        var occasions: [Stimulus] = []
        if !samples.generators.isEmpty { occasions += samples.generated(chart.top).map(\.stimulus) }
        occasions += samples.messages.map(\.stimulus)
        for (number, question) in samples.questions.enumerated() {
            let text = "\(question().0)".prefix { $0 != "(" }
            occasions.append(Stimulus(kind: .question, place: "", text: "\(text) \(number + 1)"))
        }
        switch timers {
        case .none: break
        case .earliest: if chart.hasTimers, let first = chart.timers.first { occasions.append(Self.stimulus(first)) }
        case .any: if chart.hasTimers { occasions += chart.timers.map(Self.stimulus) }
        }
        for activity in chart.activities {
            for (text, _) in samples.outcomes(of: activity) { occasions.append(stimulus(activity, text)) }
        }
        var seen: Set<Stimulus> = []
        return occasions.filter { seen.insert($0).inserted }
    }

    static func stimulus(_ timer: SimulatedTimer) -> Stimulus {
        Stimulus(kind: .timer, place: timer.state.path, text: ValueText.of(timer.event))
    }

    private func stimulus(_ activity: SimulatedActivity, _ text: String) -> Stimulus {
        Stimulus(kind: .activity, place: chart.state(of: activity)?.path ?? "", work: activity.label, text: text)
    }

    /// What a text stands for where the chart is. Work of a state may be called by its outcome alone: the first that can
    /// go on so is meant.
    func stimulus(_ text: String) -> Stimulus? {
        let occasions = occasions()
        if let occasion = occasions.first(where: { $0.description == text }) { return occasion }
        let told = Stimulus(line: text)
        let isMeant = { (one: Stimulus) in one.kind == told.kind && one.place == told.place && one.text == told.text }
        return told.kind == .activity ? occasions.first(where: isMeant) : told
    }

    func event(_ event: Top.Event) async {
        if let suspension = chart.sendAtOnce(event) { await chart.goOn(from: suspension) }
    }

    /// Lets something happen. Answers `false` if it cannot.
    mutating func perform(_ stimulus: Stimulus) async -> Bool {
        probe = nil
        guard chart.isRunning else { return false }
        switch stimulus.kind {
        case .event:
            let known = samples.events.first { $0.stimulus == stimulus }
            guard let sample = known ?? samples.generated(chart.top).first(where: { $0.stimulus == stimulus }) else {
                return false
            }
            await self.event(sample.event)
        case .message:
            guard let message = samples.messages.first(where: { $0.stimulus == stimulus }) else { return false }
            message.send(chart.top)
            await chart.settle()
        case .question:
            let number = stimulus.text.split(separator: " ").last.flatMap { Int($0) } ?? 0
            guard samples.questions.indices.contains(number - 1) else { return false }
            probe = await ask(samples.questions[number - 1])
        case .timer:
            guard let timer = chart.timers.first(where: { Self.stimulus($0) == stimulus }) else { return false }
            return await chart.fire(timer, movingTime: timers == .earliest)
        case .activity:
            for activity in chart.activities {
                for (text, outcome) in samples.outcomes(of: activity) where self.stimulus(activity, text) == stimulus {
                    if let outcome { return await chart.goOn(activity, with: outcome) }
                    return await perform(activity)
                }
            }
            return false
        }
        return true
    }

    /// Really does work. Answers whether it has ended.
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
}

extension Explorer {
    /// A new chart, which tells what waits for ever as the explorer says.
    func simulation() -> Simulation<Top> {
        guard let onUnendingWait else { return Simulation(makeChart(), patience: patience) }
        return Simulation(makeChart(), patience: patience, onUnendingWait: onUnendingWait)
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
