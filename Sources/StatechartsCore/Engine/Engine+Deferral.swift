// Deferral: events that are kept until the configuration has changed, and are recalled then, one after the other. What
// the step of a recalled event defers is recalled behind those that waited before.

/// A deferred event; the event itself is in the store of its chart.
package struct Deferred {
    package let scope: ScopeIndex
    package let number: Int
    /// The state that it belongs to and is dropped with, -1 for none.
    package let owner: VertexIndex
    /// True if it was dropped while it was being recalled: it goes when that step is over.
    var isDropped = false
}

extension Engine {
    func keep(_ offer: Offer, deferredBy state: VertexIndex) {
        let number = deferral.value.nextNumber
        useStore(of: offer.scope) { $0.defer(offer.event, number: number) }
        appendDeferred(number, in: offer.scope, owner: offer.owner)
        deferredCauses?.keep(number)
        guard deferred.count > limits.deferred else { return }
        fail(
            StepError(
                .tooManyDeferred, path: topology.path(of: state),
                "deferred more than \(CountText.of(limits.deferred, "event"))",
                fix: "handle or ignore the event, or raise the limit of deferred events"))
    }

    /// Notes a deferred event whose store has it under its number already.
    package func appendDeferred(_ number: Int, in scope: ScopeIndex, owner: VertexIndex) {
        deferral.value.nextNumber = number + 1
        deferred.append(Deferred(scope: scope, number: number, owner: owner))
        if owner >= 0 { countOwned(1) }
        pending.insert(.deferred)
    }

    /// Makes the deferred event at a position the next one to be recalled.
    func comeToRecall(_ position: Int32) {
        deferredCauses?.recall(deferred[position].number)
        deferral.value.position = position
        phase = .recalling
    }

    /// Takes the next deferred event again, in a step of its own.
    ///
    /// Raised events are counted from 0 in the first recall behind another step. From then on the limit counts them in
    /// all recalls together, as events that are raised and deferred again and again are a cycle too. It begins anew
    /// when fewer events are deferred than at any of these recalls.
    func recall() {
        let position = deferral.value.position
        let raisedCount = deferred.count < deferral.value.fewest ? 0 : step.value.raisedCount
        deferral.value.fewest = min(deferred.count, deferral.value.fewest)
        let next = deferred[position]
        beginStep(.recalled(scope: next.scope, number: next.number))
        step.value.raisedCount = raisedCount
        var event: EventPointer?
        if isActive(chart: next.scope) { useStore(of: next.scope) { event = $0.deferred(number: next.number) } }
        guard let event else {
            // Only a snapshot can hold an event for a chart that is not active.
            removeDeferred(at: position)
            if position < deferred.count { comeToRecall(position) } else { phase = .idle }
            return
        }
        pending.insert(.event)
        take(Offer(event: event, scope: next.scope, owner: next.owner), keeps: false)
    }

    /// Ends the step of a recalled event, which is kept only if it was deferred again. Answers the position of the next
    /// one, as long as the configuration has not changed.
    func endRecall(_ outcome: Outcome) -> Int32 {
        let position = deferral.value.position
        let recalled = deferred[position]
        assert(step.value.trigger == .recalled(scope: recalled.scope, number: recalled.number))
        if outcome == .deferred, !recalled.isDropped { return position + 1 }
        removeDeferred(at: position)
        return position
    }

    /// Drops deferred events. The one that is being recalled is only marked, and goes when its step is over.
    package func dropDeferred(where isMeant: (Deferred) -> Bool) {
        var recalled = -1
        if case .recalled(_, let number) = step.value.trigger, isStepping, phase != .closing { recalled = number }
        var position: Int32 = 0
        while position < deferred.count {
            if !isMeant(deferred[position]) {
                position += 1
            } else if deferred[position].number == recalled {
                deferred[position].isDropped = true
                position += 1
            } else {
                removeDeferred(at: position)
            }
        }
    }

    /// Drops deferred events that are addressed to embedded charts which are exited now. An event of the host that a
    /// state inside has deferred stays: it is the host's.
    func dropDeferredOfExitedCharts() {
        dropDeferred { $0.scope > 0 && isBeingChanged(topology.scopeNodes[Int($0.scope)]) }
    }

    private func removeDeferred(at position: Int32) {
        let removed = deferred.remove(at: position)
        if position < deferral.value.position { deferral.value.position -= 1 }
        if removed.owner >= 0 { countOwned(-1) }
        useStore(of: removed.scope) { $0.removeDeferred(number: removed.number) }
        deferredCauses?.forget(removed.number)
        if deferred.isEmpty { pending.remove(.deferred) }
    }
}
