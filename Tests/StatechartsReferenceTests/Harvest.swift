import Statecharts

/// What was met in a number of runs, to show that the comparison compares something.
struct Harvest {
    enum Feature: String, CaseIterable {
        case regionByItself, restedAgain, topToItself, initialFurtherInside, finishedRegionKept
        case external, local, `internal`, severalTargets, preempted, severalTransitions, effectThenEntry
        case handled, deferred, unhandled, recalledAndHandled, recalledAndDeferred
        case eventless, completion, regionsCompleted, regionAndStateCompleted, choice, junctionByDefault, raised,
            errorOffered, changed,
            stop, finish
        case junction, exitPoint, joinBySources, joinByReaction, reachedFork, reachedEntryPoint
        case shallowHistoryTarget, deepHistoryTarget, shallowHistoryResumed, deepHistoryResumed, resumedByDefault,
            regionsResumed
        case nestedRegions, regionLeftAlone, restingComposite, fortyVertices, oneLeafAndNothingEventless
        case finished, terminated, stopped, failed
        case unhandledError, noBranch, nothingToDefer, conflictingTargets, tooManyDeferred
        case deferredIntoRegions, togetherUneven, togetherUnevenInThree, entryFailedInFork
        case submachineInRegion, historyInSubmachine, timerInSubmachine, submachineCompleted, passedOutward
        case leafFork, leafJoin, leafJoinByReaction, joinBesideSources, leafWithWaysCompleted
        case topByEvent, topByRaised, topByRecalled, topEventless, topByCompletion, topByFailure, topByChoice,
            topThroughExitPoint, topThroughJoin, topRestedOn
        case topFromRegions, topWithRegions, topResumedShallow, topResumedDeep, topHistoryResumed, embeddedTop,
            topPreempted

        /// Those for which charts of a weighting are made.
        private static let special: [Feature: ChartGenerator.Weighting] = [
            .deferredIntoRegions: .deferral, .togetherUneven: .uneven, .togetherUnevenInThree: .uneven,
            .entryFailedInFork: .failingForks,
            .submachineInRegion: .submachines, .historyInSubmachine: .submachines, .timerInSubmachine: .submachines,
            .submachineCompleted: .submachines, .passedOutward: .submachines,
            .leafFork: .leafWays, .leafJoin: .leafWays, .leafJoinByReaction: .leafWays, .joinBesideSources: .leafWays,
            .leafWithWaysCompleted: .leafWays, .topByEvent: .leafWays, .topByRaised: .leafWays,
            .topByRecalled: .leafWays, .topEventless: .leafWays, .topByCompletion: .leafWays, .topByFailure: .leafWays,
            .topByChoice: .leafWays, .topThroughExitPoint: .leafWays, .topThroughJoin: .leafWays,
            .topRestedOn: .leafWays, .topFromRegions: .leafWays, .topWithRegions: .leafWays,
            .topResumedShallow: .leafWays, .topResumedDeep: .leafWays, .topHistoryResumed: .leafWays,
            .embeddedTop: .leafWays, .topPreempted: .leafWays,
        ]
        var weighting: ChartGenerator.Weighting { Self.special[self] ?? .usual }
    }

    private(set) var counts: [Feature: Int] = [:]

    func count(_ feature: Feature) -> Int { counts[feature, default: 0] }

    mutating func note(_ feature: Feature, _ isMet: Bool = true) {
        if isMet { counts[feature, default: 0] += 1 }
    }

