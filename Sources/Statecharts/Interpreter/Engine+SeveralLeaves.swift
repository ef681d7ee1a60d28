// How an event is taken where several leaves are active, see Engine+Asking.swift.

extension Engine {
    /// How a reaction exchanges leaves.
    @usableFromInline
    struct Known {
        @usableFromInline let exchange: Exchange
        /// Whether it exchanges one leaf for one, by synchronous actions and nothing else.
        @usableFromInline let isSimple: Bool
    }

    /// The first reaction, while it is the only one and can be taken without further ado.
    @usableFromInline
    struct First {
        let reaction: RawReaction
        let exchange: Exchange
        let source: Int32
        let position: Int32

        @usableFromInline
        init(reaction: RawReaction, exchange: Exchange, source: Int32, position: Int32) {
            self.reaction = reaction
            self.exchange = exchange
            self.source = source
            self.position = position
        }
    }

    /// What a reaction exchanges, if that is all there is to it.
    @usableFromInline
    func known(_ reaction: borrowing RawReaction, of source: Int32, at position: Int32) -> Known? {
        guard reaction.isPlain, reaction.tag == tag, !cells.value.isPlanned,
            let exchange = exchange(at: position, source, reaction.first, isLocal: reaction.isLocal), exchange.isDirect
        else { return nil }
        return Known(exchange: exchange, isSimple: exchange.isSimple && readiness.value.isPlain)
    }

    /// Adds the first reaction to those that the event is taken with, as there may be more.
    @usableFromInline
    func select(_ first: consuming First) { append(first.reaction, first.exchange, first.source, first.position) }

    /// Adds the reaction of a vertex to those that the event is taken with. Answers whether the vertex has reacted.
    @usableFromInline
    func select(_ reaction: consuming RawReaction, _ known: Known?, of source: Int32, at position: Int32) -> Bool {
        if let exchange = known?.exchange, isApart(position - exchange.offset) {
            append(reaction, exchange, source, position)
            return true
        }
        if reaction.kind == .deferred {
            cells.value.deferredBy = source
            return true
        }
        if !cells.value.isPlanned {
            if reaction.isPlain {
                if reaction.tag == tag, !reaction.hasEffect, leadsThroughJoin(reaction) {
                    return selectJoin(reaction, of: source, at: position)
                }
            } else if reaction.isPlainInternal {
                work.answers.append(.init(reaction: reaction, source: source))
                work.exchanges.append(.init(exchange: nil, position: position, source: source))
                return true
            }
            planSelected()
        }
        return enable(source, reaction)
    }

    /// Takes the only reaction.
    @usableFromInline
    func takeOnly(_ only: consuming First) -> Progress {
        // A handler that was asked later may have raised something, or armed a timer that ends now.
        guard readiness.value.isPlain else {
            append(only.reaction, only.exchange, only.source, only.position)
            performExchanges(isOpen: false)
            return progress
        }
        return performSimply(only.exchange, only.reaction, of: only.source, at: only.position)
    }

    @inline(__always)
    private func append(
        _ reaction: consuming RawReaction, _ exchange: Exchange, _ source: Int32, _ position: Int32
    ) {
        work.answers.append(.init(reaction: reaction, source: source))
        work.exchanges.append(.init(exchange: exchange, position: position - exchange.offset, source: source))
    }

    private func leadsThroughJoin(_ reaction: borrowing RawReaction) -> Bool { infos[reaction.first].kind == .join }

    /// Goes on from a join as `Engine.enable` does, with what the join answers in place of the reaction.
    private func selectJoin(_ reaction: borrowing RawReaction, of source: Int32, at position: Int32) -> Bool {
        guard sourcesAreActive(of: reaction.first) else { return false }
        let next = nodes.call(reaction.first) { $0.branch() }
        guard next.kind == .external || next.kind == .local else { return false }
        if next.isPlain, next.kind == reaction.kind, next.tag == tag,
            let exchange = exchange(at: position, source, next.first, isLocal: next.isLocal), exchange.isDirect,
            isApart(position - exchange.offset)
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
        let exchanges = work.exchanges
        var last = exchanges.count - 1
        while last >= 0 {
            if let exchange = exchanges[last].exchange {
                return exchanges[last].position + exchange.oldCount <= position
            }
            last -= 1
        }
        return true
    }

    /// Gives what was selected so far to the general way.
    private func planSelected() {
        cells.value.isPlanned = true
        open(.event)
        work.exchanges.removeAll()
        work.answers.drain { answer in _ = enable(answer.source, answer.reaction) }
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
        if readiness.value.isPlain, areSimple { return performSimply(work.exchanges) }
        performExchanges(isOpen: false)
        return progress
    }

    /// Whether all that was selected exchanges one leaf for one, by synchronous actions and nothing else.
    private var areSimple: Bool {
        let exchanges = work.exchanges
        var position: Int32 = 0
        while position < exchanges.count {
            guard exchanges[position].exchange?.isSimple == true else { return false }
            position += 1
        }
        return true
    }

    /// Exchanges several leaves where nothing is to be done but to call actions.
    private func performSimply(_ selected: FlatStack<Workspace.SelectedExchange>) -> Progress {
        let count = selected.count
        cells.value.leaving = -1
        readiness.value.phase = .exits
        var position = count - 1
        while position >= 0 {
            if let exchange = selected[position].exchange {
                readiness.value.signposts.lead(to: selected[position].source)
                exchange.forEachExitCall { callExit($0) }
            }
            position -= 1
        }
        position = 0
        while position < count {
            if let exchange = selected[position].exchange { leaves[selected[position].position] = exchange.domain }
            position += 1
        }
        readiness.value.phase = .effects
        work.answers.drain { answer in
            readiness.value.signposts.lead(to: answer.source)
            if answer.reaction.hasEffect { run(answer.reaction, of: answer.source) }
        }
        readiness.value.phase = .entries
        position = 0
        while position < count {
            if let exchange = selected[position].exchange { leaves[selected[position].position] = exchange.leaf }
            position += 1
        }
        position = 0
        while position < count {
            if let exchange = selected[position].exchange {
                readiness.value.signposts.lead(to: exchange.leaf)
                exchange.forEachEntryCall { callEntry($0) }
            }
            position += 1
        }
        if !readiness.value.isPlain { nameFailures(by: selected) }
        selected.removeAll()
        assert(invariantsHold())
        return endSimply()
    }

    private func takeUnselected(_ event: EventPointer, isOpen: Bool) {
        if !isOpen { open(.event) }
        if cells.value.deferredBy >= 0 { keep(event, scope: 0) }
        goOn(cells.value.deferredBy >= 0 ? .deferred : .unhandled, as: .event)
    }
}
