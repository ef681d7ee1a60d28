// What the asked vertices answer is listed, until all are asked. As long as each answer has a known plan, and those are apart from each other,
// the list is `Workspace.parts`: nothing has to be worked out. With the first that has none, all go into `Workspace.selected`, and the microstep
// is planned in place.

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
    /// - Returns: whether the source has reacted: `false` if its transition is not enabled, see ``enable(_:_:as:of:)``.
    func add(_ reaction: consuming RawReaction, of source: Int32, at position: Int32) -> Bool {
        if !work.selected.isEmpty || cells.value.isRecording { return add(reaction, nil, of: source, at: position) }
        return add(reaction, plan(for: reaction, of: source, at: position), of: source, at: position)
    }

    /// The same, with the plan of the answer if it is known.
    @usableFromInline
    func add(_ reaction: consuming RawReaction, _ plan: Plan?, of source: Int32, at position: Int32) -> Bool {
        if reaction.kind == .deferred {
            cells.value.deferredBy = source
            return true
        }
        guard work.selected.isEmpty, !cells.value.isRecording else { return enable(source, reaction) }
        if let plan {
            if isApart(position - plan.offset) {
                append(reaction, plan, source, position)
                return true
            }
        } else if reaction.isInternal {
            work.parts.append(.init(plan: nil, position: position, source: source))
            work.effects.append(.init(reaction: reaction, source: source))
            return true
        } else if reaction.isPlain, reaction.tag == tag, !reaction.hasEffect, infos[reaction.first].kind == .join {
            return addThroughJoin(reaction, of: source, at: position)
        }
        selectListed()
        return enable(source, reaction)
    }

    @inline(__always)
    private func append(_ reaction: consuming RawReaction, _ plan: Plan, _ source: Int32, _ position: Int32) {
        work.parts.append(.init(plan: plan, position: position - plan.offset, source: source))
        work.effects.append(.init(reaction: reaction, source: source))
    }

    /// Goes on from a join as ``enable(_:_:as:of:)`` does, with what the join answers in place of the reaction.
    private func addThroughJoin(_ reaction: borrowing RawReaction, of source: Int32, at position: Int32) -> Bool {
        guard mayBeNamed(reaction.first, in: infos[source].scope), sourcesAreActive(of: reaction.first) else {
            selectListed()
            return enable(source, copy reaction)
        }
        let next = nodes.call(reaction.first) { $0.branch() }
        guard next.kind == .external || next.kind == .local else { return false }
        // An effect of the join would be taken for one of the source.
        if next.kind == reaction.kind, !next.hasEffect, let plan = plan(for: next, of: source, at: position),
            isApart(position - plan.offset)
        {
            append(next, plan, source, position)
            return true
        }
        selectListed()
        return enable(source, next, as: reaction.kind, of: reaction.first)
    }

    /// Whether what is listed replaces only leaves before that at `position`: then there is no conflict, and the order is that of the leaves.
    @inline(__always)
    private func isApart(_ position: Int32) -> Bool {
        var last = work.parts.count - 1
        while last >= 0 {
            if let plan = work.parts[last].plan { return work.parts[last].position + plan.oldCount <= position }
            last -= 1
        }
        return true
    }

    /// Has what was listed so far planned in place.
    private func selectListed() {
        guard !work.parts.isEmpty else { return }
        work.parts.removeAll()
        work.effects.drain { answer in _ = enable(answer.source, answer.reaction) }
    }

    var hasAnswers: Bool { !work.parts.isEmpty || !work.selected.isEmpty }

    // MARK: After all were asked

    /// Takes the only answer.
    @usableFromInline
    func takeOnly(_ only: consuming First) -> Progress {
        if hasBelongings { beginLeaving(only.plan) }
        performShort(only.plan, only.reaction, of: only.source, at: only.position)
        return endShort(only.plan, of: only.source, isOpen: true)
    }

    /// Takes the event with what was listed.
    @usableFromInline
    func takeListed(_ event: EventPointer) -> Progress {
        if cells.value.status == .running {
            if work.parts.isEmpty, work.selected.isEmpty {
                if cells.value.deferredBy < 0, !settlesAlways { return .unhandled }
                if cells.value.deferredBy >= 0 { keep(event, scope: 0) }
                goOn(cells.value.deferredBy >= 0 ? .deferred : .unhandled, as: .event)
                return .begun
            }
            if readiness.value.isPlain, work.selected.isEmpty { return takeParts() }
        }
        goOn(cells.value.status == .running ? .handled : .unhandled, as: .event)
        return .begun
    }

    /// Takes the parts where nothing follows but what their actions bring about.
    private func takeParts() -> Progress {
        cells.value.trigger = .event
        beginPerforming()
        guard perform(), readiness.value.isPlain, work.passing.isEmpty else { return .begun }
        readiness.value.next = onlyHandler
        readiness.value.phase = .idle
        return .complete
    }
}
