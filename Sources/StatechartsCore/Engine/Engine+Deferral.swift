// Events that are kept until the configuration has changed, and what states have under way.

extension Engine {
    /// Keeps an event because a state wants it later.
    func keep(_ offer: Offer, deferredBy state: Int32) {
        let number = recalls.value.nextNumber
        useStore(of: offer.scope) { $0.defer(offer.event, number: number) }
        appendDeferred(Deferred(scope: offer.scope, number: number, owner: offer.owner))
        deferredCauses?.keep(number)
        guard deferred.count > deferralLimit else { return }
        fail(
            StepError(
                .tooManyDeferred, path: topology.path(of: state), "deferred more than \(deferralLimit) events",
                fix: "handle or ignore the event, or raise the limit of deferred events"))
    }

    /// Notes an event that its store has kept under its number.
    package func appendDeferred(_ kept: Deferred) {
        recalls.value.nextNumber = kept.number + 1
        deferred.append(kept)
        if kept.owner >= 0 { countOwned(1) }
        pending.insert(.deferred)
    }

    func comeToRecall(_ position: Int32) {
        deferredCauses?.turn(to: deferred[position].number)
        recalls.value.position = position
        phase = .recalling
    }

    /// Takes the next deferred event again, in a step of its own.
    func recall() {
        let position = recalls.value.position
        let (scope, number, owner) = (deferred[position].scope, deferred[position].number, deferred[position].owner)
        phase = .asking
        hot.value.turns &+= 1
        step.value = Step(.recalled(scope: scope, number: number))
        var event: EventPointer?
        if scope == 0 || isActive(topology.scopeNodes[Int(scope)]) {
            useStore(of: scope) { event = $0.deferred(number: number) }
        }
        guard let event else {
            // The submachine that deferred it was left.
            removeDeferred(at: position)
            if position < deferred.count { comeToRecall(position) } else { phase = .idle }
            return
        }
        pending.insert(.event)
        take(Offer(event: event, scope: scope, owner: owner), keeps: false)
    }

    /// Ends the step of an event that was taken again. Answers where the next one is, if the configuration has not
    /// changed.
    func endRecall(_ number: Int, _ outcome: Outcome) -> Int32 {
        let position = recalls.value.position
        // What was dropped in the meantime came before it, or behind it.
        guard let place = (0..<deferred.count).first(where: { deferred[$0].number == number }) else { return position }
        if outcome == .deferred, !deferred[place].isOver { return place + 1 }
        removeDeferred(at: place)
        return place
    }

    /// Drops deferred events; that which is being taken again only once its step is over.
    package func dropDeferred(where isDropped: (Deferred) -> Bool) {
        var taken = -1
        if case .recalled(_, let number) = step.value.trigger, isStepping, phase != .closing { taken = number }
        var position: Int32 = 0
        while position < deferred.count {
            if !isDropped(deferred[position]) {
                position += 1
            } else if deferred[position].number == taken {
                deferred[position].isOver = true
                position += 1
            } else {
                removeDeferred(at: position)
            }
        }
    }

    private func removeDeferred(at position: Int32) {
        let removed = deferred.remove(at: position)
        if removed.owner >= 0 { countOwned(-1) }
        useStore(of: removed.scope) { $0.removeDeferred(number: removed.number) }
        deferredCauses?.forget(removed.number)
        if deferred.isEmpty { pending.remove(.deferred) }
    }

    // MARK: What states have under way

    /// Ends the timers and activities of a state, and drops what they have sent and was deferred.
    func endWork(of node: Int32) {
        resources?.leave(node)
        if recalls.value.owned > 0 { dropDeferred { $0.owner == node } }
    }

    /// Begins the activities that were asked for.
    package func beginWork() {
        pending.remove(.work)
        resources?.beginWork()
    }

    func hasUnfinishedWork(_ node: Int32) -> Bool { resources?.hasUnfinishedWork(node) ?? false }

    /// Called by a top state when something was raised in it.
    func didRaise(inScopeOf top: Int32) {
        raised.append(infos[top].scope)
        pending.insert(.raised)
    }
}
