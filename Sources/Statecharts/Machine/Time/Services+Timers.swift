extension Services {
    /// Longer than any clock counts, and short enough to be added to a time without an overflow.
    static let longest = Duration.seconds(1 << 60)

    func arm(_ node: Int32, after interval: Duration, repeats: Bool, event: any Sendable, policy: TimerPolicy)
        -> TimerID
    {
        let interval = min(interval, Self.longest)
        let deadline = keeper.now + max(interval, .zero)
        return arm(node, due: deadline, interval: interval, repeats: repeats, event: event, policy: policy)
    }

    @discardableResult
    func arm(
        _ node: Int32, due deadline: Duration, interval: Duration, repeats: Bool, event: any Sendable,
        policy: TimerPolicy
    ) -> TimerID {
        var activation = activation(of: node)
        let serial = nextNumber()
        let slot = queue.insert(
            .init(
                node: node, serial: serial, event: event, interval: interval, repeats: repeats, policy: policy,
                cause: Tracing.present),
            due: TimerKey(deadline: deadline, sequence: keeper.nextSequence()), chain: &activation.timers)
        activations[node] = activation
        announce()
        return TimerID(slot: slot, serial: serial)
    }

    /// Takes a timer back. Answers whether it was armed.
    func cancel(_ id: TimerID) -> Bool {
        guard let timer = queue.timer(at: id.slot), timer.serial == id.serial else { return false }
        remove(id.slot, of: timer.node)
        announce()
        return true
    }

    /// Tells the keeper when the earliest timer is due, if that has changed.
    func announce() {
        let first = queue.first
        guard first != announced else { return }
        announced = first
        keeper.set(alarm, to: first)
    }

    /// Takes out the first timer that is due, or sets a periodic one to its next deadline. Answers its state, its event, and what it was armed for.
    ///
    /// The keeper has forgotten the alarm by ringing it, so it is told again when no more are due.
    func takeDue(through limit: TimerKey) -> (node: Int32, event: any Sendable, cause: Origin?)? {
        guard let (slot, timer) = queue.firstDue(through: limit) else {
            announced = nil
            announce()
            return nil
        }
        if timer.repeats, let key = queue.key(of: slot) {
            queue.postpone(slot, to: next(after: key.deadline, timer.interval))
        } else {
            remove(slot, of: timer.node)
        }
        return (timer.node, timer.event, timer.cause)
    }

    /// The next deadline in the rhythm that has not passed: a machine that comes late skips what it has missed.
    private func next(after deadline: Duration, _ period: Duration) -> TimerKey {
        var next = deadline + period
        let now = keeper.now
        while next < now {
            let missed = (now - next) / period
            // As a whole number, so that the rhythm is exact. Beyond that there is none that anybody could hear.
            next = missed < 0x1p62 ? next + period * max(1, Int(missed)) : now
        }
        return TimerKey(deadline: next, sequence: keeper.nextSequence())
    }

    private func remove(_ slot: Int32, of node: Int32) {
        guard var activation = activations[node] else { return }
        queue.remove(slot, chain: &activation.timers)
        activations[node] = activation
    }

    /// What is armed, in the order of deadlines.
    var timerRecords: [TimerRecord] {
        let now = keeper.now
        return queue.slotsInOrder.compactMap { slot in
            guard let timer = queue.timer(at: slot), let key = queue.key(of: slot) else { return nil }
            return TimerRecord(
                path: engine.topology.path(of: timer.node), kind: timer.repeats ? .periodic : .once, event: timer.event,
                key: key, remaining: key.deadline - now, interval: timer.interval, policy: timer.policy)
        }
    }
}
