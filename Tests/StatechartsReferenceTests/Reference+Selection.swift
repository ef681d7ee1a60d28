@testable import Statecharts
@testable import StatechartsCore

extension Reference {
    /// A transition that somebody wants.
    struct Transition {
        var source: Int
        var kind: Microstep.Transition.Kind
        var targets: [Int] = []
        var effects: [(source: Int, rule: Int, action: ChartSpec.Action)] = []
        /// What is left wherever it leads: composites with exit points, sources of joins.
        var leaves: [Int] = []
    }

    enum Answer {
        case nothing, wantsLater
        case transition(Transition)
    }

    /// Everything that is wanted inside an active state, innermost first: who contains somebody that reacted is not
    /// asked.
    mutating func select(
        in state: Int = 0, _ ask: (inout Reference, Int) throws -> Answer
    ) throws -> [Answer] {
        var inside: [Answer] = []
        for child in chart.childLists[state] where active.contains(child) && chart.stateSet.contains(child) {
            inside += try select(in: child, ask)
        }
        if !inside.isEmpty { return inside }
        switch try ask(&self, state) {
        case .nothing: return []
        case .wantsLater: return [.wantsLater]
        case .transition(let transition): return [.transition(transition)]
        }
    }

    private func transitions(_ answers: [Answer]) -> [Transition] {
        answers.compactMap { answer in
            switch answer {
            case .transition(let transition): transition
            case .nothing, .wantsLater: nil
            }
        }
    }

    /// The same; what nobody in an embedded chart takes may be an event of its host.
    mutating func take(_ event: Int, keeps: Bool, owner: Int?, scope: Int) throws -> Outcome {
        let outcome = try ask(event, keeps: keeps, owner: owner, scope: scope)
        return outcome == .unhandled && passOutward(event, from: scope) ? .handled : outcome
    }

    /// Answers whether it is one of the host.
    @discardableResult
    mutating func passOutward(_ event: Int, from scope: Int) -> Bool {
        guard scope > 0, let outer = chart[chart.parents[scope]].outward[event] else { return false }
        raised.append((outer, chart.scopes[chart.parents[scope]]))
        return true
    }

    /// Offers an event; takes what is wanted, or keeps the event if somebody wants it later and nobody now.
    ///
    /// An event that belongs to a state is for what is inside it, for it, and then for its superiors.
    mutating func ask(
        _ event: Int, keeps: Bool, cause: Record.Cause = .event, owner: Int? = nil, scope: Int = 0
    ) throws -> Outcome {
        let asks: (inout Reference, Int) throws -> Answer = { reference, state in
            let chart = reference.chart
            guard let event = chart.translation(event, from: scope, to: chart.scopes[state]) else { return .nothing }
            guard let chosen = reference.decide(.handle, state, reference.chart[state].handle, event: event) else {
                return .nothing
            }
            if chosen.reaction.kind == .deferred { return .wantsLater }
            return try reference.transition(from: state, chosen.reaction, chosen.rule).map { .transition($0) }
                ?? .nothing
        }
        var answers = try select(in: owner ?? scope, asks)
        let superiors = owner.map { chart.ancestors(of: $0) } ?? []
        for superior in superiors where answers.isEmpty && (superior == scope || chart.contains(scope, superior)) {
            switch try asks(&self, superior) {
            case .nothing: break
            case .wantsLater: answers = [.wantsLater]
            case .transition(let transition): answers = [.transition(transition)]
            }
        }
        let wanted = transitions(answers)
        if !wanted.isEmpty {
            try take(wanted, cause)
            return .handled
        }
        guard !answers.isEmpty else { return .unhandled }
        if keeps {
            lastNumber += 1
            deferred.append(Deferred(event: event, owner: owner, scope: scope, number: lastNumber))
            if deferred.count > chart.deferralLimit { throw Stop(code: .tooManyDeferred, vertex: -1) }
        }
        return .deferred
    }

    /// `always()` of every active state, and after it the automatic joins directly in the state.
    mutating func selectEventless() throws -> [Transition] {
        transitions(
            try select { reference, state in
                if let own = try reference.withoutEvent(.always, state, reference.chart[state].always) {
                    return .transition(own)
                }
                for child in reference.chart.childLists[state]
                where reference.chart.kinds[child] == .join && !reference.chart[child].waitsForReaction {
                    guard reference.chart[child].fixed.allSatisfy({ reference.active.contains($0) }) else { continue }
                    if let join = try reference.withoutEvent(.branch, child, reference.chart[child].branch) {
                        return .transition(join)
                    }
                }
                return .nothing
            })
    }

