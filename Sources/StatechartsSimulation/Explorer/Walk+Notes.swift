import Statecharts

// What a walk notes of the steps and of where they lead.

extension Walk {
    /// Notes what has happened, and where the chart is now.
    mutating func take(_ stimulus: Int32, from situation: Int32, _ asked: [Int32]) async {
        let edge = found.targets.count
        found.sources.append(situation)
        found.stimuliOfEdges.append(stimulus)
        found.targets.append(situation)
        found.shapes.append(noteSteps(stimulus, edge, asked))
        if let first = driver.records.steps.first { noteEvent(first, stimulus) }
        for oracle in oracles {
            if let problem = await oracle.follow(driver.records.steps, driver.chart) {
                violation(oracle.name, edge, problem)
            }
        }
        for (name, message) in driver.childOracles?.takeViolations() ?? [] { violation(name, edge, message) }
        noteFailure(edge: edge)
        // A step that has come to rest has asked them all in vain.
        if !watchers.isEmpty, !found.shape.isEmpty {
            for watcher in watchers where driver.chart.isActive(watcher) { found.watched[Int(watcher)] += 1 }
        }
        let hasActed = keepsRecords || scribe.hasActed
        let isSame = arrive(over: edge, depth: found.depths[Int(situation)] + 1, hasActed: hasActed) == situation
        // Where nobody has reacted everything is as it was. Else, where data are looked at through a fingerprint only,
        // an equal situation may have others.
        let isWhole = places && explorer.dataMatter
        position = isSame && (isWhole || found.shape.isEmpty) ? situation : -1
    }

    /// Notes the transitions of the steps that were taken. Answers the number of their row.
    /// - Parameter stimulus: what was tried; `nil` for the start.
    @discardableResult
    mutating func noteSteps(_ stimulus: Int32?, _ edge: Int, _ asked: [Int32]) -> Int32 {
        found.shape.removeAll(keepingCapacity: true)
        let texts = scribe.steps.count > 1 ? driver.records.steps.map { Self.text(of: $0.trigger) } : []
        assert(texts.isEmpty || texts.count == scribe.steps.count, "records and notes of one step differ")
        found.note(scribe, stimulus, edge, asked, texts: texts)
        return found.endShape()
    }

    mutating func describe(withOracles: Bool = true) {
        row.removeAll(keepingCapacity: true)
        let numbers = numbers
        driver.chart.describe(
            &row, timesMatter: explorer.timers == .earliest, dataMatter: explorer.dataMatter,
            number: { numbers.number($0) })
        if let fingerprint { row += [-20, numbers.number(fingerprint)] }
        driver.chart.describeWorld(
            &row, timesMatter: explorer.timers == .earliest, number: { numbers.number($0) })
        guard withOracles else { return }
        for oracle in oracles { oracle.describe(&row) { numbers.number($0) } }
        driver.childOracles?.describe(&row) { numbers.number($0) }
    }

    /// What tells situations apart besides data and events, by name: the fingerprint, and what oracles remember.
    private var valuesBesides: [(name: String, value: AnyHashable)] {
        let remembered = oracles.map { oracle in
            var words: ContiguousArray<Int32> = []
            oracle.describe(&words) { numbers.number($0) }
            return (name: oracle.name, value: AnyHashable(words))
        }
        guard let fingerprint else { return remembered }
        return [("the fingerprint", fingerprint)] + remembered
    }

    private var fingerprint: AnyHashable? {
        explorer.fingerprint.map { fingerprint in driver.chart.askingAtEnd { fingerprint(driver.chart.top) } }
    }

    /// Notes the situation that the chart is in now. Answers its number.
    @discardableResult
    mutating func arrive(over edge: Int, depth: Int32, hasActed: Bool = true) -> Int32 {
        describe()
        let (number, isNew) = found.situations.number(of: row)
        hidden.arrive(driver.chart, at: number, isNew: isNew, over: edge, hasActed: hasActed)
        if edge >= 0 { found.targets[edge] = number }
        guard isNew else { return number }
        if GrowingData.looks(at: number), driver.chart.isRunning { growing.arrive(driver.chart, valuesBesides) }
        let configuration = driver.chart.interpreter.configuration
        found.reachedBy.append(edge)
        found.depths.append(depth)
        found.configurations.append(configuration)
        found.hasEnded.append(!driver.chart.isRunning)
        var mask: UInt64 = 0
        for (position, condition) in explorer.conditions.enumerated() where condition.holds(in: driver.chart) {
            mask |= 1 << UInt64(position)
        }
        found.conditions.append(mask)
        let deferred = driver.chart.mostDeferred
        found.mostDeferred = max(found.mostDeferred, deferred)
        noteCrowd(deferred, explorer.limits.deferred, "deferred event", "deferred events", number)
        noteCrowd(driver.chart.mostMail, explorer.limits.waiting, "message that waits", "messages that wait", number)
        noteNames(driver.chart.children)
        for child in driver.chart.children {
            found.childPaths.formUnion(child.activePaths)
            noteCharts(child)
        }
        if let open = driver.childOracles?.undecided, !open.isEmpty { openInChildren[number] = open }
        for state in configuration.states { found.isReached[Int(state.index)] = true }
        if places, let placement = driver.chart.placement() { keep(placement, of: number) }
        if !oracles.isEmpty { memories[number] = oracles.map { $0.save() } }
        if found.situations.count >= explorer.limits.configurations {
            found.limit =
                "the limit of \(CountText.of(explorer.limits.configurations, "situation")) (limits.configurations)"
        }
        return number
    }

