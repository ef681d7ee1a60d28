// What follows an event's own transition of the only leaf without another event, as far as it is exchanges of that leaf: the same as `settle`
// does in the general way, and in the same order.

extension Engine {
    /// How many transitions may follow here; a longer run goes on in the general way, which finds cycles.
    private static let followingLimit = 100

    /// Goes on from choices that were reached, and takes eventless transitions, until there are none.
    @inline(never)
    func goOnDirectly(after first: Exchange) {
        var exchange = first
        var count = 0
        while exchange.passes || settlesAlways {
            guard cells.value.status == .running, leaves.count == 1, count < Self.followingLimit else {
                if exchange.passes { notePassing(exchange) }
                return settleDirectStep(false, after: count)
            }
            let isChoice = exchange.passes
            if !isChoice, !failures.isEmpty || topology.hasAutomaticJoins { break }
            var vertex = leaves[0]
            let reaction = isChoice ? nodes.call(vertex) { $0.branch() } : askAlways(&vertex)
            if vertex < 0 { return endDirectStep(isOpen: false, isSettled: true) }
            guard reaction.isPlain, reaction.tag == tag,
                let next = self.exchange(at: 0, vertex, reaction.first, isLocal: reaction.isLocal), next.isDirect
            else {
                settleDirectStep(false, after: count)
                if isChoice { return passOn(vertex, by: reaction) }
                if enableWithoutEvent(vertex, reaction, "always()") { beginEventless(.eventless) }
                return
            }
            pass(next, reaction, of: vertex)
            exchange = next
            count += 1
        }
        endDirectStep(isOpen: false)
    }

    /// Asks the leaf `vertex`, then those above it, until one has an eventless transition: `vertex` is that one afterwards, or -1.
    private func askAlways(_ vertex: inout Int32) -> RawReaction {
        vertex = eventless[vertex]
        while vertex >= 0 {
            let reaction = nodes.call(vertex) { $0.reactAlways() }
            if !reaction.isUnhandled { return reaction }
            let superior = infos[vertex].parent
            vertex = superior < 0 ? -1 : eventless[superior]
        }
        return .unhandled
    }
}
