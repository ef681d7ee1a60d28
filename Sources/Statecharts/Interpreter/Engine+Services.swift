// What the engine has to do with timers and activities: their states are left, their events are taken, and a state with
// activities is complete only when those have ended. What they are it does not know.

extension Engine {
    /// Whether leaving a state can end more than the state.
    @inline(__always) var hasBelongings: Bool { services != nil || cells.value.ownedDeferrals > 0 }

    /// Ends the timers and activities of a state, and drops what they have sent and was deferred.
    func endBelongings(of node: Int32) {
        services?.leave(node)
        if cells.value.ownedDeferrals > 0 { dropDeferred(of: node) }
    }

    /// The timers and activities, for code outside of this module.
    @usableFromInline
    var presentServices: Services? { services }

    /// The same for calls without reference counting: once made, they live as long as the engine.
    @inline(__always)
    private var borrowedServices: Unmanaged<Services>? {
        guard let services else { return nil }
        return unsafe Unmanaged.passUnretained(services)
    }

    /// Arms a timer of a state; its event is for the caller to keep.
    func arm(
        _ node: Int32, after interval: Duration, repeats: Bool, _ policy: TimerPolicy, _ function: StaticString
    ) -> TimerID {
        // Nearly always: nothing is being left, and the only leaf is the state or inside it.
        if let services = unsafe borrowedServices, cells.value.status == .running, readiness.value.phase != .exits,
            readiness.value.phase != .effects, leaves.count == 1, leaves[0] >= node, leaves[0] < infos[node].end
        {
            return unsafe services._withUnsafeGuaranteedRef {
                $0.arm(node, after: interval, repeats: repeats, policy: policy)
            }
        }
        guard let services = services(for: node, function) else { return TimerID(slot: -1, serial: 0) }
        return services.arm(node, after: interval, repeats: repeats, policy: policy)
    }

    /// Takes a timer back. Answers whether it was armed.
    func cancel(_ timer: TimerID) -> Bool {
        guard let services = unsafe borrowedServices else { return false }
        return unsafe services._withUnsafeGuaranteedRef { $0.cancel(timer) }
    }

    func hasUnfinishedWork(_ node: Int32) -> Bool { services?.hasUnfinishedWork(node) ?? false }

    /// Begins the activities that were asked for in the macrostep that is over.
    @inline(never)
    func beginWork() {
        cells.value.hasWork = false
        services?.beginWork()
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
