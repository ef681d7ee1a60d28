import Statecharts

// What has to come about along paths, and what of it exploring could not find out.

extension Exploration {
    /// Something that is violated, with a path to it.
    struct Finding {
        let subject: String
        let message: String
        let path: [Stimulus]
    }

    /// What is found of one condition: what is wrong and the edges that lead there, or whether nothing is.
    private typealias Verdict = (violation: (message: String, path: [Int])?, isDecided: Bool)

    /// What is violated, and the names of what could not be decided because not everything was explored.
    func temporalFindings() -> (violations: [Finding], undecided: [String]) {
        var violations: [Finding] = [], undecided: [String] = []
        for temporal in explorer.temporals {
            let verdict =
                switch temporal.shape {
                case .eventually(let end): comesAbout(from: { $0 == 0 }, end)
                case .leadsTo(let condition, let end): comesAbout(from: { holds(condition, $0) }, end)
                case .until(let condition, let end): holdsUntil(condition, end)
                case .possible(let condition): isAlwaysPossible(condition)
                }
            if let (message, path) = verdict.violation {
                violations.append(Finding(subject: temporal.name, message: message, path: found.stimuli(of: path)))
            } else if !verdict.isDecided {
                undecided.append(temporal.name)
            }
        }
        return (violations, undecided)
    }

    private func holds(_ condition: Int, _ situation: Int) -> Bool {
        found.conditions[situation] & (1 << UInt64(condition)) != 0
    }

    private var situations: Range<Int> { 0..<found.situations.count }

    /// Looks for a path without `end` that ends or goes round for ever, from a situation that `isBegin` picks.
    private func comesAbout(from isBegin: (Int) -> Bool, _ end: Int) -> Verdict {
        let isOpen = { (situation: Int) in !holds(end, situation) }
        let components = Components(found, within: isOpen)
        let isStuck = { (situation: Int) -> Bool in
            guard isOpen(situation), found.isExplored(situation) else { return false }
            if components.members[Int(components.numbers[situation])].count > 1 { return true }
            return found.edges(from: situation).allSatisfy { Int(found.targets[$0]) == situation }
        }
        let hopeless = backwards(from: situations.filter(isStuck), within: isOpen)
        guard let begin = situations.first(where: { isOpen($0) && isBegin($0) && hopeless[$0] }),
            let way = way(from: begin, within: isOpen, to: isStuck)
        else {
            let open = backwards(from: situations.filter { isOpen($0) && !found.isExplored($0) }, within: isOpen)
            return (nil, !situations.contains { isOpen($0) && isBegin($0) && open[$0] })
        }
        var path = found.path(to: begin) + way
        let last = path.last.map { Int(found.targets[$0]) } ?? 0
        let round = components.members[Int(components.numbers[last])]
        guard round.count > 1 else { return (("the path ends without it", path), true) }
        let inside = Set(round)
        path += self.round(from: last, within: { inside.contains($0) })
        return (("\(CountText.of(round.count, "situation")) can go round without it", path), true)
    }

    private func holdsUntil(_ condition: Int, _ end: Int) -> Verdict {
        let isFailed = { (situation: Int) in !holds(condition, situation) && !holds(end, situation) }
        if let way = way(from: 0, within: { !holds(end, $0) }, to: isFailed) {
            return (("it does not hold that long", way), true)
        }
        return comesAbout(from: { $0 == 0 }, end)
    }

    private func isAlwaysPossible(_ condition: Int) -> Verdict {
        let goals = situations.filter { holds(condition, $0) }
        let unknown = situations.filter { !found.isExplored($0) }
        let hopeful = backwards(from: goals + unknown, within: { _ in true })
        if let lost = situations.first(where: { !hopeful[$0] }) {
            return (("from here it never comes about", found.path(to: lost)), true)
        }
        if unknown.isEmpty { return (nil, true) }
        let certain = backwards(from: goals, within: { _ in true })
        return (nil, certain.allSatisfy { $0 })
    }
}
