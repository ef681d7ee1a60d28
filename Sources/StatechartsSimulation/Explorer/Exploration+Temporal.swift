import Statecharts

// What has to come about along paths, and what of it exploring could not find out.

extension Exploration {
    struct TemporalViolation {
        let name: String
        let message: String
        let path: [Int]
    }

    /// What is violated, and the names of what could not be decided because not everything was explored.
    func temporalFindings() -> (violations: [TemporalViolation], undecided: [String]) {
        var violations: [TemporalViolation] = [], undecided: [String] = []
        for temporal in explorer.temporals {
            let found: (violation: TemporalViolation?, isDecided: Bool)
            switch temporal.shape {
            case .eventually(let end): found = finding(temporal.name, from: { $0 == 0 }, end)
            case .leadsTo(let condition, let end): found = finding(temporal.name, from: { holds(condition, $0) }, end)
            case .until(let condition, let end): found = untilFinding(temporal.name, condition, end)
            case .possible(let condition): found = possibleFinding(temporal.name, condition)
            }
            if let violation = found.violation {
                violations.append(violation)
            } else if !found.isDecided {
                undecided.append(temporal.name)
            }
        }
        return (violations, undecided)
    }

    private func holds(_ condition: Int, _ situation: Int) -> Bool {
        found.conditions[situation] & (1 << UInt64(condition)) != 0
    }

    private var situations: Range<Int> { 0..<found.situations.count }

    /// A path without `end` that ends or goes round for ever, from a situation that `isBegin` picks.
    private func finding(
        _ name: String, from isBegin: (Int) -> Bool, _ end: Int
    ) -> (violation: TemporalViolation?, isDecided: Bool) {
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
        guard round.count > 1 else {
            return (TemporalViolation(name: name, message: "the path ends without it", path: path), true)
        }
        let inside = Set(round)
        path += self.round(from: last, within: { inside.contains($0) })
        let message = "\(round.count) situations can go round without it"
        return (TemporalViolation(name: name, message: message, path: path), true)
    }

    private func untilFinding(
        _ name: String, _ condition: Int, _ end: Int
    ) -> (violation: TemporalViolation?, isDecided: Bool) {
        let isFailed = { (situation: Int) in !holds(condition, situation) && !holds(end, situation) }
        if let way = way(from: 0, within: { !holds(end, $0) }, to: isFailed) {
            return (TemporalViolation(name: name, message: "it does not hold that long", path: way), true)
        }
        return finding(name, from: { $0 == 0 }, end)
    }

    private func possibleFinding(
        _ name: String, _ condition: Int
    ) -> (violation: TemporalViolation?, isDecided: Bool) {
        let goals = situations.filter { holds(condition, $0) }
        let unknown = situations.filter { !found.isExplored($0) }
        let hopeful = backwards(from: goals + unknown, within: { _ in true })
        if let lost = situations.first(where: { !hopeful[$0] }) {
            let path = found.path(to: lost)
            return (TemporalViolation(name: name, message: "from here it never comes about", path: path), true)
        }
        if unknown.isEmpty { return (nil, true) }
        let certain = backwards(from: goals, within: { _ in true })
        return (nil, certain.allSatisfy { $0 })
    }
}
