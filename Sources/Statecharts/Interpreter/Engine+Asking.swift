// How an event reaches the handlers without being written down: `Interpreter.dispatch`, which knows the chart's types and is specialised
// for them, asks the vertices that this file names, and gives the answers back. Whatever is more than an exchange of leaves goes on in
// the general way, with what was answered so far. The random charts go both ways.

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
    /// The step is complete, and the machine goes on.
    case complete
    /// The same, and a deferred event is next.
    case recalls
    /// The engine has to be run on.
    case begun
}

extension Engine {
    /// The first vertex to be asked about an event, or one of `FirstHandler`.
    @usableFromInline
    func firstHandler() -> Int32 {
        if cells.value.isPlain, cells.value.phase == .idle, leaves.count == 1 {
            if !keptTargets.isEmpty { keptTargets.removeAll() }
            return handlers[leaves[0]]
        }
        return firstHandlerElsewhere()
    }

    @inline(never)
    private func firstHandlerElsewhere() -> Int32 {
        guard cells.value.phase == .idle, cells.value.status == .running else { return FirstHandler.refused }
        guard asksDirectly, raised.isEmpty, !cells.value.wantsRecord else { return FirstHandler.general }
        cells.value.didChange = false
        cells.value.answer = .unhandled
        keptTargets.removeAll()
        if let services { services.turns &+= 1 }
        if leaves.count == 1 { return handlers[leaves[0]] }
        cells.value.deferredBy = -1
        return FirstHandler.severalLeaves
    }

    /// Takes the reaction of a vertex, the only leaf or one around it.
    @usableFromInline
    func take(_ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        if reaction.isPlain, reaction.tag == tag, cells.value.isPlain,
            let exchange = exchanges.find(leaves[0], .init(source, reaction)), exchange.isSimple
        {
            return performSimply(exchange, reaction, of: source)
        }
        return takeElsewhere(reaction, of: source)
    }

    @inline(never)
    private func takeElsewhere(_ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        cells.value.didChange = false
        if reaction.isPlain {
            if reaction.tag == tag,
                let exchange = exchange(at: 0, source, reaction.first, isLocal: reaction.isLocal), exchange.isDirect
            {
                perform(exchange, reaction, of: source, at: 0)
                return progress
            }
        } else if reaction.isPlainInternal {
            cells.value.phase = .effects
            run(reaction, of: source)
            endDirectStep(isOpen: false)
            return progress
        }
        open(beginning)
        if enable(source, copy reaction) {
            goOn(.handled, as: .event)
        } else {
            guard cells.value.status == .failed else { return .unhandled }
            cells.value.phase = .settle
        }
        return .begun
    }

    /// How far a step has come that was not begun in the general way.
    private var progress: Progress {
        switch cells.value.phase {
        case .idle: .complete
        case .recalling: .recalls
        case .exits, .effects, .entries, .settle, .closing: .begun
        }
    }

    /// What the step under way began with, if it was not begun in the general way.
    var beginning: MacrostepTrigger {
        cells.value.recalled < 0 ? .event : .recalled(scope: 0, number: cells.value.recalled)
    }

    // MARK: Deferral without the general way

    /// Whether events can be deferred and recalled without anybody being told.
    private var defersDirectly: Bool {
        asksDirectly && !settlesAlways && !cells.value.wantsRecord && services == nil && bookmarks == nil
            && raised.isEmpty && failures.isEmpty && leaves.count == 1
    }

    /// Defers the event under way, if that is all its step does. The caller keeps the event under the number that this answers; -1 if
    /// `deferEvent` is to be called instead.
    @usableFromInline
    func beginDeferral() -> Int {
        guard defersDirectly, cells.value.phase == .idle, deferred.count < deferralLimit else { return -1 }
        let number = cells.value.nextNumber
        cells.value.nextNumber += 1
        deferred.append(Deferred(scope: 0, number: number))
        cells.value.isPlain = false
        cells.value.answer = .deferred
        return number
    }

    /// Begins to take the next deferred event again, with the only leaf. Answers its number, under which the caller has kept it; -1 if there
    /// is none or that goes the general way.
    @usableFromInline
    func beginRecall() -> Int {
        guard cells.value.phase == .recalling, defersDirectly, !failsUnhandled else { return -1 }
        let number = deferred[Int32(cells.value.recallCursor)].number
        cells.value.recalled = number
        cells.value.didChange = false
        cells.value.phase = .idle
        keptTargets.removeAll()
        return number
    }

    /// Ends the step of a recalled event in which nothing happened.
    @usableFromInline
    func endRecall(_ outcome: Outcome) { closeDirectStep(outcome) }

    /// Keeps the event because a vertex that was asked deferred it.
    @usableFromInline
    func deferEvent(_ event: EventPointer, by source: Int32) {
        open(.event)
        cells.value.deferredBy = source
        keep(event, scope: 0)
        goOn(.deferred, as: .event)
    }

    /// Begins the step of an event the general way.
    @usableFromInline
    func takeEvent(_ event: EventPointer) { take(event) }

    /// Goes on after nobody has reacted, where something may happen all the same.
    @usableFromInline
    func settleUnhandled() {
        open(.event)
        goOn(.unhandled, as: .event)
    }

    /// The answer to an event once its step is complete.
    @usableFromInline
    func answerWithoutSuspending() throws -> Outcome {
        if cells.value.phase != .idle { try runWithoutSuspending() }
        return cells.value.answer
    }

