import TestSupport

extension ChartGenerator {
    /// Actions, and what every vertex answers.
    mutating func fillRules() {
        for index in chart.vertices.indices {
            switch chart.kinds[index] {
            case .top, .state, .orthogonal, .submachine: fillState(index)
            case .final: fillActions(index)
            case .choice, .junction, .join, .exitPoint: fillBranch(index)
            case .fork, .shallowHistory, .deepHistory, .entryPoint, .terminate: break
            }
        }
    }

    private mutating func fillActions(_ index: Int) {
        if random.chance(70) { chart[index].entry = action() }
        if weighting == .failingForks, isInsideRegions(index), random.chance(50) {
            var action = action()
            action.fault = condition()
            chart[index].entry = action
        }
        if random.chance(70) { chart[index].exit = action() }
    }

    private mutating func fillState(_ index: Int) {
        fillActions(index)
        for _ in 0..<random.within((weighting == .uneven ? 2 : 0)...4) {
            chart[index].handle.append(
                .init(event: random.below(variety), condition: condition(), reaction: handlerReaction(index)))
        }
        if !isPlain, chart.kinds[index] != .submachine, random.chance(12) {
            for _ in 0..<random.within(1...2) {
                chart[index].always.append(.init(condition: rareCondition(), reaction: innerReaction(index)))
            }
        }
        let isSimple = !chart.hasSubstates(index)
        if index > 0, chart.kinds[index] != .top, random.chance(isSimple ? 15 : isAboutRegions(index) ? 85 : 40) {
            let isRare = isSimple || random.chance(60)
            chart[index].completed.append(
                .init(condition: isRare ? rareCondition() : condition(), reaction: innerReaction(index)))
        }
        if throwsErrors, random.chance(20) {
            chart[index].failed.append(.init(condition: condition(), reaction: innerReaction(index)))
        }
        if throwsErrors, index == 0, random.chance(85) {
            chart[index].failed.append(.init(reaction: .init(kind: .handled, effect: action())))
        }
    }

    /// An orthogonal state or one of its regions.
    private func isAboutRegions(_ index: Int) -> Bool {
        chart.regionful.contains(index) || chart.regionful.contains(chart.parents[index])
    }

    private func isInsideRegions(_ index: Int) -> Bool {
        chart.ancestors(of: index).contains { chart.regionful.contains($0) }
    }

    private mutating func fillBranch(_ index: Int) {
        let kind = chart.kinds[index]
        for _ in 0..<random.within(0...2) where kind != .exitPoint {
            chart[index].branch.append(.init(condition: condition(), reaction: branchReaction(index)))
        }
        let needsElse: Bool =
            switch kind {
            case .choice: random.chance(isWild ? 40 : 94)
            case .junction: isInitial(index) || random.chance(75)
            case .join, .exitPoint: random.chance(85)
            case .top, .state, .orthogonal, .submachine, .final, .fork, .shallowHistory, .deepHistory, .entryPoint,
                .terminate:
                false
            }
        if needsElse { chart[index].branch.append(.init(reaction: branchReaction(index))) }
    }

    private func isInitial(_ index: Int) -> Bool {
        chart.vertices.contains { $0.initial == .vertex(index) || $0.fixed.contains(index) }
    }

    // MARK: Parts

    private mutating func action() -> ChartSpec.Action {
        var action = ChartSpec.Action(add: random.within(0...2))
        if random.chance(8) { action.raise = random.below(variety) }
        if random.chance(3) { action.post = random.below(variety) }
        if throwsErrors, random.chance(12) { action.fault = condition() }
        if let state = random.pick(chart.states) { action.probe = state }
        return action
    }

    private mutating func effect(_ percent: Int) -> ChartSpec.Action? { random.chance(percent) ? action() : nil }

    private mutating func condition() -> ChartSpec.Condition {
        switch random.below(10) {
        case 0..<6: return .always
        case 6, 7: return rareCondition()
        case 8: return random.pick(chart.states).map { .active($0) } ?? .always
        default: return random.pick(chart.states).map { .inactive($0) } ?? .always
        }
    }

    private mutating func rareCondition() -> ChartSpec.Condition {
        let modulus = random.within(2...5)
        return .counter(modulus: modulus, equals: random.below(modulus))
    }

    private mutating func handlerReaction(_ index: Int) -> ChartSpec.Reaction {
        if let weighted = weightedReaction(index) { return weighted }
        let roll = random.below(100)
        if roll < 4 { return .init(kind: .unhandled) }
        if roll < 13 { return .init(kind: .deferred) }
        if roll < 25 { return .init(kind: .handled, effect: effect(70)) }
        return transition(from: index)
    }

