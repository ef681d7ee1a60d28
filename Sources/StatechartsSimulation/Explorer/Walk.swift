import Statecharts

/// Goes through all situations of a chart, breadth first.
struct Walk<Top: Statechart> {
    let explorer: Explorer<Top>
    let oracles: [Oracle<Top>]
    var driver: Driver<Top>
    /// Whether the chart is put back to a situation; else a new one takes the path to it.
    var places: Bool
    /// Notes the steps of the present chart.
    let scribe = StepScribe()
    /// Whether there are records of them as well: for oracles, and where only they know the event, as of what comes
    /// through ports and of what is no event of the chart but brings one.
    private(set) var keepsRecords = true
    var placements: [Int32: Placement] = [:]
    var memories: [Int32: [Any?]] = [:]
    /// Numbers for values that tell situations apart.
    let numbers = Numbers()
    var found = Found()
    var row: ContiguousArray<Int32> = []
    /// The states that look for eventless transitions.
    let watchers: [Int32]
    /// The situation that the chart is in; -1 if that is not known.
    var position: Int32 = -1
    private let started = ContinuousClock.now
    /// The steps that led back to a situation, which are not those that were explored.
    private var replayedCount = 0
    var wentWrong: Set<String> = []
    /// By situation: the oracles of children that have something open.
    var openInChildren: [Int32: Set<String>] = [:]
    /// The data that do not tell situations apart.
    var hidden: HiddenWatch
    /// What does.
    var growing: GrowingData

    final class Numbers {
        private(set) var known = Numbering<AnyHashable>()
        func number(_ value: AnyHashable) -> Int32 { known.number(of: value).number }
    }

    init(_ explorer: Explorer<Top>) async throws {
        self.explorer = explorer
        oracles = explorer.oracles.map { $0() }
        driver = Driver(explorer)
        driver.record()
        try driver.chart.prepare()
        driver.chart.note(by: scribe)
        try await driver.chart.start()
        switch explorer.returning {
        case .automatic: found.isReplayed = driver.chart.obstacle
        case .placing: found.isReplayed = driver.chart.lostByPlacing
        case .replaying: found.isReplayed = "as was asked for"
        }
        places = found.isReplayed == nil
        hidden = HiddenWatch(
            driver.chart.hiddenData(dataMatter: explorer.dataMatter), isPlaced: places,
            leavingOut: explorer.disregarded, looksAtEnds: !explorer.conditions.isEmpty)
        growing = GrowingData(driver.chart, dataMatter: explorer.dataMatter)
        found.vertices = driver.chart.interpreter.vertices
        found.requirements = driver.chart.requirements
        found.ends = ContiguousArray(found.vertices.map(\.end))
        watchers = found.vertices.filter { $0.methods.contains(.always) }.map(\.index)
        found.watched = ContiguousArray(repeating: 0, count: found.vertices.count)
        found.graph = ChartGraph(found.vertices)
        found.isReached = ContiguousArray(repeating: false, count: found.vertices.count)
        for event in explorer.samples.events { _ = found.number(of: event.stimulus) }
        for oracle in oracles {
            if let problem = try await oracle.begin(driver.records.steps, driver.chart) {
                violation(oracle.name, -1, problem)
            }
        }
        noteSteps(nil, -1, [])
        noteFailure(edge: -1)
        arrive(over: -1, depth: 0)
    }

    /// Has the present chart's steps noted.
    private func record() {
        driver.chart.note(by: scribe)
        if keepsRecords { driver.record() } else { driver.chart.onStep = nil }
    }

    private mutating func keepRecords(_ keepsRecords: Bool) {
        guard keepsRecords != self.keepsRecords else { return }
        self.keepsRecords = keepsRecords
        record()
    }

    /// Forgets what was noted of steps.
    func forget() {
        scribe.clear()
        driver.records.steps.removeAll(keepingCapacity: true)
    }