    /// Keeps what is needed to put the chart back, unless all paths would share a part of it.
    private mutating func keep(_ placement: Placement, of situation: Int32) {
        if explorer.returning == .automatic, let reason = driver.chart.objectInCommon(in: placement) {
            stopPlacing(reason)
        } else {
            placements[situation] = placement
        }
    }

    /// Notes the class of a child's chart, and those of the children inside it.
    private mutating func noteCharts(_ child: any SimulatedChild) {
        found.chartsOfChildren.insert(ObjectIdentifier(child.chart))
        noteNames(child.children)
        for inside in child.children { noteCharts(inside) }
    }

    /// Notes those of children that are called alike: what is to happen in one is told by its path.
    private mutating func noteNames(_ children: [any SimulatedChild]) {
        if children.count < 2 { return }
        var paths: Set<String> = []
        for child in children where !child.isOver && !paths.insert(child.path).inserted {
            found.namesakes.insert(child.path)
        }
    }

    /// Leaves a situation out in which more wait than a limit says.
    private mutating func noteCrowd(_ count: Int, _ limit: Int, _ one: String, _ many: String, _ situation: Int32) {
        guard count > limit else { return }
        found.leftOut.insert(situation)
        found.crowdedBy.insert("the limit of \(CountText.of(limit, one, many))")
    }

    mutating func violation(_ oracle: String, _ edge: Int, _ message: String) {
        if wentWrong.insert(oracle).inserted { found.violations.append((oracle, .init(edge: edge, message: message))) }
    }

    mutating func noteFailure(edge: Int) {
        // Mistakes of the chart's code are failures too if a state has handled them.
        let failure = driver.chart.interpreter.failure
        for failure in [failure].compactMap(\.self) + driver.chart.takeMistakes() {
            let key = "\(failure.code.rawValue) \(failure.path)"
            if found.failures.contains(where: { $0.key == key }) { continue }
            found.failures.append((key, .init(edge: edge, message: "\(failure)")))
        }
    }

    /// A reply that has gone is a problem of the edge. While one is open the chart is not put back: it would be
    /// answered on several paths.
    mutating func noteReplies() {
        guard driver.hasOpenQuestions else { return }
        // Records hold the question, and with it the reply.
        forget()
        for stimulus in driver.takeDroppedQuestions() {
            let question = found.number(of: stimulus)
            if found.unanswered.contains(where: { $0.question == question }) { continue }
            found.unanswered.append(
                (question, .init(edge: found.targets.count - 1, message: "the reply was dropped without an answer")))
        }
        if places, driver.hasOpenQuestions { stopPlacing("a question is open, and its reply can be answered once") }
    }

    mutating func noteWorks() {
        for activity in driver.chart.activities where found.works[ObjectIdentifier(activity.valueType)] == nil {
            let path = driver.chart.state(of: activity)?.path ?? ""
            found.works[ObjectIdentifier(activity.valueType)] = (activity.valueType, path, activity.isSequence)
        }
    }

    mutating func noteTimer(_ stimulus: Stimulus, _ number: Int32) {
        guard stimulus.kind == .timer, found.timers[number] == nil else { return }
        guard let timer = driver.armedTimers.first(where: { $0.stimulus == stimulus })?.timer else { return }
        found.timers[number] = (timer.interval, timer.repeats)
    }

    /// Notes what a timer, an activity, a message or a question brought.
    private mutating func noteEvent(_ step: Macrostep<Top.Event>, _ stimulus: Int32) {
        let kind = found.stimuli[Int(stimulus)].kind
        guard kind == .delivery || kind != .event && found.eventNames[stimulus] == nil else { return }
        switch step.trigger {
        case .event, .eventInside:
            let name = ChartGraph.eventName(Self.text(of: step.trigger))
            if kind == .delivery { found.delivered[stimulus, default: []].insert(name) }
            if found.eventNames[stimulus] == nil { found.eventNames[stimulus] = name }
        case .start, .recalled, .activity, .recalledInside, .changed, .stop: break
        }
    }

    private static func text(of trigger: Macrostep<Top.Event>.Trigger) -> String {
        switch trigger {
        case .event(let event), .recalled(let event): ValueText.of(event)
        case .start, .eventInside, .activity, .recalledInside, .changed, .stop: "\(trigger)"
        }
    }
}
