// The selected transitions of the general way, as far as they are exchanges.

extension Engine {
    /// Performs the selected transitions as exchanges, if each is one, apart from the others, and nobody wants a record. Answers whether it did.
    func performSelectedAsExchanges() -> Bool {
        guard !cells.value.isRecording, work.passing.isEmpty, work.completions.isEmpty, areSelectedExchanges else {
            work.exchanges.removeAll()
            return false
        }
        work.selected.removeAll()
        work.targets.removeAll()
        work.domains.removeAll()
        performExchanges(isOpen: true)
        return true
    }

    /// Lists the selected transitions as exchanges, as far as they are.
    private var areSelectedExchanges: Bool {
        for position in 0..<work.effects.count {
            if case .suspending = work.effects[position].effect { return false }
        }
        var last: Int32 = -1
        for position in 0..<work.selected.count {
            let selected = work.selected[position]
            if selected.kind == .internal { continue }
            guard selected.domains.count == 1, selected.way >= 0 else { return false }
            let domain = work.domains[selected.domains.lowerBound].node
            let place = leaves.count == 1 ? 0 : firstLeaf(from: domain)
            // In document order and apart: no conflict, and the order of the transitions is that of their leaves.
            guard place > last, !work.domains[selected.domains.lowerBound].includesNode else { return false }
            guard
                let exchange = exchange(at: place, selected.source, selected.way, isLocal: selected.kind == .local),
                exchange.isDirect, exchange.domain == domain, exchange.offset == 0
            else { return false }
            last = place + exchange.oldCount - 1
            work.exchanges.append(
                .init(exchange: exchange, position: place, source: selected.source))
        }
        return true
    }
}