    /// The reaction to something that is not an event, which therefore cannot be deferred.
    mutating func withoutEvent(
        _ method: World.Method, _ vertex: Int, _ rules: [ChartSpec.Rule]
    ) throws -> Transition? {
        guard let chosen = decide(method, vertex, rules) else { return nil }
        if chosen.reaction.kind == .deferred { return try refused(Stop(code: .nothingToDefer, vertex: vertex), vertex) }
        return try transition(from: vertex, chosen.reaction, chosen.rule)
    }

    /// The whole transition that a reaction stands for; `nil` if it is not enabled.
    mutating func transition(from source: Int, _ reaction: ChartSpec.Reaction, _ rule: Int) throws -> Transition? {
        do { return try wholeTransition(from: source, reaction, rule) } catch let stop as Stop {
            return try refused(stop, source)
        }
    }

    /// A reaction of a state that cannot be taken is one that stays, and a mistake that is offered afterwards.
    private mutating func refused(_ stop: Stop, _ source: Int) throws -> Transition {
        guard chart.stateSet.contains(source) else { throw stop }
        faults.append(
            Trouble(
                origin: source, text: "refused \(stop.code.rawValue)",
                first: isOffering ? chart.ancestors(of: source).first : source, code: stop.code))
        return Transition(source: source, kind: .internal)
    }

    private mutating func wholeTransition(
        from source: Int, _ reaction: ChartSpec.Reaction, _ rule: Int
    ) throws -> Transition? {
        if reaction.kind == .unhandled { return nil }
        var transition = Transition(source: source, kind: .internal)
        if chart.kinds[source] == .join { transition.leaves = chart[source].fixed }
        guard try follow(reaction, of: source, rule, &transition, hops: 0) else { return nil }
        if reaction.kind == .handled { return transition }
        transition.targets.sort()
        for (position, first) in transition.targets.enumerated() {
            for second in transition.targets.dropFirst(position + 1) where !chart.areInDifferentRegions(first, second) {
                throw Stop(code: .conflictingTargets, vertex: source)
            }
        }
        let stays =
            reaction.kind == .local
            && transition.targets.allSatisfy { chart.contains(source, $0) || ($0 == source && chart.rests(source)) }
            && transition.leaves.allSatisfy { chart.contains(source, $0) } && staysInRegions(transition)
        transition.kind = stays ? .local : .external
        return transition
    }

    /// Whether a local transition of an orthogonal state leaves things in that region only in which it has its target, or
    /// is about all regions.
    private func staysInRegions(_ transition: Transition) -> Bool {
        guard chart.regionful.contains(transition.source), !transition.leaves.isEmpty else { return true }
        let regions = chart.regions(of: transition.source)
        let isAboutAll = transition.targets.contains {
            chart.parents[$0] == transition.source && !regions.contains($0)
        }
        return isAboutAll
            || regions.contains { region in
                (transition.targets + transition.leaves).allSatisfy { $0 == region || chart.contains(region, $0) }
            }
    }

    private mutating func follow(
        _ reaction: ChartSpec.Reaction, of source: Int, _ rule: Int, _ transition: inout Transition, hops: Int
    ) throws -> Bool {
        if let effect = reaction.effect { transition.effects.append((source, rule, effect)) }
        for target in reaction.targets {
            guard try follow(target, &transition, hops: hops) else { return false }
        }
        return true
    }

    /// Through junctions, forks, joins, entry and exit points to where a transition comes to rest.
    private mutating func follow(_ target: Int, _ transition: inout Transition, hops: Int) throws -> Bool {
        let vertex = chart[target]
        switch vertex.kind {
        case .top, .state, .orthogonal, .submachine, .final, .choice, .shallowHistory, .deepHistory, .terminate:
            transition.targets.append(target)
            return true
        case .fork, .entryPoint:
            for next in vertex.fixed {
                guard try follow(next, &transition, hops: hops) else { return false }
            }
            return true
        case .join:
            guard vertex.fixed.allSatisfy({ active.contains($0) }) else { return false }
            transition.leaves += vertex.fixed
        case .exitPoint:
            transition.leaves.append(vertex.parent)
        case .junction:
            break
        }
        if hops == 100 { throw Stop(code: .junctionCycle, vertex: -1) }
        guard let next = decide(.branch, target, vertex.branch),
            next.reaction.kind == .external || next.reaction.kind == .local
        else { return false }
        return try follow(next.reaction, of: target, next.rule, &transition, hops: hops + 1)
    }
}
