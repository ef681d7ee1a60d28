// Domains: the part of the chart that a transition changes; SCXML's getTransitionDomain.

extension Engine {
    /// The domain of a transition for the targets from `first` on. Only a local transition of an orthogonal state has
    /// several: one for each region that holds a target, which includes the region only if that is a target itself.
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

    /// The innermost region that holds source and targets (UML 14.2.3.9.6). That is a composite without regions that
    /// has them strictly inside it. Or it is a state directly inside an orthogonal one, which is a region: it is left
    /// and entered itself if it is source or target. At the outermost it is the top.
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

    /// True if a transition stays inside the chart of a top. One leaves an embedded chart if the host says where an
    /// exit point leads.
    private func staysInChart(of top: Int32, _ targets: Range<Int32>, _ left: Int32) -> Bool {
        top == 0 || left == top || holds(top, targets, left)
    }

    /// True if all targets are strictly inside the node, or are the node if `orIs`; and so is the composite that is
    /// left through an exit point, if one is.
    func holds(_ node: Int32, _ targets: Range<Int32>, _ left: Int32, orIs: Bool = false) -> Bool {
        let inside = (orIs ? node : node + 1)..<infos[node].end
        return targets.allSatisfy { inside.contains(scratch.targets[$0]) } && (left < 0 || inside.contains(left))
    }
}
