import Statecharts

extension Harvest {
    /// What leaves own, and what leads to the top.
    mutating func addWays(_ record: Record, _ chart: ChartSpec) {
        for line in record.log where line.method == .branch && chart[line.vertex].waitsForReaction {
            note(.leafJoinByReaction, !chart.hasSubstates(chart.parents[line.vertex]))
        }
        for step in record.steps {
            if case .completion(let state) = step.cause {
                note(.leafWithWaysCompleted, !chart.hasSubstates(state) && !chart.childLists[state].isEmpty)
            }
            for transition in step.transitions {
                addWay(transition, chart)
                guard let top = transition.targets.first, chart.kinds[top] == .top else { continue }
                addTop(top, transition, step, record, chart)
            }
            note(.topPreempted, step.preempted.contains { $0.targets.contains { chart.kinds[$0] == .top } })
        }
    }

    private mutating func addWay(_ transition: Record.Transition, _ chart: ChartSpec) {
        let source = transition.source
        if chart.kinds[source] == .join {
            let superior = chart.parents[source]
            note(.leafJoin, !chart.hasSubstates(superior))
            note(.joinBesideSources, !chart[source].fixed.allSatisfy { chart.contains(superior, $0) })
        } else if !chart.hasSubstates(source) {
            let forks = chart.childLists[source].filter { chart.kinds[$0] == .fork }
            note(.leafFork, forks.contains { chart[$0].fixed.sorted() == transition.targets })
        }
    }

    private mutating func addTop(
        _ top: Int, _ transition: Record.Transition, _ step: Record.Step, _ record: Record, _ chart: ChartSpec
    ) {
        let source = transition.source
        switch step.cause {
        case .event:
            if case .recalled = record.trigger { note(.topByRecalled) } else { note(.topByEvent, source != top) }
        case .raised: note(.topByRaised)
        case .eventless: note(.topEventless)
        case .completion: note(.topByCompletion)
        case .failure: note(.topByFailure)
        case .choice: note(.topByChoice)
        case .start, .finish: break
        }
        note(
            .topThroughExitPoint,
            record.log.contains { line in
                line.method == .branch && chart.kinds[line.vertex] == .exitPoint
                    && chart[line.vertex].branch.contains { $0.reaction.targets == [top] }
            })
        note(.topThroughJoin, chart.kinds[source] == .join)
        note(.topRestedOn, transition.kind == .local)
        note(.topFromRegions, chart.ancestors(of: source).contains { $0 != top && chart.regionful.contains($0) })
        note(.topWithRegions, chart.regionful.contains(top))
        note(.embeddedTop, top > 0)
        let first = step.entries.first { chart.parents[$0] == top }
        guard let first, let initial = chart.initial(of: top), first != initial, !chart.contains(first, initial) else {
            return
        }
        note(.topResumedShallow, chart[top].history == .shallow)
        note(.topResumedDeep, chart[top].history == .deep)
    }
}