    mutating func run() async throws {
        var situation: Int32 = 0
        while Int(situation) < found.situations.count, found.limit == nil {
            if found.depths[Int(situation)] >= explorer.limits.depth {
                found.limit = "the limit of \(CountText.of(explorer.limits.depth, "step"))"
            } else if situation & 255 == 0, Task.isCancelled {
                found.limit = "the task was cancelled"
            } else if found.stepCount + replayedCount >= explorer.limits.steps {
                found.limit = "the limit of \(CountText.of(explorer.limits.steps, "step")) in all"
            } else if let duration = explorer.limits.duration, .now - started > duration {
                found.limit = "the limit of \(duration)"
            } else {
                try await expand(situation)
                situation += 1
                if situation % 1_000 == 0 { tellProgress(situation) }
            }
        }
        found.duration = .now - started
        found.hidden = hidden
        found.growing = growing.names
        noteOpaque()
        found.timesCount = numbers.known.values.count { $0.base is Duration }
        found.undecided = oracles.indices.filter { isUndecided($0) }.map { oracles[$0].name }
        let open = openInChildren.filter { !found.isExplored(Int($0.key)) }.values
            .reduce(into: Set<String>()) { $0.formUnion($1) }
        found.undecided += open.subtracting(wentWrong).sorted() + explorer.uncheckedOfChildren
    }

    private func tellProgress(_ done: Int32) {
        let steps = found.stepCount + replayedCount
        explorer.onProgress?("\(done) of \(found.situations.count) situations, \(steps) steps")
    }

    /// Whether an oracle has something open in a situation that was not gone on from.
    private func isUndecided(_ oracle: Int) -> Bool {
        guard !wentWrong.contains(oracles[oracle].name) else { return false }
        let open = (0..<found.situations.count).lazy.filter { !found.isExplored($0) }
        return open.contains { situation in
            memories[Int32(situation)].map { oracles[oracle].isUndecided($0[oracle]) } ?? false
        }
    }

    /// Tries everything that can happen in a situation.
    private mutating func expand(_ situation: Int32) async throws {
        found.firstEdges.append(found.targets.count)
        guard !found.hasEnded[Int(situation)], found.isExplored(Int(situation)) else { return }
        try await goTo(situation)
        let asked = driver.chart.activeHandlers()
        let occasions = driver.occasions()
        noteWorks()
        keepRecords(!oracles.isEmpty || driver.chart.receivesMessages)
        for number in 0..<Int32(explorer.samples.events.count) {
            try await goTo(situation)
            forget()
            await driver.event(explorer.samples.events[Int(number)].event)
            await take(number, from: situation, asked)
            noteReplies()
        }
        if occasions.isEmpty { return }
        keepRecords(true)
        for stimulus in occasions {
            try await goTo(situation)
            let number = found.number(of: stimulus)
            noteTimer(stimulus, number)
            forget()
            guard await driver.perform(stimulus) else {
                // Nobody knows what has happened before it turned out to be impossible.
                position = -1
                continue
            }
            await take(number, from: situation, asked)
            noteReplies()
            // A chart that holds a reply is where another one is that holds none, or another reply.
            if stimulus.kind == .question, driver.hasOpenQuestions { position = -1 }
        }
    }

    /// From now on a new chart takes the path to where this one was.
    mutating func stopPlacing(_ reason: String) {
        places = false
        placements = [:]
        hidden.stopPlacing()
        found.isReplayed = reason
    }

    /// Brings the chart to a situation.
    private mutating func goTo(_ situation: Int32) async throws {
        // A time that has gone far begins anew where the chart is put back, so that it never comes to its end.
        if position == situation, !places || driver.chart.now <= .longestTimer { return }
        if places {
            driver.chart.place(at: found.situations[situation], placements[situation])
        } else {
            try await replay(to: situation)
        }
        if !oracles.isEmpty {
            for (oracle, memory) in zip(oracles, memories[situation] ?? []) { await oracle.comeBack(to: memory) }
        }
        position = situation
    }

    /// Notes the scoped properties that the present chart has that cannot be compared.
    private mutating func noteOpaque() {
        let ofChildren = driver.childOracles?.opaque ?? []
        for property in driver.chart.opaqueScoped + oracles.flatMap(\.opaque) + ofChildren {
            let isKnown = found.opaqueScoped.contains { $0.name == property.name }
            if !isKnown { found.opaqueScoped.append(property) }
        }
    }

    private mutating func replay(to situation: Int32) async throws {
        noteOpaque()
        driver = Driver(explorer)
        try await driver.chart.start()
        hidden.startAgain(driver.chart)
        for edge in found.path(to: Int(situation)) {
            replayedCount += 1
            _ = await driver.perform(found.stimuli[Int(found.stimuliOfEdges[edge])])
        }
        // What has become of replies on the path, and what was wrong, was noted when it was gone first.
        _ = driver.takeDroppedQuestions()
        _ = driver.childOracles?.takeViolations()
        record()
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
}
