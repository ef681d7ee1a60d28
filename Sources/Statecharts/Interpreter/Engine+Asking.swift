// How an event reaches the handlers without being written down: `Interpreter.dispatch`, which knows the chart's types
// and is specialised for them, asks the vertices that this file names, and gives the answers back.

/// Whom to ask first about an event, as far as it is not a vertex: answers of `Engine.firstHandler`.
@usableFromInline
enum FirstHandler {
    /// Nobody.
    @inlinable static var none: Int32 { -1 }
    /// The engine itself has to ask, see `Engine.takeEvent`.
    @inlinable static var general: Int32 { -2 }
    /// No event may be given to the engine now.
    @inlinable static var refused: Int32 { -3 }
    /// Several leaves, one after the other: see `Engine.select`.
    @inlinable static var severalLeaves: Int32 { -4 }
}

/// What came of a reaction, or of all of them.
@usableFromInline
enum Progress {
    /// Nobody has reacted: the superiors are to be asked, if there are more.
    case unhandled
    /// The event is to be deferred, and nothing else happens in its step.
    case deferred
    /// The step is complete, and the machine goes on.
    case complete
    /// The same, and a deferred event is next.
    case recalls
    /// The engine has to be run on.
    case begun
}

extension Engine {
    /// The first vertex to be asked about an event, or one of `FirstHandler`.
    ///
    /// The step has begun with this, unless the event is refused: `Interpreter.dispatch` has to follow.
    @inlinable @inline(__always)
    func firstHandler() -> Int32 {
        let next = readiness.value.next
        guard readiness.value.isPlain, readiness.value.phase == .idle else { return firstHandlerElsewhere() }
        assert(next == nextHandler)
        readiness.value.phase = .asking
        return next
    }

    /// Whom the next event is offered to first, while the chart runs and nothing is raised.
    @usableFromInline
    var nextHandler: Int32 { leaves.count == 1 ? handlers[leaves[0]] : FirstHandler.severalLeaves }

    /// The same for an event that belongs to a state, see `Engine.take`: who asks has `-1` or an active state.
    @usableFromInline
    func firstHandler(of owner: Int32) -> Int32 {
        let first = firstHandler()
        guard owner >= 0, first != FirstHandler.refused else { return first }
        cells.value.owner = owner
        // So that the owner is reset before the next event.
        readiness.value.isPlain = false
        return first == FirstHandler.severalLeaves ? FirstHandler.general : first
    }

    @usableFromInline @inline(never)
    func firstHandlerElsewhere() -> Int32 {
        guard readiness.value.phase == .idle, cells.value.status == .running else { return FirstHandler.refused }
        cells.value.owner = -1
        if cells.value.wantsRecord {
            // Those who wanted records are gone: who asks here has looked.
            isObserved = false
            return firstHandler()
        }
        guard asksDirectly, raised.isEmpty else { return FirstHandler.general }
        if let belongings { belongings.turns &+= 1 }
        readiness.value.phase = .asking
        return nextHandler
    }

    /// Begins to list what several leaves and their superiors answer.
    @usableFromInline
    func beginListing() {
        assert(!hasAnswers)
        cells.value.deferredBy = -1
    }

    /// Takes the reaction of a vertex, the only leaf or one around it.
    @usableFromInline
    func take(_ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        if reaction.isPlain, reaction.tag == tag, readiness.value.endsNothing,
            let plan = plans.find(leaves[0], .init(source, reaction)), plan.isShort
        {
            performShort(plan, reaction, of: source)
            if readiness.value.isPlain, !plan.leadsOn { return endShort() }
            return follow(plan, of: source, to: plan.target)
        }
        return takeElsewhere(reaction, of: source)
    }

    /// Performs the short plan of the only leaf's answer.
    @inline(__always)
    func performShort(_ plan: Plan, _ reaction: borrowing RawReaction, of source: Int32) {
        perform(plan, reaction, of: source, at: 0, isShort: true)
        readiness.value.next = handlers[plan.leaf]
    }

    @inline(never)
    private func takeElsewhere(_ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        if reaction.kind == .deferred { return .deferred }
        if reaction.isPlainInternal {
            performInternal(reaction, of: source)
            return end(nil, of: source, to: -1)
        }
        // What belongs to a state and is deferred has to know the step in which the state is left.
        guard cells.value.ownedDeferrals == 0, !reaction.suspends, let plan = plan(for: reaction, at: 0, of: source),
            !plan.has(.suspends)
        else { return takeOpened(reaction, of: source, in: beginning) }
        performKnown(plan, reaction, of: source, at: 0)
        return end(plan, of: source, to: reaction.first)
    }

    /// Takes a reaction in a step that is opened for it, as it may come to more than a known plan.
    func takeOpened(_ reaction: borrowing RawReaction, of source: Int32, in macrostep: MacrostepTrigger) -> Progress {
        open(macrostep)
        if add(copy reaction, of: source, at: 0) {
            goOn(.handled, as: .event)
        } else {
            guard cells.value.status == .failed else { return .unhandled }
            readiness.value.phase = .settle
        }
        return .begun
    }

    /// Begins the step of an event, and asks about it.
    @usableFromInline
    func takeEvent(_ event: EventPointer) { take(event, owner: cells.value.owner) }

    /// Ends the step of an event to which nobody has reacted, and of which nothing else has come.
    @inlinable @inline(__always)
    func endUnhandled() { _ = endShort() }

    /// Goes on after nobody has reacted, where something may happen all the same.
    @usableFromInline
    func settleUnhandled() {
        open(.event)
        goOn(.unhandled, as: .event)
    }

    /// The answer to an event once its step is complete.
    @usableFromInline
    func answerWithoutSuspending() throws -> Outcome {
        if readiness.value.phase != .idle { try runWithoutSuspending() }
        return cells.value.answer
    }

    /// Notes between steps whether the next one can be over as soon as its actions have run: nothing can follow an
    /// event unless one of them raises, throws, defers, or begins something; whatever does that takes the note back.
    func updatePlainness() {
        cells.value.owner = -1
        readiness.value.isPlain = isPlainNow
        readiness.value.endsNothing = !hasBelongings
        readiness.value.mustSettle = settlesAlways
        if readiness.value.isPlain { readiness.value.next = nextHandler }
    }

    /// Whether what is noted for the next step is so, as it has to be whenever no step is under way.
    @usableFromInline
    var isSound: Bool {
        !readiness.value.isPlain
            || isPlainNow && cells.value.owner < 0 && readiness.value.next == nextHandler
                && cells.value.workspace?.answers.isEmpty != false && cells.value.workspace?.passing.isEmpty != false
    }

    var isPlainNow: Bool {
        asksDirectly && !settlesAlways && !cells.value.wantsRecord && belongings == nil
            && cells.value.status == .running && raised.isEmpty && deferred.isEmpty && failures.isEmpty
    }

    func updateRecording() {
        cells.value.wantsRecord = isObserved && observer != nil || scribe != nil
        if readiness.value.phase == .idle { updatePlainness() } else { readiness.value.isPlain = false }
    }

    /// Whether the step is complete and was not the last one.
    @usableFromInline
    var isReady: Bool { readiness.value.phase == .idle && cells.value.status == .running }

    @usableFromInline
    var answer: Outcome { cells.value.answer }
}
