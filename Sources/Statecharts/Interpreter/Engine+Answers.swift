// From what the asked vertices answer to a list of answers with their plans.

extension Engine {
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

    @inline(__always) var hasAnswers: Bool {
        guard let workspace = cells.value.workspace else { return false }
        return !workspace.answers.isEmpty
    }

    // MARK: After all were asked

    /// Takes the event with what the leaves and their superiors have answered.
    @usableFromInline
    func takeListed(_ event: EventPointer) -> Progress {
        guard cells.value.status == .running else { return begin(.unhandled) }
        guard hasAnswers else {
            if cells.value.deferredBy < 0 { return readiness.value.mustSettle ? begin(.unhandled) : .unhandled }
            keep(event, scope: 0)
            return begin(.deferred)
        }
        if let alone = performAlone() { return end(alone.plan, of: alone.source, to: alone.target) }
        return takeAnswers()
    }

    /// Opens the step that goes on with what the states were asked.
    private func begin(_ outcome: Outcome) -> Progress {
        open(.event)
        goOn(outcome, as: .event)
        return .begun
    }

    /// Takes several answers, or one that may come to more than a known plan: at once where nothing follows but what
    /// their actions bring about.
    private func takeAnswers() -> Progress {
        let isPlain = readiness.value.isPlain
        open(.event)
        cells.value.trigger = .event
        beginPerforming()
        guard isPlain, perform(), readiness.value.isPlain else { return .begun }
        readiness.value.next = nextHandler
        return endShort()
    }

    /// Performs the only answer, if its plan is known and none of its actions suspends, without beginning with a list.
    func performAlone() -> (plan: Plan, source: Int32, target: Int32)? {
        let answers = work.answers
        // What belongs to a state and is deferred has to know the step in which the state is left.
        guard answers.count == 1, let plan = answers[0].plan, plan.isPerformedAlone, answers[0].passed.isEmpty,
            !answers[0].reaction.suspends, cells.value.ownedDeferrals == 0, work.passing.isEmpty,
            work.completions.isEmpty
        else { return nil }
        // Moved out of the list, as a copy of the effect would be retained.
        guard let answer = answers.popLast() else { return nil }
        performKnown(plan, answer.reaction, of: answer.source, at: answer.position)
        clearMicrostep()
        return (plan, answer.source, answer.target)
    }
}
