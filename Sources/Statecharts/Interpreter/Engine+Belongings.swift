// What the engine has to do with what states have under way: the states are left, events come from it, and a state is
// complete only when its work has ended.

/// What states have under way that ends with them: timers and activities, of which the engine knows no more than this.
@usableFromInline
class Belongings {
    /// Steps so far, so that a clock can tell whether anything has happened.
    final var turns: UInt64 = 0

    /// Ends everything that a state has under way.
    func leave(_ node: Int32) {}
    /// The same for all states: the chart has come to its end.
    func leaveAll() {}
    /// Begins what the states have asked for that are still active.
    func beginWork() {}
    /// Whether a state has work under way, or work that has failed and that it has not begun anew.
    func hasUnfinishedWork(_ node: Int32) -> Bool { false }
    /// Grows with everything that is armed or begun.
    var lastMark: UInt64 { 0 }
}

extension Engine {
    /// Whether leaving a state can end more than the state.
    @inline(__always) var hasBelongings: Bool { belongings != nil || cells.value.ownedDeferrals > 0 }

    /// Ends the timers and activities of a state, and drops what they have sent and was deferred.
    func endBelongings(of node: Int32) {
        belongings?.leave(node)
        if cells.value.ownedDeferrals > 0 { dropDeferred(of: node) }
    }

    func hasUnfinishedWork(_ node: Int32) -> Bool { belongings?.hasUnfinishedWork(node) ?? false }

    /// Begins the activities that were asked for in the macrostep that is over.
    @inline(never)
    func beginWork() {
        cells.value.hasWork = false
        belongings?.beginWork()
    }

    /// Begins the step of an event for an embedded chart that comes from outside of it. Answers whether there was one.
    func takeInside(_ event: any Sendable, scope: Int16, owner: Int32 = -1) -> Bool {
        guard let store = store(of: scope), let place = store.hold(event) else { return false }
        return takeInside(place, store, scope, owner)
    }

    /// The same for a timer of an embedded chart.
    func takeTimed(_ slot: Int32, repeats: Bool, scope: Int16, owner: Int32 = -1) -> Bool {
        guard let store = store(of: scope), let place = store.holdTimed(at: slot, repeats: repeats) else {
            return false
        }
        return takeInside(place, store, scope, owner)
    }

    private func takeInside(_ event: EventPointer, _ store: EventStore, _ scope: Int16, _ owner: Int32) -> Bool {
        if isObserved { needingExtras.insideText = store.describe(event) }
        take(event, as: .inside, scope: scope, owner: owner)
        return true
    }

    /// Begins the step in which a state learns that an activity of its has ended without an event.
    func takeActivityEnd(_ node: Int32, _ error: (any Error)?) {
        openActivityStep(node)
        if let error { noteFailure(of: node, error) }
    }

    /// A state whose last activity has ended may be complete now, and with it the orthogonal state whose region it is.
    func noteEndOfActivities(_ node: Int32) {
        var complete = node
        appendCompletion(complete)
        while infos[complete].flags.contains(.isRegion) {
            complete = infos[complete].parent
            appendCompletion(complete)
        }
    }
}