    mutating func add(_ run: RandomRun, _ expected: [RandomRun.Expectation]) {
        let chart = run.chart
        note(.fortyVertices, chart.vertices.count >= 40)
        note(
            .oneLeafAndNothingEventless,
            !chart.vertices.contains { $0.hasRegions || $0.kind == .join || !$0.always.isEmpty })
        for (operation, expectation) in zip(run.operations, expected) {
            guard case .offer(_, let owner) = operation.kind, chart.scopes[owner] > 0 else { continue }
            let isInRegion = chart.ancestors(of: owner).contains { chart.regionful.contains($0) }
            note(.timerInSubmachine, isInRegion && expectation.records.first?.outcome == .handled)
            // Of an event for all states, this would be the chart around it.
            let next = expectation.records.first?.steps.first { !$0.transitions.isEmpty }
            note(.passedOutward, next?.transitions.contains { !chart.contains(chart.scopes[owner], $0.source) } == true)
        }
        var leaves: [Int] = []
        var isKeptByOne = false
        for expectation in expected {
            for record in expectation.records {
                add(record, chart)
                addSeldom(record, chart, after: leaves, &isKeptByOne)
                addWays(record, chart)
                leaves = record.leaves
            }
            for (one, next) in zip(expectation.log, expectation.log.dropFirst())
            where one.method == .completed && next.method == .completed {
                note(.regionAndStateCompleted, chart.contains(next.vertex, one.vertex))
            }
            for line in expectation.log where line.method == .branch {
                note(.junction, chart[line.vertex].kind == .junction)
                note(.exitPoint, chart[line.vertex].kind == .exitPoint)
                note(.joinByReaction, chart[line.vertex].kind == .join && chart[line.vertex].waitsForReaction)
            }
        }
        switch expected.last?.status {
        case .finished: note(.finished)
        case .terminated: note(.terminated)
        case .stopped: note(.stopped)
        case .failed: note(.failed)
        case .running, nil: break
        }
    }

    /// What charts of special weightings are made for.
    private mutating func addSeldom(
        _ record: Record, _ chart: ChartSpec, after leaves: [Int], _ isKeptByOne: inout Bool
    ) {
        if record.outcome == .deferred, leaves.count == 1, case .event = record.trigger { isKeptByOne = true }
        if case .recalled = record.trigger, record.outcome == .handled {
            note(.deferredIntoRegions, isKeptByOne && leaves.count > 1)
        }
        if let step = record.steps.first, record.steps.count == 1, step.transitions.count > 1 {
            let isUneven = leaves.count > 1 && record.leaves.count > 1 && leaves.count != record.leaves.count
            note(.togetherUneven, isUneven)
            note(.togetherUnevenInThree, isUneven && step.transitions.count > 2)
        }
        for step in record.steps {
            let inner = step.transitions.filter { transition in
                chart.scopes[transition.source] > 0
                    && chart.ancestors(of: chart.scopes[transition.source]).contains { chart.regionful.contains($0) }
            }
            note(.submachineInRegion, !inner.isEmpty)
            note(.historyInSubmachine, inner.contains { $0.targets.contains { chart[$0].kind.isHistory } })
            if case .completion(let state) = step.cause {
                note(.submachineCompleted, chart.kinds[state] == .submachine)
            }
        }
        for (step, next) in zip(record.steps, record.steps.dropFirst()) {
            guard case .failure(let origin, _) = next.cause else { continue }
            note(
                .entryFailedInFork, step.transitions.contains { $0.targets.count > 1 } && step.entries.contains(origin))
        }
    }

    private mutating func add(_ record: Record, _ chart: ChartSpec) {
        note(.handled, record.outcome == .handled)
        note(.deferred, record.outcome == .deferred)
        note(.unhandled, record.outcome == .unhandled)
        if case .recalled = record.trigger {
            note(.recalledAndHandled, record.outcome == .handled)
            note(.recalledAndDeferred, record.outcome == .deferred)
        }
        note(.changed, record.trigger == .changed)
        note(.stop, record.trigger == .stop)
        note(.nestedRegions, record.leaves.count > 3)
        note(.restingComposite, record.leaves.contains { chart.hasSubstates($0) })
        let code = record.failure?.code
        note(.unhandledError, code == .unhandledError)
        note(.noBranch, code == .noBranch)
        note(.nothingToDefer, code == .nothingToDefer)
        note(.conflictingTargets, code == .conflictingTargets)
        note(.tooManyDeferred, code == .tooManyDeferred)
        for step in record.steps { add(step, chart) }
    }

