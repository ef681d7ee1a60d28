import Statecharts

/// A chart that is fed with the other's steps and must not get into a state that says that something is wrong.
final class Helper<Top: Statechart, Watch: Statechart>: Oracle<Top> {
    private let make: () -> Watch
    private let events: (Macrostep<Top.Event>, Top) -> [Watch.Event]
    private let failing: (Watch) -> Bool
    /// The helper, from ``begin(_:_:)`` on, and its data that nothing else tells apart.
    private var watch: Simulation<Watch>?
    private var data: HiddenData?
    private let reader = ValueReader()
    private var opaqueData: [String: String] = [:]
    /// Makes a helper as new as the first one.
    private var remake: () -> Simulation<Watch>? = { nil }
    /// Whether it cannot be put back: then a new one takes all events of the path.
    private var takesAgain = false
    /// The events of all paths: each with the place of the one before it, -1 for none.
    private var past: [(event: Watch.Event, before: Int)] = []
    /// The place of the last one on the present path, and the events since.
    private var last = -1
    private var since: [Watch.Event] = []

    init(
        _ name: String, _ make: @escaping () -> Watch,
        _ events: @escaping (Macrostep<Top.Event>, Top) -> [Watch.Event], failing: @escaping (Watch) -> Bool
    ) {
        self.make = make
        self.events = events
        self.failing = failing
        super.init(name)
    }

    override func begin(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async throws -> String? {
        let name = name, tell = chart.onUnendingWait, patience = chart.patience, make = make
        remake = { Simulation(make(), patience: patience) { tell("in the helper chart '\(name)': \($0)") } }
        watch = remake()
        try await watch?.start()
        data = watch?.hiddenData(dataMatter: true)
        takesAgain = watch?.obstacle != nil
        if let verdict { return verdict }
        return await follow(steps, chart)
    }

    override func follow(_ steps: [Macrostep<Top.Event>], _ chart: Simulation<Top>) async -> String? {
        for step in steps {
            for event in events(step, chart.top) {
                since.append(event)
                _ = await watch?.send(event)
                if let verdict { return verdict }
            }
        }
        return nil
    }

    private var verdict: String? {
        guard let watch else { return nil }
        if let failure = watch.interpreter.failure { return "the helper chart failed: \(failure)" }
        return failing(watch.top) ? "the helper chart is in \(watch.interpreter.configuration)" : nil
    }

    // MARK: What it remembers

    override func describe(_ words: inout ContiguousArray<Int32>, number: (AnyHashable) -> Int32) {
        guard let watch else { return }
        watch.describe(&words, timesMatter: true, dataMatter: true, number: number)
        // Nobody notices where two situations of a helper were taken for one: so all that it has counts.
        guard let data else { return }
        let values = watch.read(data, with: reader) { item, what in opaqueData[data.items[item].name] = what }
        for value in values { words.append(value.map(number) ?? -1) }
    }

    override var opaque: [(name: String, what: String)] {
        let ofData = opaqueData.sorted { $0.key < $1.key }.map { (name: $0.key, what: $0.value) }
        return (ofData + (watch?.opaqueScoped ?? [])).map { ("\($0.name) of the helper chart '\(name)'", $0.what) }
    }

    private struct Saved {
        let words: ContiguousArray<Int32>
        let placement: Placement?
        /// The place of its last event.
        let last: Int
    }

    override func save() -> Any? {
        for event in since {
            past.append((event, last))
            last = past.count - 1
        }
        since = []
        guard let watch else { return nil }
        let placement = takesAgain ? nil : watch.placement()
        if let placement, watch.objectInCommon(in: placement) != nil { takesAgain = true }
        var words: ContiguousArray<Int32> = []
        if !takesAgain { watch.describe(&words, timesMatter: false, dataMatter: false) { _ in 0 } }
        return Saved(words: words, placement: takesAgain ? nil : placement, last: last)
    }

    override func comeBack(to saved: Any?) async {
        guard let saved = saved as? Saved else { return }
        last = saved.last
        since = []
        if takesAgain { await takeAgain(last) } else { watch?.place(at: ArraySlice(saved.words), saved.placement) }
    }

    /// A new helper takes the events of a path.
    private func takeAgain(_ last: Int) async {
        var events: [Watch.Event] = []
        var place = last
        while place >= 0 {
            events.append(past[place].event)
            place = past[place].before
        }
        watch = remake()
        try? await watch?.start()
        for event in events.reversed() { _ = await watch?.send(event) }
    }
}
