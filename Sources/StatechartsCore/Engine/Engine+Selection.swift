// Selection: who is asked. Listing: what is kept of the answers. Conflicts: which of them are taken.

extension Engine {
    /// Asks each leaf in document order, then its superiors, until one reacts. An orthogonal state, and those around
    /// it, are asked only if no region has reacted. Nobody is asked twice. See SCXML's
    /// [selectTransitions](https://www.w3.org/TR/scxml/#AlgorithmforSCXMLInterpretation).
    /// - Parameters:
    ///   - positions: those of the leaves that are asked.
    ///   - root: the outermost vertex that may be asked.
    ///   - nearest: those that are to be asked.
    ///   - ask: asks a vertex on behalf of the leaf at a position, and answers whether it has reacted.
    @inline(__always)
    private func select(
        _ positions: Range<LeafPosition>, upTo root: VertexIndex, _ nearest: Nearest,
        _ ask: (_ vertex: VertexIndex, _ position: LeafPosition) -> Bool
    ) {
        var position = positions.lowerBound
        var lastReacted: VertexIndex = -1
        while position < positions.upperBound {
            let next = position + 1 < positions.upperBound ? leaves[position + 1] : .max
            let reacted = climb(from: position, upTo: max(root, lastReacted + 1), next, nearest, ask)
            if reacted >= 0 { lastReacted = reacted }
            position += 1
        }
    }

    /// Asks a leaf, then its superiors, up to `root`. Answers who has reacted, -1 for nobody.
    /// - Parameter next: the next leaf. A state that holds it too is not asked here but on behalf of the last leaf that
    ///   it holds.
    @inline(__always)
    private func climb(
        from position: LeafPosition, upTo root: VertexIndex, _ next: VertexIndex, _ nearest: Nearest,
        _ ask: (_ vertex: VertexIndex, _ position: LeafPosition) -> Bool
    ) -> VertexIndex {
        var vertex = nearest.atOrAbove[leaves[position]]
        hot.value.branchHistory.add(vertex)
        while vertex >= root, next == .max || infos[vertex].end <= next {
            if ask(vertex, position) { return vertex }
            vertex = nearest.above[vertex]
        }
        return -1
    }

    /// Asks the active states about an event. If it belongs to a state, such as that of its timer, only the leaves
    /// inside that state and their superiors are asked.
    /// - Returns: the last state that has deferred the event, -1 if none has.
    @inline(__always)
    func select(_ offer: Offer) -> VertexIndex {
        // In one chart every event is that of its top.
        guard likely(isOneChart && offer.owner < 0 && leaves.count == 1) else { return selectAmong(offer) }
        var deferrer: VertexIndex = -1
        _ = climb(from: 0, upTo: 0, .max, handlers) { ask($0, about: offer, at: $1, &deferrer) }
        return deferrer
    }

    @inline(never)
    private func selectAmong(_ offer: Offer) -> VertexIndex {
        var deferrer: VertexIndex = -1
        let root = top(of: offer.scope)
        let positions = positions(within: offer.owner < 0 ? root : offer.owner)
        select(positions, upTo: root, handlers) { ask($0, about: offer, at: $1, &deferrer) }
        return deferrer
    }

    @inline(__always)
    private func ask(
        _ vertex: VertexIndex, about offer: Offer, at position: LeafPosition, _ deferrer: inout VertexIndex
    ) -> Bool {
        guard let reaction = react(vertex, to: offer) else { return false }
        // Deferral is seldom, and looked for last.
        let kind = reaction.kind
        // Moved: a copy would retain the effect.
        if listIfEnabled(consume reaction, of: vertex, at: position) { return true }
        if kind != .deferred { return false }
        deferrer = vertex
        return true
    }

