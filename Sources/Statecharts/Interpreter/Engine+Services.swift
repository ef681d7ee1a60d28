// What the engine has to do with timers and activities: their states are left, their events are taken, and a state with activities
// is complete only when those have ended. What they are it does not know.

extension Engine {
    /// Ends what the states that are about to be left have under way. A machine in which no state has anything pays one load for it.
    @inline(__always)
    func endServicesOfExits() {
        guard let services else { return }
        for position in 0..<work.exits.count { services.leave(work.exits[position]) }
    }

    func hasActivities(_ node: Int32) -> Bool { services?.hasActivities(node) ?? false }

    /// Begins the step of an event for an embedded chart that comes from outside of it. Answers whether there was one.
    func takeInside(_ event: any Sendable, scope: Int16) -> Bool {
        guard let store = store(of: scope), let place = store.hold(event) else { return false }
        if isObserved { services?.eventText = store.describe(place) }
        take(place, as: .inside, scope: scope)
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
