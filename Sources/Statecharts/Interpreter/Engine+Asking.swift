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
        if reaction.isPlain, reaction.tag == tag, readiness.value.isPlain,
            let plan = plans.find(leaves[0], .init(source, reaction)), plan.isShort
        {
            return takeShort(plan, reaction, of: source)
        }
        return takeElsewhere(reaction, of: source)
    }

    /// Takes a reaction with a short plan.
    @inline(__always)
    func takeShort(_ plan: Plan, _ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        perform(plan, reaction, of: source, at: 0, isShort: true)
        readiness.value.next = handlers[plan.leaf]
        return endShort(plan, of: source)
    }

    @inline(never)
    private func takeElsewhere(_ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        if reaction.kind == .deferred { return .deferred }
        if reaction.isPlainInternal {
            performInternal(reaction, of: source)
            return endShort(nil, of: source)
        }
        // What belongs to a state and is deferred has to know the step in which the state is left.
        if cells.value.ownedDeferrals == 0, !reaction.suspends, let plan = plan(for: reaction, at: 0, of: source),
            !plan.has(.suspends)
        {
            if plan.isShort, belongings == nil {
                perform(plan, reaction, of: source, at: 0, isShort: true)
            } else {
                perform(plan, reaction, of: source, at: 0, isShort: false)
            }
            return endAlone(plan, of: source)
        }
        return takeOpened(reaction, of: source, in: beginning)
    }

    /// Takes a reaction in a step that is opened for it, as it may come to more than a short plan.
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

    /// Ends the step of a short plan or an internal transition: at once, unless something follows.
    @inline(__always)
    func endShort(_ plan: Plan?, of source: Int32) -> Progress {
        guard readiness.value.isPlain else { return endLate(plan, source) }
        readiness.value.phase = .idle
        assert(isSound)
        return .complete
    }

    /// Ends the step in which the only leaf's answer was taken: at once, unless something follows.
    @inline(__always)
    private func endAlone(_ plan: Plan, of source: Int32) -> Progress {
        if plan.leadsOn || settlesAlways { return follow(plan, of: source) }
        return endLate(plan, source)
    }

    /// Ends a step where an action has done more than its state's own work, or where that was possible: at once, if
    /// nothing has come of it.
    /// - Parameter isSettled: whether all were asked for eventless transitions and have none.
    @inline(never)
    func endLate(
        _ plan: Plan?, _ source: Int32, isSettled: Bool = false, didChange: Bool = false
    ) -> Progress {
        let didChange = didChange || plan?.has(.changes) == true
        if !failures.isEmpty { nameFailures(by: plan, of: source) }
        if isSettled || !settlesAlways, nothingFollows {
            // Whoever wants to be told of recalls is told while the engine runs.
            if deferred.isEmpty {
                cells.value.answer = .handled
                readiness.value.next = nextHandler
                readiness.value.phase = .idle
                assert(isSound)
                return .complete
            }
            if bookmarks == nil {
                cells.value.didChange = didChange
                closeDirectStep(.handled)
                return progress
            }
        }
        open(beginning)
        if didChange { cells.value.didChange = true }
        cells.value.trigger = .event
        cells.value.isSettled = isSettled
        readiness.value.phase = .settle
        return .begun
    }

    /// Whether the step is over once actions have run, but for eventless transitions.
    @inline(__always)
    private var nothingFollows: Bool {
        failures.isEmpty && raised.isEmpty && cells.value.status == .running && !cells.value.hasWork
            && cells.value.workspace?.completions.isEmpty != false
    }

    /// How far a step has come that was begun with the only leaf.
    var progress: Progress {
        switch readiness.value.phase {
        case .idle: .complete
        case .recalling: .recalls
        case .asking, .exits, .effects, .entries, .settle, .closing: .begun
        }
    }

    /// Begins the step of an event, and asks about it.
    @usableFromInline
    func takeEvent(_ event: EventPointer) { take(event, owner: cells.value.owner) }

    /// Ends the step of an event to which nobody has reacted, and of which nothing else has come.
    @inlinable @inline(__always)
    func endUnhandled() {
        readiness.value.phase = .idle
        assert(isSound)
    }

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
