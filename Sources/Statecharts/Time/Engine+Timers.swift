// The timers of the states of an engine. What it calls itself is declared below, see `StateResources`.

extension Engine {
    /// The timers and activities of the states; made when the first state wants one. Nothing else belongs to states.
    var services: Services? {
        @inline(__always) get {
            guard let resources else { return nil }
            return unsafe unsafeDowncast(resources, to: Services.self)
        }
        set { resources = newValue }
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
        // Nearly always: nothing is being left, the only leaf is the state or inside it, and the state is entered.
        if let services = unsafe borrowedServices, status == .running, phase != .exits,
            phase != .effects, phase != .asking, leaves.count == 1, leaves[0] >= node,
            leaves[0] < infos[node].end, phase != .entries || isActive(node)
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
}
