// From what the asked vertices answer to a list of answers with their plans.

extension Engine {
    /// The first answer, while it is the only one and has a short plan.
    @usableFromInline
    struct First {
        let reaction: RawReaction
        let plan: Plan
        let source: Int32
        let position: Int32

        @usableFromInline
        init(reaction: RawReaction, plan: Plan, source: Int32, position: Int32) {
            self.reaction = reaction
            self.plan = plan
            self.source = source
            self.position = position
        }
    }

    /// Adds the first answer to the list, as there may be more.
    @usableFromInline
    func add(_ first: consuming First) { append(first.reaction, first.plan, first.source, first.position) }

    /// Adds an answer to the list.
    /// - Parameter position: that of the leaf on whose behalf the source was asked.
    /// - Returns: whether the source has reacted: `false` if its transition is not enabled after all, as a junction on
    ///   its way has no branch, or the sources of a join are not all active.
    @usableFromInline
    func add(_ reaction: consuming RawReaction, of source: Int32, at position: Int32) -> Bool {
        if cells.value.status == .running, let plan = plan(for: reaction, at: position, of: source) {
            append(reaction, plan, source, position)
            return true
        }
        return addElsewhere(reaction, source, position)
    }

    @inline(never)
    private func addElsewhere(_ reaction: consuming RawReaction, _ source: Int32, _ position: Int32) -> Bool {
        switch reaction.kind {
        case .unhandled: return false
        case .deferred: cells.value.deferredBy = source
        case .internal: work.answers.append(.init(reaction: reaction, plan: nil, source: source, position: position))
        case .external, .local: return addResolved(reaction, source, position)
        }
        return true
    }

    @inline(__always)
    private func append(_ reaction: consuming RawReaction, _ plan: Plan, _ source: Int32, _ position: Int32) {
        let start = position - plan.offset
        noteReach(start, plan)
        work.answers.append(
            .init(reaction: reaction, plan: plan, source: source, position: start, target: reaction.first))
    }

    /// Notes whether two answers replace the same leaves; as they come in the order of these, comparing with the last
    /// one is enough.
    @inline(__always)
    func noteReach(_ start: Int32, _ plan: Plan) {
        if start < cells.value.reach { cells.value.hasConflict = true }
        cells.value.reach = max(cells.value.reach, start + plan.oldCount)
    }

    /// The kept plan of a reaction that leads to one vertex, if it is known.
    @inline(__always)
    func plan(for reaction: borrowing RawReaction, at position: Int32, of source: Int32) -> Plan? {
        guard reaction.leadsToOne, reaction.tag == tag,
            let plan = plans.find(leaves, at: position, .init(source, reaction))
        else { return nil }
        return plan.has(.remembers) ? remembered(plan, source, reaction.isLocal, at: position) : plan
    }

    /// The same for code that knows the chart's types; `nil` too if an answer that was asked for before has failed the
    /// chart.
    @usableFromInline
    func knownPlan(_ reaction: borrowing RawReaction, of source: Int32, at position: Int32) -> Plan? {
        cells.value.status == .running ? plan(for: reaction, at: position, of: source) : nil
    }

    @inline(__always) var hasAnswers: Bool { cells.value.workspace?.answers.isEmpty == false }

    // MARK: After all were asked

    /// Takes the only answer.
    @usableFromInline
    func takeOnly(_ only: consuming First) -> Progress {
        if hasBelongings {
            perform(only.plan, only.reaction, of: only.source, at: only.position, isShort: false)
        } else {
            perform(only.plan, only.reaction, of: only.source, at: only.position, isShort: true)
        }
        return endShort(only.plan, of: only.source, isOpen: true)
    }

    /// Takes the event with what was listed.
    @usableFromInline
    func takeListed(_ event: EventPointer) -> Progress {
        guard cells.value.status == .running else {
            goOn(.unhandled, as: .event)
            return .begun
        }
        if hasAnswers {
            guard readiness.value.isPlain else {
                goOn(.handled, as: .event)
                return .begun
            }
            return takeAnswers()
        }
        if cells.value.deferredBy < 0, !settlesAlways { return .unhandled }
        if cells.value.deferredBy >= 0 { keep(event, scope: 0) }
        goOn(cells.value.deferredBy >= 0 ? .deferred : .unhandled, as: .event)
        return .begun
    }

    /// Takes the answers where nothing follows but what their actions bring about.
    private func takeAnswers() -> Progress {
        cells.value.trigger = .event
        beginPerforming()
        guard perform(), readiness.value.isPlain else { return .begun }
        readiness.value.next = onlyHandler
        readiness.value.phase = .idle
        assert(isSound)
        return .complete
    }
}