    /// Notes between steps whether the next one can be over as soon as its actions have run: nothing can follow an event unless one of them
    /// raises, throws, defers, or begins something; whatever does that takes the note back.
    func updatePlainness() {
        cells.value.isPlain = isPlainNow
        if cells.value.isPlain { cells.value.answer = .handled }
    }

    var isPlainNow: Bool {
        asksDirectly && !settlesAlways && !cells.value.wantsRecord && services == nil
            && cells.value.status == .running && raised.isEmpty && deferred.isEmpty && failures.isEmpty
    }

    func updateRecording() {
        cells.value.wantsRecord = isObserved && observer != nil
        if cells.value.phase == .idle { updatePlainness() } else { cells.value.isPlain = false }
    }

    /// Whether the step is complete and was not the last one.
    @usableFromInline
    var isReady: Bool { cells.value.phase == .idle && cells.value.status == .running }

    @usableFromInline
    var answer: Outcome { cells.value.answer }

    // MARK: Several leaves

    @usableFromInline
    var leafCount: Int32 { leaves.count }

    /// The first vertex to be asked for the leaf at `position`, and the leaf after it.
    @usableFromInline
    func leaf(at position: Int32) -> (handler: Int32, next: Int32) {
        (handlers[leaves[position]], position + 1 < leaves.count ? leaves[position + 1] : .max)
    }

    /// Whether a vertex has nothing in it from the leaf `next` on. Otherwise it is asked later, for its last leaf.
    @usableFromInline
    func ends(_ vertex: Int32, before next: Int32) -> Bool { infos[vertex].end <= next }

    /// Adds the reaction of a vertex to those that the event is taken with. Answers whether the vertex has reacted.
    @usableFromInline
    func select(_ reaction: consuming RawReaction, of source: Int32, at position: Int32) -> Bool {
        if reaction.kind == .deferred {
            cells.value.deferredBy = source
            return true
        }
        if !cells.value.isPlanned {
            if reaction.isPlain {
                if reaction.tag == tag {
                    if let exchange = selectable(reaction, source, position) {
                        append(reaction, exchange, source, position)
                        return true
                    }
                    if !reaction.hasEffect, leadsThroughJoin(reaction) {
                        return selectJoin(reaction, of: source, at: position)
                    }
                }
            } else if reaction.isPlainInternal {
                work.exchanges.append(.init(reaction: reaction, exchange: nil, position: position, source: source))
                return true
            }
            planSelected()
        }
        return enable(source, reaction)
    }

    /// The exchange that a reaction is taken by, unless there is more to it.
    @inline(__always)
    private func selectable(_ reaction: borrowing RawReaction, _ source: Int32, _ position: Int32) -> Exchange? {
        guard let exchange = exchange(at: position, source, reaction.first, isLocal: reaction.isLocal),
            exchange.isDirect, isApart(position - exchange.offset)
        else { return nil }
        return exchange
    }

    @inline(__always)
    private func append(
        _ reaction: consuming RawReaction, _ exchange: Exchange, _ source: Int32, _ position: Int32
    ) {
        work.exchanges.append(
            .init(reaction: reaction, exchange: exchange, position: position - exchange.offset, source: source))
    }

    private func leadsThroughJoin(_ reaction: borrowing RawReaction) -> Bool { infos[reaction.first].kind == .join }

    /// Goes on from a join as `Engine.enable` does, with what the join answers in place of the reaction.
    private func selectJoin(_ reaction: borrowing RawReaction, of source: Int32, at position: Int32) -> Bool {
        guard sourcesAreActive(of: reaction.first) else { return false }
        let next = nodes.call(reaction.first) { $0.branch() }
        guard next.kind == .external || next.kind == .local else { return false }
        if next.isPlain, next.kind == reaction.kind, next.tag == tag,
            let exchange = selectable(next, source, position)
        {
            append(next, exchange, source, position)
            return true
        }
        planSelected()
        return enable(source, next, as: reaction.kind, hops: 1)
    }

    /// Whether what was selected so far exchanges only leaves before that at `position`.
    @inline(__always)
    private func isApart(_ position: Int32) -> Bool {
        var last = work.exchanges.count - 1
        while last >= 0 {
            if let exchange = work.exchanges[last].exchange {
                return work.exchanges[last].position + exchange.oldCount <= position
            }
            last -= 1
        }
        return true
    }

    /// Gives what was selected so far to the general way.
    private func planSelected() {
        cells.value.isPlanned = true
        open(.event)
        work.exchanges.drain { selected in _ = enable(selected.source, selected.reaction) }
    }

    /// Takes the event with what was selected.
    @usableFromInline
    func takeSelected(_ event: EventPointer) -> Progress {
        if cells.value.isPlanned {
            cells.value.isPlanned = false
            if cells.value.status == .failed {
                goOn(.unhandled, as: .event)
            } else if work.selected.count > 0 {
                goOn(.handled, as: .event)
            } else {
                takeUnselected(event, isOpen: true)
            }
            return .begun
        }
        if work.exchanges.isEmpty {
            if cells.value.deferredBy < 0, !settlesAlways { return .unhandled }
            takeUnselected(event, isOpen: false)
            return .begun
        }
        performExchanges(isOpen: false)
        return progress
    }

    private func takeUnselected(_ event: EventPointer, isOpen: Bool) {
        if !isOpen { open(.event) }
        if cells.value.deferredBy >= 0 { keep(event, scope: 0) }
        goOn(cells.value.deferredBy >= 0 ? .deferred : .unhandled, as: .event)
    }
}
