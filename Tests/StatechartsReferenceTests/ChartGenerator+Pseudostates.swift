import TestSupport
import Statecharts

extension ChartGenerator {
    /// Initial vertices, histories, and what pseudostates lead to.
    mutating func fillPseudostates() {
        for index in chart.vertices.indices where chart.hasSubstates(index) {
            if chart.kinds[index] == .submachine { drawTranslations(index) } else { drawInitial(index) }
        }
        for index in chart.vertices.indices {
            let superior = chart.parents[index]
            switch chart.kinds[index] {
            case .shallowHistory, .deepHistory: drawDefault(index, superior)
            case .fork:
                chart[index].fixed = regionTargets(
                    inside: chart.hasSubstates(superior) ? superior : chart.scopes[superior],
                    [.state, .orthogonal, .submachine, .final, .choice])
            case .join:
                chart[index].fixed =
                    isBesideSources(superior)
                    ? sources(beside: superior)
                    : regionTargets(inside: superior, [.state, .orthogonal, .submachine, .final])
                chart[index].waitsForReaction = random.chance(35)
            case .entryPoint: drawEntryPoint(index, superior)
            case .top, .state, .orthogonal, .submachine, .final, .choice, .junction, .exitPoint, .terminate: break
            }
        }
    }

    /// Whether a join gets sources that are not inside its superior.
    private mutating func isBesideSources(_ superior: Int) -> Bool {
        guard weighting == .leafWays else { return false }
        return !chart.hasSubstates(superior) || (!neighbours(superior).isEmpty && random.chance(40))
    }

    /// The orthogonal states with a region that a state is in, or which are in another region.
    private func neighbours(_ state: Int) -> [Int] {
        chart.regionful.ascending.filter {
            $0 != state && !chart.contains(state, $0) && chart.scopes[$0] == chart.scopes[state]
                && chart.canBeActiveTogether($0, state)
        }
    }

    /// States in several regions that can be active together with the superior of the join, which may be one of them.
    private mutating func sources(beside superior: Int) -> [Int] {
        guard let orthogonal = random.pick(neighbours(superior)) else { return [] }
        var sources: [Int] = []
        var regions = random.shuffle(chart.regions(of: orthogonal))
        if regions.count > 2, random.chance(60) { regions.removeLast() }
        for region in regions {
            let candidates = ([region] + inside(region, [.state, .orthogonal, .submachine, .final])).filter {
                chart.canBeActiveTogether($0, superior)
            }
            if let source = random.pick(candidates) { sources.append(source) }
        }
        return sources
    }

    func inside(_ index: Int, _ kinds: Set<ChartSpec.Kind>) -> [Int] {
        chart.insides[index].ascending.filter {
            kinds.contains(chart.kinds[$0]) && chart.scopes[$0] == chart.scopes[index]
        }
    }

    private mutating func drawTranslations(_ index: Int) {
        for _ in 0..<Self.events {
            chart[index].inward.append(random.chance(75) ? random.below(Self.events) : nil)
            chart[index].outward.append(random.chance(40) ? random.below(Self.events) : nil)
        }
    }

    private mutating func drawInitial(_ index: Int) {
        if chart.regionful.contains(index) {
            if index > 0, random.chance(20) { chart[index].history = .deep }
            return
        }
        let roll = random.below(100)
        chart[index].history = roll < 15 ? .shallow : roll < 30 ? .deep : .none
        if random.chance(70) { return }
        if random.chance(25) {
            chart[index].initial = .none
            return
        }
        let enterable = chart.childLists[index].filter { child in
            switch chart.kinds[child] {
            case .state, .orthogonal, .submachine, .final, .choice, .junction, .shallowHistory, .deepHistory: true
            case .top, .fork, .join, .entryPoint, .exitPoint, .terminate: false
            }
        }
        if let child = random.pick(enterable) { chart[index].initial = .vertex(child) }
        if random.chance(30), let vertex = random.pick(deeper(index)) { chart[index].initial = .vertex(vertex) }
    }

    /// What a default entry may lead to further inside.
    private func deeper(_ index: Int) -> [Int] {
        chart.insides[index].ascending.filter { vertex in
            guard chart.parents[vertex] != index, chart.scopes[vertex] == chart.scopes[index] else { return false }
            switch chart.kinds[vertex] {
            case .state, .orthogonal, .submachine, .final, .choice, .shallowHistory, .deepHistory: return true
            case .junction: return !chart.regionful.contains(chart.parents[vertex])
            case .top, .fork, .join, .entryPoint, .exitPoint, .terminate: return false
            }
        }
    }

    private mutating func drawDefault(_ index: Int, _ superior: Int) {
        let initial = chart.initial(of: superior)
        let mayBeAbsent = chart.regionful.contains(superior) || (initial != nil && initial != index)
        if mayBeAbsent, random.chance(40) { return }
        let targets = inside(superior, [.state, .orthogonal, .submachine, .final, .choice, .junction])
            .filter { chart.stateSet.contains($0) || !chart.regionful.contains(chart.parents[$0]) }
        if let target = random.pick(targets) { chart[index].fixed = [target] }
    }

    private mutating func drawEntryPoint(_ index: Int, _ superior: Int) {
        if random.chance(40) {
            let several = regionTargets(
                inside: superior, [.state, .orthogonal, .submachine, .choice, .deepHistory, .shallowHistory])
            if several.count > 1 {
                chart[index].fixed = several
                return
            }
        }
        let targets = inside(
            superior, [.state, .orthogonal, .submachine, .final, .choice, .shallowHistory, .deepHistory])
        if let target = random.pick(targets) { chart[index].fixed = [target] }
    }

    /// One vertex in each of several regions of an orthogonal state that is inside `superior`, or is it.
    mutating func regionTargets(inside superior: Int, _ kinds: Set<ChartSpec.Kind>) -> [Int] {
        let orthogonal = ([superior] + chart.insides[superior].ascending).filter {
            chart.regionful.contains($0) && chart.scopes[$0] == chart.scopes[superior]
        }
        guard let state = random.pick(orthogonal) else { return [] }
        var targets: [Int] = []
        var regions = random.shuffle(chart.regions(of: state))
        if regions.count > 2, random.chance(60) { regions.removeLast() }
        for region in regions {
            let candidates = [region] + inside(region, kinds)
            if let target = random.pick(candidates) { targets.append(target) }
        }
        return targets
    }
}
