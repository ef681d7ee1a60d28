// What part of the chart a transition changes; SCXML's getTransitionDomain.

extension Engine {
    /// The domain of a transition, or of those of its targets that begin with `first`: a local transition of an
    /// orthogonal state has one for each region that holds a target, the region itself only if it is a target.
    func domain(of transition: Transition, from first: Int32) -> Domain {
        guard transition.isLocal else { return externalDomain(of: transition) }
        let source = transition.source
        let target = scratch.targets[first]
        let isBesideRegions = infos[target].parent == source && !infos[target].flags.contains(.isState)
        // A history of the state itself is about all its regions.
        guard infos[source].flags.contains(.hasRegions), !isBesideRegions else {
            return Domain(node: source, includesNode: false, targets: transition.targets)
        }
        var region = target
        while infos[region].parent != source { region = infos[region].parent }
        var end = first + 1
        while end < transition.targets.upperBound, scratch.targets[end] < infos[region].end { end += 1 }
        return Domain(node: region, includesNode: target == region, targets: first..<end)
    }

    /// The innermost region that holds source and targets (UML 14.2.3.9.6): a composite without regions that has them
    /// strictly inside it; a state directly inside an orthogonal one, which is that region and is left and entered
    /// itself if it is source or target; the top at the outermost.
    private func externalDomain(of transition: Transition) -> Domain {
        let (source, targets, left) = (transition.source, transition.targets, transition.left)
        var node = source
        while infos[node].kind != .top || !staysInChart(of: node, targets, left) {
            let info = infos[node]
            let isAround = node != source && info.kind != .top && !info.flags.contains(.hasRegions)
            if isAround, holds(node, targets, left) { break }
            if info.flags.contains(.isRegion), holds(node, targets, left, orIs: true) {
                return Domain(node: node, includesNode: true, targets: targets)
            }
            node = info.parent
        }
        return Domain(node: node, includesNode: false, targets: targets)
    }

    /// True if a transition stays inside the chart of this top: of an embedded one, unless the host continues an exit
    /// point.
    private func staysInChart(of top: Int32, _ targets: Range<Int32>, _ left: Int32) -> Bool {
        top == 0 || left == top || holds(top, targets, left)
    }

    /// True if all targets are strictly inside the node (or are the node), and so is the composite that is left through
    /// an exit point, if one is.
    func holds(_ node: Int32, _ targets: Range<Int32>, _ left: Int32, orIs: Bool = false) -> Bool {
        let inside = (orIs ? node : node + 1)..<infos[node].end
        return targets.allSatisfy { inside.contains(scratch.targets[$0]) } && (left < 0 || inside.contains(left))
    }
}
