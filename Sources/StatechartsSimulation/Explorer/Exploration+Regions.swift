import Statecharts

extension Exploration {
    /// Transitions from inside a region to targets in other regions of the same orthogonal state: all regions are left
    /// and entered again, also the one that they come from. That may be meant, so that it is no problem.
    var regionHints: [String] {
        var known: Set<String> = []
        var hints: [String] = []
        for number in 0..<Int32(found.transitions.count) {
            let row = Array(found.transitions[number])
            let source = found.vertices[Int(row[1])]
            let targets = row.dropFirst(5).map { found.vertices[Int($0)] }
            guard let around = Self.orthogonalState(leftBy: source, to: targets) else { continue }
            let way = "\(source.path) → \(targets.map(\.path).joined(separator: ", "))"
            guard known.insert(way).inserted else { continue }
            hints.append(
                "\(way) leads into another region: all regions of \(around.path) are left and entered again; raise(_:) an event "
                    + "that the other region takes, or let \(around.path) answer .local(to:), if the others are to stay"
            )
        }
        return hints
    }

    /// The innermost orthogonal state of which the source is in one region, and all targets are in others.
    private static func orthogonalState(leftBy source: StateID, to targets: [StateID]) -> StateID? {
        // A join is meant to leave them all, whoever owns it.
        guard !targets.isEmpty, source.kind != .join else { return nil }
        var region = source
        while let superior = region.superior {
            if region.isRegion, targets.allSatisfy({ $0.isInside(superior) }) {
                return targets.contains { $0 == region || $0.isInside(region) } ? nil : superior
            }
            region = superior
        }
        return nil
    }
}

extension StateID {
    fileprivate func isInside(_ outer: StateID) -> Bool { index > outer.index && index < outer.end }
}
