extension Engine {
    /// Reports the macrostep that is over and goes on with a deferred event if one can be taken again.
    func closeMacrostep() {
        let macrostep = cells.value.macrostep
        let outcome = cells.value.outcome
        if cells.value.isRecording {
            let isIdle = macrostep == .changed && recordedMicrosteps.isEmpty && cells.value.status != .failed
            if !isIdle { report(macrostep, outcome) }
        }
        var next = cells.value.recallCursor
        if case .recalled(let scope, let number) = macrostep {
            if outcome == .deferred, !isOver(number) {
                next += 1
            } else {
                store(of: scope)?.removeDeferred(number: number)
                removeDeferred(number)
            }
        } else {
            cells.value.answer = outcome
            next = Int(deferred.count)
        }
        if cells.value.holdsEvents || cells.value.status != .running { forgetEvents() }
        closeMacrostep(orRecallFrom: next)
    }

    /// Lets go of what the events of the macrostep carry, after the end of all events: a machine that has ended, or has
    /// nothing to do, keeps nobody alive.
    private func forgetEvents() {
        let hasEnded = cells.value.status != .running && cells.value.status != .new
        for submachine in topology.scopeNodes {
            guard let store = nodes[submachine < 0 ? 0 : submachine + 1].madeEventStore else { continue }
            if store.holds { store.letGo() }
            if hasEnded { store.dropDeferred() }
        }
        cells.value.holdsEvents = false
        guard hasEnded else { return }
        deferred.removeAll()
        cells.value.ownedDeferrals = 0
    }

    /// Ends a macrostep: goes on with the deferred event at `position`, or the first one after a change, if there is
    /// one.
    private func closeMacrostep(orRecallFrom position: Int) {
        cells.value.recalled = -1
        if cells.value.hasWork { beginWork() }
        let next = cells.value.didChange ? 0 : position
        cells.value.recallCursor = next
        if cells.value.status == .running, next < Int(deferred.count) {
            comeToRecall(next)
        } else {
            readiness.value.phase = .idle
            updatePlainness()
            assert(isSound)
        }
    }

    /// Closes a step that was not opened, see `Engine.beginRecall` and `Engine.follow`.
    func closeDirectStep(_ outcome: Outcome) {
        let cursor = cells.value.recallCursor
        guard cells.value.recalled >= 0 else {
            cells.value.answer = outcome
            return closeMacrostep(orRecallFrom: Int(deferred.count))
        }
        if outcome != .deferred { _ = remove(deferredAt: Int32(cursor)) }
        closeMacrostep(orRecallFrom: outcome == .deferred ? cursor + 1 : cursor)
    }

    private func comeToRecall(_ position: Int) {
        bookmarks?.turn(to: deferred[Int32(position)].number)
        cells.value.recallCursor = position
        readiness.value.phase = .recalling
    }

    func recall(_ position: Int) {
        let (scope, number) = (deferred[Int32(position)].scope, deferred[Int32(position)].number)
        let submachine = topology.scopeNodes[Int(scope)]
        guard submachine < 0 || isActive(submachine), let event = store(of: scope)?.deferred(number: number) else {
            // The submachine that deferred it was left.
            _ = remove(deferredAt: Int32(position))
            store(of: scope)?.removeDeferred(number: number)
            return closeMacrostep(orRecallFrom: position)
        }
        take(
            event, as: .recalled(scope: scope, number: number), scope: scope, owner: deferred[Int32(position)].owner)
    }

    /// Drops the deferred events of a state that is being left; that which is being taken again, once its step is over.
    func dropDeferred(of node: Int32) {
        var taken = -1
        if case .recalled(_, let number) = cells.value.macrostep { taken = number }
        var position: Int32 = 0
        while position < deferred.count {
            guard deferred[position].owner == node else {
                position += 1
                continue
            }
            if deferred[position].number == taken {
                deferred[position].isOver = true
                position += 1
            } else {
                let dropped = remove(deferredAt: position)
                store(of: dropped.scope)?.removeDeferred(number: dropped.number)
            }
        }
    }

    private func isOver(_ number: Int) -> Bool {
        (0..<deferred.count).contains { deferred[$0].number == number && deferred[$0].isOver }
    }

    private func remove(deferredAt position: Int32) -> Deferred {
        let removed = deferred.remove(at: position)
        if removed.owner >= 0 { cells.value.ownedDeferrals -= 1 }
        bookmarks?.forget(removed.number)
        return removed
    }

    private func removeDeferred(_ number: Int) {
        for position in 0..<deferred.count where deferred[position].number == number {
            _ = remove(deferredAt: position)
            return
        }
    }
}