    /// The outcome that an event would have. Once a state reacts, nobody else is asked: the outcome is known then.
    func selectFirst(_ offer: Offer) -> Outcome {
        var deferrer: VertexIndex = -1
        let root = top(of: offer.scope)
        select(0..<leaves.count, upTo: root, handlers) { vertex, position in
            !answers.isEmpty || ask(vertex, about: offer, at: position, &deferrer)
        }
        return !answers.isEmpty ? .handled : deferrer >= 0 ? .deferred : .unhandled
    }

    @inline(__always)
    private func react(_ vertex: VertexIndex, to offer: Offer) -> RawReaction? {
        let event = likely(isOneChart) ? offer.event : translated(offer, for: infos[vertex].scope)
        guard let event else { return nil }
        return asking(vertex) { $0.react(to: event) }
    }

    /// Asks for transitions without an event, SCXML's selectEventlessTransitions.
    func selectEventless() {
        select(0..<leaves.count, upTo: 0, topology.eventless, askAlways)
    }

    /// Asks `always()` of a state, and then the joins directly inside it that wait for nothing but their sources.
    private func askAlways(_ node: VertexIndex, _ position: LeafPosition) -> Bool {
        let info = infos[node]
        if info.overrides.contains(.always),
            listEventlessIfEnabled(asking(node) { $0.reactAlways() }, of: node, at: position, "always()")
        {
            return true
        }
        guard info.flags.contains(.hasAutomaticJoin) else { return false }
        for child in topology.children(of: node) where infos[child].kind == .join {
            if nodes[child].isAutomaticJoin, sourcesAreActive(of: child),
                listEventlessIfEnabled(asking(child) { $0.branch() }, of: child, at: position, "a join")
            {
                return true
            }
        }
        return false
    }

    func sourcesAreActive(of join: VertexIndex) -> Bool {
        infos[join].fixed.allSatisfy { holdsLeaf(topology.fixed[$0]) }
    }

    // MARK: Listing

    /// Lists an answer with its plan, which is found in the cache or worked out.
    /// - Parameter position: that of the leaf on whose behalf the source was asked.
    /// - Returns: true if an answer was listed; false if the transition turns out not to be enabled, or the source has
    ///   deferred the event.
    @inline(__always)
    func listIfEnabled(_ reaction: consuming RawReaction, of source: VertexIndex, at position: LeafPosition) -> Bool {
        let head = reaction.head
        if head.leadsToOne, head.tag == tag,
            let plan = plans.find(
                leaves, history, at: position, Plan.Key(source, head.first, isLocal: head.kind == .local))
        {
            answers.append(Answer(reaction: reaction, plan: plan, source: source, position: position &- plan.offset))
            return true
        }
        if head.kind == .internal {
            answers.append(Answer(reaction: reaction, plan: nil, source: source, position: position))
            return true
        }
        return resolveAndListIfEnabled(reaction, of: source, at: position)
    }

    /// Lists an answer whose plan was not found in the cache by its one target.
    /// - Returns: see `listIfEnabled`.
    @inline(never)
    private func resolveAndListIfEnabled(
        _ reaction: consuming RawReaction, of source: VertexIndex, at position: LeafPosition
    ) -> Bool {
        // Of a deferring one there is nothing to list.
        if reaction.kind == .deferred { return false }
        let firstPassed = scratch.passed.count
        do {
            if let transition = try resolve(reaction, of: source) {
                listParts(of: transition, reaction, firstPassed..<scratch.passed.count, at: position)
                return true
            }
            scratch.passed.truncate(to: firstPassed)
            return false
        } catch {
            scratch.passed.truncate(to: firstPassed)
            return listRefused(error, of: source, at: position)
        }
    }

