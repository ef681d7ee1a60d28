extension Engine {
    /// Who is asked, and in which order: each leaf in document order, then its superiors, until one reacts; what has
    /// regions, and what is around it, only if none of them has reacted; nobody twice. See SCXML's
    /// [selectTransitions](https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation).
    ///
    /// The one place that says so, whatever is asked and however. Where there is only one leaf, nothing is left of it
    /// but to go up: `Interpreter.offer`.
    /// - Parameters:
    ///   - positions: those of the leaves that are concerned.
    ///   - root: the outermost vertex that may be asked.
    ///   - nearest: for every vertex the nearest one, itself or above, that is to be asked.
    ///   - above: the same from its superior on.
    ///   - ask: asks a vertex on behalf of the leaf at a position, and answers whether it has reacted.
    @inlinable @inline(__always)
    func select(
        _ positions: Range<Int32>, upTo root: Int32, nearest: FlatArray<Int32>, above: FlatArray<Int32>,
        _ ask: (_ vertex: Int32, _ position: Int32) -> Bool
    ) {
        var position = positions.lowerBound
        let end = positions.upperBound
        var lastReacted: Int32 = -1
        while position < end {
            var vertex = nearest[leaves[position]]
            let next = position + 1 < end ? leaves[position + 1] : .max
            readiness.value.signposts.lead(to: vertex)
            while vertex > lastReacted, vertex >= root, ends[vertex] <= next {
                if ask(vertex, position) {
                    lastReacted = vertex
                    break
                }
                vertex = above[vertex]
            }
            position += 1
        }
    }

    /// Asks the active states inside `root` about an event. Of one that belongs to a state, such as that of its timer,
    /// only the leaves inside that state are asked, and their superiors.
    func selectTransitions(_ event: EventPointer, root: Int32) {
        let owner = cells.value.owner
        select(
            positions(within: owner < 0 ? root : owner), upTo: root, nearest: handlers, above: handlersAbove
        ) { vertex, position in askAboutEvent(vertex, position, event) }
    }

    /// The same for transitions without an event, SCXML's selectEventlessTransitions.
    func selectEventlessTransitions() {
        select(0..<leaves.count, upTo: 0, nearest: eventless, above: topology.eventlessAbove.base) { vertex, position in
            askAlways(vertex, position)
        }
    }

    private func askAboutEvent(_ node: Int32, _ position: Int32, _ event: EventPointer) -> Bool {
        let reaction = answer(of: node, to: event)
        return reaction.isUnhandled ? false : add(reaction, of: node, at: position)
    }

    /// What a vertex answers to an event, if its chart understands it.
    @usableFromInline
    func answer(of node: Int32, to event: EventPointer) -> RawReaction {
        let scope = infos[node].scope
        if scope == cells.value.eventScope { return asking(node) { $0.react(to: event) } }
        guard let inner = translatedEvent(event, for: scope) else { return .unhandled }
        return asking(node) { $0.react(to: inner) }
    }

    private func askAlways(_ node: Int32, _ position: Int32) -> Bool {
        let info = infos[node]
        if info.overrides.contains(.always),
            addWithoutEvent(asking(node) { $0.reactAlways() }, of: node, at: position, "always()")
        {
            return true
        }
        guard info.flags.contains(.hasAutomaticJoin) else { return false }
        for place in 0..<info.childCount {
            let child = topology.childIndex(info, place)
            if infos[child].kind == .join, nodes[child].isAutomaticJoin, sourcesAreActive(of: child),
                addWithoutEvent(asking(child) { $0.branch() }, of: child, at: position, "a join")
            {
                return true
            }
        }
        return false
    }

    /// Adds an answer of `always()`, `completed()`, `failed(_:)` or a join; those have no event to defer.
    func addWithoutEvent(
        _ reaction: consuming RawReaction, of node: Int32, at position: Int32, _ what: String
    ) -> Bool {
        switch reaction.kind {
        case .unhandled:
            return false
        case .deferred:
            refuse(
                StepError(
                    .nothingToDefer, path: topology.path(of: node),
                    "answered .deferred to \(what), where there is no event",
                    fix: "answer .unhandled, or a transition"), of: node)
            return addRefused(node, position)
        case .internal, .external, .local:
            return add(reaction, of: node, at: position)
        }
    }

    func sourcesAreActive(of join: Int32) -> Bool {
        let info = infos[join]
        for position in 0..<info.fixedCount where !holdsLeaf(topology.fixedIndex(info, position)) {
            return false
        }
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
            let inner = asking(submachine, { $0.translated(outer) })
        else {
            translated[Int(scope)] = .none
            return nil
        }
        translated[Int(scope)] = .event(inner)
        return inner
    }

    func forgetTranslations() {
        if asksDirectly { return }
        if translated.isEmpty { translated = Array(repeating: .unknown, count: topology.scopeNodes.count) }
        for index in translated.indices { translated[index] = .unknown }
    }
}
