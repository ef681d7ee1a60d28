// Domains: the part of the chart that a transition changes; SCXML's getTransitionDomain.

extension Engine {
    /// The domain of a transition for the targets from `first` on. Only a local transition of an orthogonal state has
    /// several: one for each region that holds a target, which includes the region only if that is a target itself.
    func domain(of transition: Transition, from first: Int32) -> Domain {
        guard transition.isLocal else { return externalDomain(of: transition, exiting: transition.exited) }
        let source = transition.source
        let target = scratch.targets[first]
        // A history of the state itself is about all its regions.
        guard infos[source].flags.contains(.hasRegions), !topology.isBesideRegions(target, of: source) else {
            return Domain(node: source, includesNode: false, targets: transition.targets)
        }
        let region = topology.child(of: source, holding: target)
        let targets = (first..<transition.targets.upperBound).prefix { scratch.targets[$0] < infos[region].end }
        return Domain(node: region, includesNode: target == region, targets: targets)
    }

    /// True if a transition changes more because of what is exited on its way than by its source and targets alone.
    /// - Parameter isLocal: true if the reaction is. It may be external then because of what is exited.
    func isWidenedByWay(_ transition: Transition, isLocal: Bool) -> Bool {
        let anyway = exitedAnyway(by: transition.source)
        if transition.exited == anyway { return false }
        if isLocal { return true }
        let domain = externalDomain(of: transition, exiting: anyway), exited = transition.exited...transition.exited
        return !(domain.includesNode ? isOrHolds(domain.node, exited) : holds(domain.node, exited))
    }

    /// The innermost region that holds source and targets (UML 14.2.3.9.6). Going up from the source it is the first of
    /// these:
    /// 1. a composite without regions that has source and targets strictly inside it;
    /// 2. a region of an orthogonal state that holds them, or is one of them: then it is exited and entered itself;
    /// 3. the top, which stays, also if it is source or target itself.
    ///
    /// An embedded chart is exited only through an exit point that the host continues.
    private func externalDomain(of transition: Transition, exiting exited: VertexIndex) -> Domain {
        let (source, targets) = (transition.source, transition.targets)
        let extent = extent(of: targets, exited)
        var node = source
        while infos[node].kind != .top || !isOrHolds(node, extent) {
            let info = infos[node]
            if node != source, !info.flags.contains(.hasRegions), holds(node, extent) { break }
            if info.flags.contains(.isRegion), isOrHolds(node, extent) {
                return Domain(node: node, includesNode: true, targets: targets)
            }
            node = info.parent
        }
        // A top stays. All inside it is exited if it has regions, or if the transition leads from or to the top itself.
        let exitsInside =
            infos[node].kind == .top
            && (infos[node].flags.contains(.hasRegions) || node == source || !holds(node, extent))
        return Domain(node: node, includesNode: false, exitsInside: exitsInside, targets: targets)
    }

    /// From the first to the last of the targets, and of the composite that is exited on the way, if one is. What is
    /// inside a vertex has the numbers behind its own: a vertex that holds the first and the last one holds them all.
    func extent(of targets: Range<Int32>, _ exited: VertexIndex) -> ClosedRange<VertexIndex> {
        let (first, last) = (scratch.targets[targets.lowerBound], scratch.targets[targets.upperBound - 1])
        return exited < 0 ? first...last : min(first, exited)...max(last, exited)
    }

    /// True if all of the extent is strictly inside the node.
    func holds(_ node: VertexIndex, _ extent: ClosedRange<VertexIndex>) -> Bool {
        node < extent.lowerBound && extent.upperBound < infos[node].end
    }

    /// True if all of the extent is inside the node, or is the node.
    func isOrHolds(_ node: VertexIndex, _ extent: ClosedRange<VertexIndex>) -> Bool {
        node <= extent.lowerBound && extent.upperBound < infos[node].end
    }
}
