// What part of the chart a transition changes; SCXML's getTransitionDomain.

extension Engine {
    /// The domain of a transition, or of those of its targets that begin with `first`: a local transition of an
    /// orthogonal state has one for each region that holds a target, the region itself only if it is a target.
    func domain(of transition: Transition, from first: Int32) -> Domain {
        guard transition.isLocal else { return externalDomain(of: transition) }
        let source = transition.source
        let target = scratch.targets[first]
        // A history of the state itself is about all its regions.
        guard infos[source].flags.contains(.hasRegions), !isBesideRegions(target, of: source) else {
            return Domain(node: source, includesNode: false, targets: transition.targets)
        }
        let region = region(of: target, in: source)
        var end = first + 1
        while end < transition.targets.upperBound, scratch.targets[end] < infos[region].end { end += 1 }
        return Domain(node: region, includesNode: target == region, targets: first..<end)
    }

    /// The region of an orthogonal state in which a node is, or which it is.
    func region(of node: Int32, in orthogonal: Int32) -> Int32 {
        var region = node
        while infos[region].parent != orthogonal { region = infos[region].parent }
        return region
    }

    func isBesideRegions(_ node: Int32, of orthogonal: Int32) -> Bool {
        infos[node].parent == orthogonal && !infos[node].flags.contains(.isState)
    }

    /// The innermost region that holds source and targets (UML 14.2.3.9.6): a composite without regions that has them
    /// strictly inside it; a state directly inside an orthogonal one, which is that region and is left and entered
    /// itself if it is source or target; at the outermost what is inside the top, which stays, also if it is source or
    /// target itself. An embedded chart is left only by an exit point that the host continues.
    private func externalDomain(of transition: Transition) -> Domain {
        let (source, targets, left) = (transition.source, transition.targets, transition.left)
        var node = source
        while infos[node].kind != .top || !holds(node, targets, left, orIs: true) {
            let info = infos[node]
            let isAround = node != source && info.kind != .top && !info.flags.contains(.hasRegions)
            if isAround, holds(node, targets, left) { break }
            if info.flags.contains(.isRegion), holds(node, targets, left, orIs: true) {
                return Domain(node: node, includesNode: true, targets: targets)
            }
            node = info.parent
        }
        // Any other state would be left in its place.
        let leavesInside =
            infos[node].kind == .top
            && (infos[node].flags.contains(.hasRegions) || node == source || !holds(node, targets, left))
        return Domain(node: node, includesNode: false, leavesInside: leavesInside, targets: targets)
    }

    /// True if all targets are strictly inside the node (or are the node), and so is what the way leaves behind.
    func holds(_ node: Int32, _ targets: Range<Int32>, _ left: Int32, orIs: Bool = false) -> Bool {
        let inside = (orIs ? node : node + 1)..<infos[node].end
        return targets.allSatisfy { inside.contains(scratch.targets[$0]) } && (left < 0 || inside.contains(left))
    }
}
