// How an event is taken where several leaves are active, see Engine+Asking.swift.

extension Engine {
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
                work.answers.append(.init(reaction: reaction, source: source))
                work.exchanges.append(.init(exchange: nil, position: position, source: source))
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
        performExchanges(isOpen: false)
        return progress
    }

    private func takeUnselected(_ event: EventPointer, isOpen: Bool) {
        if !isOpen { open(.event) }
        if cells.value.deferredBy >= 0 { keep(event, scope: 0) }
        goOn(cells.value.deferredBy >= 0 ? .deferred : .unhandled, as: .event)
    }
}
