import Statecharts

// What is found by looking at the graph of situations as a whole.

extension Exploration {
    /// Situations that nothing leads away from, though the chart has not ended.
    var deadEnds: [Int] {
        (0..<found.firstEdges.count).filter { situation in
            !found.hasEnded[situation] && found.isExplored(situation)
                && found.edges(from: situation).allSatisfy { Int(found.targets[$0]) == situation }
        }
    }

    /// Sets of several situations that are never left once they are reached, and in which only timers and activities
    /// change anything.
    var livelocks: [[Int]] {
        let components = Components(found)
        return components.closed.filter { members in
            members.count > 1
                && members.allSatisfy { situation in
                    found.edges(from: situation).allSatisfy { edge in
                        Int(found.targets[edge]) == situation
                            || !found.stimuli[Int(found.stimuliOfEdges[edge])].isFromOutside
                    }
                }
        }
    }

    /// Which situations lead to one of `goals`, these included.
    func backwards(from goals: [Int], within isIncluded: (Int) -> Bool) -> [Bool] {
        let count = found.situations.count
        var firsts = [Int](repeating: 0, count: count + 1)
        for target in found.targets { firsts[Int(target) + 1] += 1 }
        for place in 1...max(count, 1) where place <= count { firsts[place] += firsts[place - 1] }
        var next = firsts, sources = [Int32](repeating: 0, count: found.targets.count)
        for edge in found.targets.indices {
            let target = Int(found.targets[edge])
            sources[next[target]] = found.sources[edge]
            next[target] += 1
        }
        var isThere = [Bool](repeating: false, count: count)
        var pending = goals
        for goal in goals { isThere[goal] = true }
        while let situation = pending.popLast() {
            for place in firsts[situation]..<firsts[situation + 1] {
                let source = Int(sources[place])
                if !isThere[source], isIncluded(source) {
                    isThere[source] = true
                    pending.append(source)
                }
            }
        }
        return isThere
    }

    /// A place on a way: a situation and, where that matters, the shape of the step before; -1 elsewhere.
    struct Place: Hashable {
        let situation: Int
        var before: Int32 = -1
    }

    /// The edges of a shortest way whose last edge is a goal.
    /// - Parameters:
    ///   - next: where an edge leads; `nil` if no way goes over it.
    ///   - isGoal: asked about each edge that may come next on the way, and the place before it.
    func shortestWay(
        from start: Place, over next: (Int) -> Place?, to isGoal: (_ edge: Int, _ place: Place) -> Bool
    ) -> [Int]? {
        var reached: [Place: (edge: Int, from: Place)] = [:]
        var queue = [start], position = 0
        while position < queue.count {
            let place = queue[position]
            position += 1
            for edge in found.edges(from: place.situation) {
                guard let next = next(edge) else { continue }
                if isGoal(edge, place) {
                    var way = [edge], back = place
                    while back != start, let step = reached[back] {
                        way.append(step.edge)
                        back = step.from
                    }
                    return way.reversed()
                }
                if next != start, reached[next] == nil {
                    reached[next] = (edge, place)
                    queue.append(next)
                }
            }
        }
        return nil
    }

    /// The edges of a shortest way through some situations to one that `isGoal` picks; empty if it begins there.
    func way(from start: Int, within isIncluded: (Int) -> Bool, to isGoal: (Int) -> Bool) -> [Int]? {
        if isGoal(start) { return [] }
        let target = { (edge: Int) in Int(found.targets[edge]) }
        return shortestWay(
            from: Place(situation: start),
            over: { isIncluded(target($0)) || isGoal(target($0)) ? Place(situation: target($0)) : nil },
            to: { edge, _ in isGoal(target(edge)) })
    }

    /// Once round, from a situation back to it.
    func round(from start: Int, within isIncluded: (Int) -> Bool) -> [Int] {
        var best: [Int] = []
        for edge in found.edges(from: start) {
            let target = Int(found.targets[edge])
            guard target != start, isIncluded(target) else { continue }
            guard let back = way(from: target, within: isIncluded, to: { $0 == start }) else { continue }
            if best.isEmpty || back.count + 1 < best.count { best = [edge] + back }
        }
        return best
    }
}