    /// Lists a transition whose targets are known, in as many parts as it has domains.
    private func listParts(
        of transition: Transition, _ reaction: consuming RawReaction, _ passed: Range<Int32>, at position: LeafPosition
    ) {
        let named = transition.named
        let dependsOnMore = named < 0 || isWidenedByWay(transition, isLocal: reaction.isLocal)
        let key = dependsOnMore ? nil : key(of: transition, isLocal: reaction.isLocal)
        // The targets are in the plan, and nothing of a performed answer may have to be destroyed.
        reaction = reaction.withoutMany()
        if let key, let plan = plans.find(leaves, history, at: position, key) {
            let start = position - plan.offset
            return answers.append(
                Answer(reaction: reaction, plan: plan, source: transition.source, position: start, passed: passed))
        }
        var next = transition.targets.lowerBound
        repeat {
            let domain = domain(of: transition, from: next)
            let isFirst = next == transition.targets.lowerBound
            next = domain.targets.upperBound
            let isOnly = isFirst && next == transition.targets.upperBound
            let plan = makePlan(domain, isLocal: transition.isLocal, key: isOnly ? key : nil, at: position)
            answers.append(
                Answer(
                    reaction: isFirst ? copy reaction : .handled, plan: plan, source: transition.source,
                    position: position - plan.offset, passed: isFirst ? passed : 0..<0, isContinued: !isFirst))
        } while next < transition.targets.upperBound
    }

    private func key(of transition: Transition, isLocal: Bool) -> Plan.Key {
        let isForeign = !mayBeNamed(transition.named, in: infos[transition.source].scope)
        return Plan.Key(transition.source, transition.named, isLocal: isLocal, isForeign: isForeign)
    }

    /// Lists an answer of `always()`, `completed()`, `failed(_:)` or a join; those have no event to defer.
    /// - Returns: see `listIfEnabled`.
    func listEventlessIfEnabled(
        _ reaction: RawReaction?, of node: VertexIndex, at position: LeafPosition, _ what: String
    ) -> Bool {
        guard let reaction else { return false }
        guard reaction.kind == .deferred else { return listIfEnabled(reaction, of: node, at: position) }
        return listRefused(
            StepError(
                .nothingToDefer, path: topology.path(of: node),
                "answered .deferred to \(what), where there is no event",
                fix: "answer .unhandled, or a transition"), of: node, at: position)
    }

    /// Lists a reaction that cannot be taken as an internal one, so that its source stays active. The mistake is
    /// offered when the microstep is complete. A choice or a join has no state to stay in: the chart fails.
    private func listRefused(_ mistake: StepError, of source: VertexIndex, at position: LeafPosition) -> Bool {
        addMistake(mistake, of: source)
        guard infos[source].flags.contains(.isState) else {
            if hot.value.mistakeListener != .nobody { fail(mistake) }
            return false
        }
        answers.append(Answer(reaction: .handled, plan: nil, source: source, position: position))
        return true
    }

    // MARK: Conflicts

    /// Of transitions that replace the same leaves, takes the first in document order; SCXML's
    /// removeConflictingTransitions.
    ///
    /// In SCXML the inner one of two nested sources goes first. Here no two sources are nested. Nobody inside a state
    /// that has reacted is asked later, because the state is asked on behalf of its last leaf. Nobody around it is,
    /// because `select` goes up to behind the last state that has reacted and no further.
    ///
    /// The sources are in document order, and a domain lies inside its source or holds it. So a transition replaces
    /// leaves that one before it replaces if its first part begins before the end of those, and only then.
    func removeConflicts() {
        var end: LeafPosition = 0, part: AnswerIndex = 0
        while part < answers.count {
            assert((0..<part).allSatisfy { !areNested(answers[$0].source, answers[part].source) })
            if let plan = answers[part].plan {
                if answers[part].position < end {
                    repeat {
                        scratch.preempted.append(answers.remove(at: part))
                    } while part < answers.count && answers[part].isContinued
                    continue
                }
                end = answers[part].position + plan[.old].count
            }
            part += 1
        }
    }

    private func areNested(_ a: VertexIndex, _ b: VertexIndex) -> Bool {
        topology.contains(a, b) || topology.contains(b, a)
    }
}