    /// What the chart's weighting wants of a handler, now and then.
    private mutating func weightedReaction(_ index: Int) -> ChartSpec.Reaction? {
        let isLeaf = !chart.hasSubstates(index)
        switch weighting {
        case .usual, .submachines: return nil
        case .leafWays:
            guard random.chance(30), let way = random.pick(chart.childLists[index]), isLeaf else { return nil }
            return .init(kind: random.chance(80) ? .external : .local, targets: [way], effect: effect(40))
        case .deferral:
            guard isLeaf, !isInsideRegions(index) else { return nil }
            let roll = random.below(100)
            if roll < 45 { return .init(kind: .deferred) }
            guard roll < 75, let target = random.pick(chart.regionful.ascending.filter { $0 > 0 }) else { return nil }
            return .init(kind: .external, targets: [target], effect: effect(40))
        case .uneven:
            // Within its region, so that the others go on as well.
            guard isInsideRegions(index), random.chance(70) else { return nil }
            let near = chart.childLists[chart.parents[index]].filter { chart.stateSet.contains($0) }
            guard !chart.isRegion(index), let target = random.pick(near) else { return nil }
            return .init(kind: .external, targets: [target], effect: effect(40))
        case .failingForks:
            guard random.chance(35) else { return nil }
            var targets = regionTargets(inside: 0, [.state, .orthogonal, .submachine])
            let forks = chart.vertices.indices.filter { [.fork, .entryPoint].contains(chart.kinds[$0]) }
            if random.chance(50), let fork = random.pick(forks) { targets = [fork] }
            return targets.isEmpty ? nil : .init(kind: .external, targets: Array(targets.prefix(3)), effect: effect(40))
        }
    }

    private mutating func innerReaction(_ index: Int) -> ChartSpec.Reaction {
        if isWild, random.chance(15) { return .init(kind: .deferred) }
        if random.chance(25) {
            var action = action()
            action.add = random.within(1...2)
            return .init(kind: .handled, effect: action)
        }
        return transition(from: index)
    }

    private mutating func transition(from index: Int) -> ChartSpec.Reaction {
        let kind: ChartSpec.Reaction.Kind = random.chance(25) ? .local : .external
        if weighting == .leafWays, random.chance(12) {
            return .init(kind: kind, targets: [chart.scopes[index]], effect: effect(40))
        }
        if index == 0, random.chance(8) { return .init(kind: .external, targets: [0], effect: effect(40)) }
        var targets: [Int] = []
        if random.chance(15) {
            let base = kind == .local && chart.regionful.contains(index) ? index : chart.scopes[index]
            targets = Array(
                regionTargets(
                    inside: base, [.state, .orthogonal, .submachine, .final, .choice, .shallowHistory, .deepHistory]
                ).prefix(3))
        }
        if isWild, random.chance(20) { targets = [target(from: index), target(from: index)].compactMap { $0 } }
        if targets.isEmpty, let target = target(from: index) { targets = [target] }
        guard !targets.isEmpty else { return .init(kind: .handled, effect: effect(70)) }
        return .init(kind: kind, targets: targets, effect: effect(40))
    }

    /// What may be named as a target: an exit point only from inside its composite.
    private func mayTarget(_ target: Int, from index: Int) -> Bool {
        chart.scopes[target] == chart.scopes[index] && chart.kinds[target] != .top
            && (chart.kinds[target] != .exitPoint || chart.contains(chart.parents[target], index))
    }

    /// A target, more often a near one than a far one.
    private mutating func target(from index: Int) -> Int? {
        let near: [Int]
        switch random.below(10) {
        case 0..<4: near = index > 0 ? chart.childLists[chart.parents[index]] : chart.childLists[0]
        case 4, 5: near = chart.insides[index].ascending
        case 6, 7: near = index > 0 ? chart.insides[chart.parents[index]].ascending : []
        case 8: near = [index]
        default: near = []
        }
        if let target = random.pick(near), mayTarget(target, from: index) { return target }
        let target = random.within(1...chart.vertices.count - 1)
        return mayTarget(target, from: index) ? target : nil
    }

    private mutating func branchReaction(_ index: Int) -> ChartSpec.Reaction {
        let superior = chart.parents[index]
        if weighting == .leafWays, !isInitial(index), random.chance(12) {
            return .init(kind: .external, targets: [chart.scopes[index]], effect: effect(40))
        }
        let states = Array(chart.vertices.indices.dropFirst()).filter {
            chart.stateSet.contains($0) && chart.scopes[$0] == chart.scopes[index] && chart.kinds[$0] != .top
        }
        var pool: [Int]
        switch chart.kinds[index] {
        case .exitPoint:
            // Out of the composite; now and then back into it, or on to the exit point of what is around.
            let outer = chart.vertices.indices.filter {
                chart.kinds[$0] == .exitPoint && chart.contains(chart.parents[$0], superior)
                    && chart.scopes[$0] == chart.scopes[index]
            }
            pool = states.filter { $0 != superior && !chart.contains(superior, $0) }
            if random.chance(5) { pool = states }
            if random.chance(10), !outer.isEmpty { pool = outer }
        case .choice where isInitial(index), .junction where isInitial(index):
            pool = inside(superior, [.state, .orthogonal, .submachine, .final])
        case .choice, .junction:
            pool = random.chance(50) ? inside(superior, [.state, .orthogonal, .submachine, .final]) : states
            if random.chance(20) {
                pool = chart.vertices.indices.filter {
                    $0 > index && chart.scopes[$0] == chart.scopes[index]
                        && [.choice, .junction, .shallowHistory, .deepHistory, .entryPoint, .fork].contains(
                            chart.kinds[$0])
                }
            }
        case .top, .state, .orthogonal, .submachine, .final, .fork, .join, .shallowHistory, .deepHistory, .entryPoint,
            .terminate:
            pool = states
        }
        guard let target = random.pick(pool.isEmpty ? states : pool) else { return .init(kind: .unhandled) }
        return .init(kind: random.chance(90) ? .external : .local, targets: [target], effect: effect(40))
    }
}
