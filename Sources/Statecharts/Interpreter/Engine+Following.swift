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
            guard cells.value.status == .running, leaves.count == 1, count < min(Self.followingLimit, limits.eventless)
            else {
                if exchange.passes { notePassing(exchange) }
                return settleDirectStep(false, after: count)
            }
            let isChoice = exchange.passes
            if !isChoice, !failures.isEmpty || topology.hasAutomaticJoins { break }
            var vertex = leaves[0]
            let reaction = isChoice ? nodes.call(vertex) { $0.branch() } : askAlways(from: vertex, &vertex)
            if vertex < 0 { return endDirectStep(isOpen: false, isSettled: true) }
            guard reaction.isPlain, reaction.tag == tag,
                let next = self.exchange(at: 0, vertex, reaction.first, isLocal: reaction.isLocal), next.isDirect
            else {
                settleDirectStep(false, after: count)
                return isChoice ? passOn(vertex, by: reaction) : beginEventless(vertex, reaction)
            }
            pass(next, reaction, of: vertex)
            exchange = next
            count += 1
        }
        endDirectStep(isOpen: false)
    }

    /// Takes an eventless transition the general way; if it is not enabled after all, that of one above who has one.
    private func beginEventless(_ vertex: Int32, _ reaction: RawReaction) {
        var (vertex, reaction) = (vertex, reaction)
        while !enableWithoutEvent(vertex, reaction, "always()") {
            guard cells.value.status == .running else { return }
            reaction = askAlways(from: infos[vertex].parent, &vertex)
            if vertex < 0 {
                cells.value.isSettled = true
                return
            }
        }
        beginEventless(.eventless)
    }

    /// Asks `start` and those above it until one has an eventless transition: `vertex` is that one afterwards, or -1.
    private func askAlways(from start: Int32, _ vertex: inout Int32) -> RawReaction {
        var superior = start
        while superior >= 0, eventless[superior] >= 0 {
            vertex = eventless[superior]
            let reaction = nodes.call(vertex) { $0.reactAlways() }
            if !reaction.isUnhandled { return reaction }
            superior = infos[vertex].parent
        }
        vertex = -1
        return .unhandled
    }
}
