extension ChartBinder {
    /// What forks, joins, histories and entry points lead to. Runs closures of the chart, so the nodes have to be
    /// bound.
    mutating func checkPseudostates() -> [[Int32]] {
        var fixed: [[Int32]] = Array(repeating: [], count: vertices.count)
        for index in vertices.indices {
            let index = Int32(index)
            let node = vertices[Int(index)].node
            switch node.kind {
            case .fork, .join, .shallowHistory, .deepHistory, .entryPoint: break
            case .exitPoint:
                checkWayOut(index)
                continue
            case .top, .state, .orthogonal, .final, .submachine, .choice, .junction, .terminate: continue
            }
            let targets = node.fixedVertices().compactMap { place(of: $0, namedBy: index) }.sorted()
            fixed[Int(index)] = targets
            check(index, targets)
        }
        return fixed
    }

    /// Where a vertex is that another one names; `nil`, with a report, if it is not where it may be named.
    private mutating func place(of target: StateNode, namedBy index: Int32) -> Int32? {
        guard let found = self.index(of: target.meant) else {
            if undeclared.contains(ObjectIdentifier(target)) {
                leadsToUndeclared.insert(index)
            } else {
                reportOutside(ClassInfo.of(type(of: target)).name, at: index)
            }
            return nil
        }
        guard isSameChart(found, as: index) else {
            report(
                .targetOutside, at: index, "names \(path(found)), which is in another chart of the same machine",
                fix: "name a vertex of its own chart, or an entry point of a submachine by entryPoint(_:)")
            return nil
        }
        return found
    }

    private mutating func reportOutside(_ className: String, at index: Int32) {
        report(
            .targetOutside, at: index, "names \(className), which is not in this chart",
            fix: "name a vertex that a configure() of this chart declares")
    }

    /// Where a state above has said that an exit point leads, or whom to ask, is in the chart.
    private mutating func checkWayOut(_ index: Int32) {
        guard let way = vertices[Int(index)].node.wayOut else { return }
        guard let vertex = way.vertex else { return reportOutside(way.className, at: index) }
        if way.isAsked, self.index(of: vertex) != nil { return }
        _ = place(of: vertex, namedBy: index)
    }

    /// Whether a vertex may name another one: see `Engine.mayBeNamed`.
    private func isSameChart(_ target: Int32, as index: Int32) -> Bool {
        let (named, naming) = (vertices[Int(target)], vertices[Int(index)])
        if named.scope == naming.scope { return true }
        guard named.node.kind == .entryPoint, vertices[Int(named.parent)].node.kind == .top else { return false }
        let submachine = vertices[Int(named.parent)].parent
        return submachine >= 0 && vertices[Int(submachine)].scope == naming.scope
    }

    private mutating func check(_ index: Int32, _ targets: [Int32]) {
        let vertex = vertices[Int(index)]
        let superior = vertex.parent
        switch vertex.node.kind {
        case .fork:
            if targets.count < 2 { tooFew(index, "a fork needs two targets in different regions") }
            checkRegions(index, targets, "targets")
        case .join:
            if targets.count < 2 { tooFew(index, "a join needs two sources in different regions") }
            for source in targets where !isState(source) || !canBeActiveTogether(source, superior) {
                let trouble = isState(source) ? "cannot be active together with \(path(superior))" : "is no state"
                report(
                    .sourceOutside, at: index, "has \(path(source)) as a source, which \(trouble)",
                    fix: "name states, and declare the join in one of them or in a state around all of them")
            }
            checkRegions(index, targets, "sources")
        case .entryPoint:
            if targets.isEmpty { tooFew(index, "an entry point needs a target inside its state") }
            for target in targets where !isInside(superior, target) {
                report(
                    .targetOutside, at: index, "leads to \(path(target)), which is not inside \(path(superior))",
                    fix: "lead to a vertex inside the state")
            }
            checkRegions(index, targets, "targets")
        case .shallowHistory, .deepHistory:
            for target in targets where !isInside(superior, target) || target == index {
                report(
                    .historyDefaultOutside, at: index,
                    "has \(path(target)) as its default, which is not inside \(path(superior))",
                    fix: "name a vertex inside the state as the default")
            }
            for target in targets where target != index && !canBeDefault(target) {
                report(
                    .historyDefaultOutside, at: index,
                    "has \(path(target)) as its default, which cannot be entered by default",
                    fix: "name a state, a choice, or a junction that is not beside regions")
            }
            let fallsBackOnItself = initialVertex(of: superior) == index
            if targets.isEmpty && !hasRegions(superior) && (initialVertex(of: superior) < 0 || fallsBackOnItself) {
                report(
                    .historyWithoutDefault, at: index, "has no default, and \(path(superior)) has no initial substate",
                    fix: "give the history a default, or the state an initial substate")
            }
        case .top, .state, .orthogonal, .final, .submachine, .choice, .junction, .exitPoint, .terminate: break
        }
    }

    /// Whether a history can fall back on the vertex: something that can be active, if only until it has been decided.
    private func canBeDefault(_ index: Int32) -> Bool {
        switch vertices[Int(index)].node.kind {
        case .top, .state, .orthogonal, .final, .submachine, .choice, .terminate: true
        case .junction: !hasRegions(vertices[Int(index)].parent)
        case .shallowHistory, .deepHistory, .fork, .join, .entryPoint, .exitPoint: false
        }
    }

    private mutating func tooFew(_ index: Int32, _ message: String) {
        report(.tooFew, at: index, "names too few vertices", fix: message)
    }

    /// The innermost vertex that has both inside it or is one of them.
    private func commonAncestor(_ first: Int32, _ second: Int32) -> Int32 {
        var ancestor = first
        while ancestor != second, !isInside(ancestor, second) { ancestor = vertices[Int(ancestor)].parent }
        return ancestor
    }

    /// Whether one state is around the other, or they are in different regions.
    private func canBeActiveTogether(_ first: Int32, _ second: Int32) -> Bool {
        first == second || isInside(first, second) || isInside(second, first) || areInDifferentRegions(first, second)
    }

    /// Whether two vertices are in different regions of one orthogonal state: see `Topology.areInDifferentRegions`.
    /// What is beside the regions leads into some of them, but a history into all.
    private func areInDifferentRegions(_ first: Int32, _ second: Int32) -> Bool {
        let ancestor = commonAncestor(first, second)
        return ancestor != first && ancestor != second && hasRegions(ancestor)
            && ![first, second].contains { isHistory($0, of: ancestor) }
    }

    private func isHistory(_ index: Int32, of state: Int32) -> Bool {
        let vertex = vertices[Int(index)]
        return vertex.parent == state && vertex.node.kind == .deepHistory
    }

    /// Vertices that are to be active together have to be in different regions.
    private mutating func checkRegions(_ index: Int32, _ targets: [Int32], _ what: String) {
        for (first, second) in zip(targets, targets.dropFirst()) where !areInDifferentRegions(first, second) {
            let ancestor = commonAncestor(first, second)
            let history = first == second ? nil : [first, second].first { isHistory($0, of: ancestor) }
            let trouble = history.map { "of which \(path($0)) is about all regions" } ?? "which are in the same region"
            report(
                .sameRegion, at: index, "has \(path(first)) and \(path(second)) as \(what), \(trouble)",
                fix: "name vertices of different regions of one orthogonal state")
        }
    }
}
