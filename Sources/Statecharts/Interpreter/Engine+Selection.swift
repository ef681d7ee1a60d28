extension Engine {
    /// Asks the active states inside `root` about an event: each leaf in document order, then its superiors.
    ///
    /// A state with regions, and those above it, are asked only when none of the regions reacted; no state is asked twice.
    /// Of an event that belongs to a state, such as that of its timer, only the leaves inside that state are asked, and their superiors.
    /// See SCXML's [selectTransitions](https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation).
    func selectTransitions(_ event: EventPointer, root: Int32) {
        let owner = cells.value.owner
        select(root: root, within: owner < 0 ? root : owner) { node, info in askAboutEvent(node, info, event) }
    }

    /// The same for transitions without an event, SCXML's selectEventlessTransitions.
    func selectEventlessTransitions() {
        select(root: 0, within: 0) { node, info in askAlways(node, info) }
    }

    @inline(__always)
    private func select(root: Int32, within owner: Int32, _ ask: (Int32, NodeInfo) -> Bool) {
        let end = infos[owner].end
        var position = owner == 0 ? 0 : firstLeaf(from: owner)
        let count = leaves.count
        var lastReacted: Int32 = -1
        while position < count, leaves[position] < end {
            var node = leaves[position]
            let next = position + 1 < count && leaves[position + 1] < end ? leaves[position + 1] : Int32.max
            while true {
                let info = infos[node]
                if info.flags.contains(.hasRegions) && lastReacted > node { break }
                if ask(node, info) {
                    lastReacted = node
                    break
                }
                if node == root { break }
                if info.flags.contains(.isRegion) && next < infos[info.parent].end { break }
                node = info.parent
            }
            position += 1
        }
    }

    @inline(__always)
    func askAboutEvent(_ node: Int32, _ info: NodeInfo, _ event: EventPointer) -> Bool {
        guard info.overrides.contains(.handle) else { return false }
        var event = event
        if info.scope != cells.value.eventScope {
            guard let inner = translatedEvent(event, for: info.scope) else { return false }
            event = inner
        }
        let reaction = nodes.call(node) { $0.react(to: event) }
        switch reaction.kind {
        case .unhandled:
            return false
        case .deferred:
            cells.value.deferredBy = node
            return true
        case .internal, .external, .local:
            return enable(node, reaction)
        }
    }

    private func askAlways(_ node: Int32, _ info: NodeInfo) -> Bool {
        if info.overrides.contains(.always), enableWithoutEvent(node, nodes.call(node) { $0.reactAlways() }, "always()")
        {
            return true
        }
        guard info.flags.contains(.hasAutomaticJoin) else { return false }
        for position in 0..<info.childCount {
            let child = topology.childIndex(info, position)
            if infos[child].kind == .join, nodes[child].isAutomaticJoin, sourcesAreActive(of: child),
                enableWithoutEvent(child, nodes[child].branch(), "a join")
            {
                return true
            }
        }
        return false
    }

    /// Adds a reaction of `always()`, `completed()`, `failed(_:)` or a join; those have no event to defer.
    func enableWithoutEvent(_ node: Int32, _ reaction: RawReaction, _ what: String) -> Bool {
        switch reaction.kind {
        case .unhandled:
            return false
        case .deferred:
            fail(
                StepError(
                    .nothingToDefer, path: topology.path(of: node),
                    "answered .deferred to \(what), where there is no event",
                    fix: "answer .unhandled, or a transition"))
            return false
        case .internal, .external, .local:
            return enable(node, reaction)
        }
    }

    func sourcesAreActive(of join: Int32) -> Bool {
        let info = infos[join]
        for position in 0..<info.fixedCount where !isActive(topology.fixedIndex(info, position)) { return false }
        return true
    }

    // MARK: Events of embedded charts

    /// The event as the embedded chart `scope` understands it; translated once per event and chart.
    private func translatedEvent(_ event: EventPointer, for scope: Int16) -> EventPointer? {
        if scope == cells.value.eventScope { return event }
        switch translated[Int(scope)] {
        case .none: return nil
        case .event(let known): return known
        case .unknown: break
        }
        let submachine = topology.scopeNodes[Int(scope)]
        guard submachine >= 0, let outer = translatedEvent(event, for: infos[submachine].scope),
            let inner = nodes[submachine].translate(outer)
        else {
            translated[Int(scope)] = .none
            return nil
        }
        translated[Int(scope)] = .event(inner)
        return inner
    }

    func forgetTranslations() {
        guard topology.scopeNodes.count > 1 else { return }
        if translated.isEmpty { translated = Array(repeating: .unknown, count: topology.scopeNodes.count) }
        for index in translated.indices { translated[index] = .unknown }
    }
}