    private mutating func add(_ step: Record.Step, _ chart: ChartSpec) {
        switch step.cause {
        case .eventless: note(.eventless)
        case .completion(let state):
            note(.completion)
            note(.regionsCompleted, chart[state].hasRegions)
        case .choice(let vertex):
            note(.choice, chart[vertex].kind == .choice)
            note(.junctionByDefault, chart[vertex].kind == .junction)
        case .raised: note(.raised)
        case .failure: note(.errorOffered)
        case .finish: note(.finish)
        case .event, .start: break
        }
        note(.preempted, !step.preempted.isEmpty)
        note(.severalTransitions, step.transitions.count > 1)
        note(.effectThenEntry, !step.effects.isEmpty && !step.entries.isEmpty)
        for transition in step.transitions { add(transition, step, chart) }
        note(.regionsResumed, step.entries.contains { resumesRegions($0, step, chart) })
        for state in step.entries where chart[state].history != .none {
            note(.resumedByDefault, !step.transitions.isEmpty && step.cause != .start)
        }
    }

    /// Whether an orthogonal state was entered by default and something else than its regions' initial substates came
    /// of it.
    private func resumesRegions(_ state: Int, _ step: Record.Step, _ chart: ChartSpec) -> Bool {
        guard chart[state].hasRegions, chart[state].history == .deep else { return false }
        let isDefault = !step.transitions.contains { $0.targets.contains { chart.contains(state, $0) } }
        return isDefault
            && chart.regions(of: state).contains { region in
                chart[region].history == .none
                    && step.entries.contains { chart[$0].parent == region && chart.initial(of: region) != $0 }
            }
    }

    private mutating func add(_ transition: Record.Transition, _ step: Record.Step, _ chart: ChartSpec) {
        note(.external, transition.kind == .external)
        note(.topToItself, transition.targets == [0])
        note(.restedAgain, transition.kind == .local && transition.targets == [transition.source])
        note(
            .regionByItself,
            step.entries.contains { entered in
                chart.isRegion(entered) && step.exits.contains(entered) && !step.exits.contains(chart.parents[entered])
            })
        note(
            .initialFurtherInside,
            step.entries.contains { entered in
                guard case .vertex(let vertex) = chart[entered].initial else { return false }
                return chart.parents[vertex] != entered && step.entries.contains(vertex)
            })
        note(
            .finishedRegionKept,
            transition.targets.contains { chart.kinds[$0] == .deepHistory }
                && step.entries.contains { chart.kinds[$0] == .final && chart.isRegion(chart.parents[$0]) })
        note(.local, transition.kind == .local)
        note(.internal, transition.kind == .internal)
        note(.severalTargets, transition.targets.count > 1)
        note(.joinBySources, chart[transition.source].kind == .join && !chart[transition.source].waitsForReaction)
        note(.regionLeftAlone, transition.kind == .local && chart[transition.source].hasRegions)
        for target in transition.targets where chart[target].kind.isHistory {
            let superior = chart[target].parent
            let isDeep = chart[target].kind == .deepHistory
            note(isDeep ? .deepHistoryTarget : .shallowHistoryTarget)
            // Entered what neither a default nor the initial substate leads to: it was remembered.
            let first = step.entries.first { chart.contains(superior, $0) }
            let usual = chart[target].fixed.first ?? chart.initial(of: superior) ?? superior
            if let first, first != usual, !chart.contains(first, usual), !chart[superior].hasRegions {
                note(isDeep ? .deepHistoryResumed : .shallowHistoryResumed)
                note(.topHistoryResumed, chart.kinds[superior] == .top)
            }
        }
        let ways = chart.vertices.filter { vertex in
            vertex.fixed.count > 1 && vertex.fixed.sorted() == transition.targets
        }
        note(.reachedFork, ways.contains { $0.kind == .fork })
        note(.reachedEntryPoint, ways.contains { $0.kind == .entryPoint })
    }
}
