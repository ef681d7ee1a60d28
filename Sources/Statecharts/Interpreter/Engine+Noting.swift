// How a step is taken of which somebody wants a record, where one can be made of numbers afterwards: the shortest way,
// with a note. Whatever comes to more is recorded as it goes on. `Interpreter.dispatchNoting` asks the vertices.

extension Engine {
    /// The first vertex to be asked about an event whose step may be plain; `FirstHandler.general` if it cannot be, or
    /// `.refused`.
    @usableFromInline
    func firstHandlerOfPlainStep() -> Int32 {
        guard readiness.value.phase == .idle, cells.value.status == .running else { return FirstHandler.refused }
        // Records are asked for again where the step turns out not to be plain.
        if cells.value.wantsRecord { isObserved = false }
        guard readiness.value.isPlain, readiness.value.next >= FirstHandler.none else { return FirstHandler.general }
        assert(readiness.value.next == nextHandler)
        readiness.value.phase = .asking
        return readiness.value.next
    }

    /// Takes the reaction of a vertex, the only leaf or one around it. If the step is complete, `note` says what it
    /// did; if not, it is being recorded.
    @usableFromInline
    func takeNoting(_ reaction: borrowing RawReaction, of source: Int32, _ note: inout PlainStep) -> Progress {
        guard readiness.value.isPlain else { return takeRecording(reaction, of: source) }
        // What is noted has no place for the words of a guard, nor for an effect that may suspend.
        if reaction.hasGuard || reaction.suspends { return takeRecording(reaction, of: source) }
        let plan = plan(for: reaction, at: 0, of: source)
        if let plan {
            guard plan.isShort, !plan.leadsOn, plan.target == reaction.first else {
                return takeRecording(reaction, of: source)
            }
            note = PlainStep(plan, of: source, to: plan.leaf, hasEffect: reaction.hasEffect)
            performShort(plan, reaction, of: source)
        } else {
            guard reaction.isPlainInternal else { return takeRecording(reaction, of: source) }
            note = PlainStep(nil, of: source, to: leaves[0], hasEffect: reaction.hasEffect)
            performInternal(reaction, of: source)
        }
        if readiness.value.isPlain { return endShort() }
        recordFromHere(note, plan, to: reaction.first)
        return .begun
    }

    /// Takes the reaction in a step that is recorded.
    @inline(never)
    private func takeRecording(_ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        isObserved = true
        return reaction.kind == .deferred ? .deferred : takeOpened(reaction, of: source, in: .event)
    }

    /// Goes on with a record, where a step of which nothing was recorded so far is not over with what was noted.
    @inline(never)
    private func recordFromHere(_ note: PlainStep, _ plan: Plan?, to target: Int32) {
        isObserved = true
        open(.event)
        cells.value.trigger = .event
        if cells.value.isRecording { recordedMicrosteps += note.microsteps(in: topology) }
        if let plan { endMicrostep(plan, of: note.source, to: target) }
        readiness.value.phase = .settle
    }

    /// Ends the step of an event to which nobody has reacted. Answers whether that is all, as `note` says; if not, it
    /// is being recorded.
    @usableFromInline
    func endUnhandled(_ note: inout PlainStep) -> Bool {
        if readiness.value.isPlain {
            note = PlainStep(nil, of: -1, to: leaves[0], hasEffect: false)
            endUnhandled()
            return true
        }
        isObserved = true
        settleUnhandled()
        return false
    }
}
