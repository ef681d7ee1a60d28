extension Services {
    /// The longest delay and period.
    static var longest: Duration { .longestTimer }

    /// Arms a timer. Whoever calls this keeps its event, under the slot that it gets.
    func arm(_ node: Int32, after interval: Duration, repeats: Bool, policy: TimerPolicy) -> TimerID {
        let interval = min(interval, Self.longest)
        return arm(
            node, due: keeper.now.later(by: max(interval, .zero)), interval: interval, repeats: repeats, policy: policy)
    }

    /// - Parameter serial: the number that the timer has already, 0 for a new one.
    func arm(
        _ node: Int32, due deadline: Duration, interval: Duration, repeats: Bool, policy: TimerPolicy,
        serial: UInt64 = 0
    ) -> TimerID {
        begin(node)
        let serial = serial == 0 ? nextNumber() : serial
        let slot = queue.insert(
            .init(node: node, repeats: repeats, policy: policy, serial: serial, interval: interval),
            due: TimerKey(deadline: deadline, sequence: keeper.nextSequence()), cause: Tracing.present,
            chain: &activations[node].timers)
        tellKeeper()
        return TimerID(slot: slot, serial: serial)
    }

    /// The slot of a state's timer, `nil` if it is not armed any more.
    func slot(of timer: UInt64, _ node: Int32) -> Int32? {
        var slot = activations[node].timers
        while slot >= 0, queue.timer(at: slot)?.serial != timer { slot = queue.next(after: slot) }
        return slot < 0 ? nil : slot
    }

    /// Takes a timer back. Answers whether it was armed.
    func cancel(_ id: TimerID) -> Bool {
        guard let timer = queue.timer(at: id.slot), timer.serial == id.serial else {
            // A simulated chart that was put back has its timers in other slots.
            guard isSimulated, let slot = queue.slotsInOrder.first(where: { queue.timer(at: $0)?.serial == id.serial })
            else { return false }
            return cancel(TimerID(slot: slot, serial: id.serial))
        }
        if eventsNeedDropping { drop(id.slot, timer.node) }
        queue.remove(id.slot, chain: &activations[timer.node].timers)
        tellKeeper()
        return true
    }

    /// Tells the keeper when the earliest timer is due, if that has changed.
    @inline(__always)
    func tellKeeper() { if queue.firstSequence != announced { tellKeeperOfFirst() } }

    @inline(never)
    private func tellKeeperOfFirst() {
        announced = queue.firstSequence
        keeper.set(alarm, to: queue.first)
        if queue.count == 0 { shrink() }
    }

    private func shrink() { for store in stores { store.shrinkTimed() } }

    /// How far timers are taken for a message that says that some are due: where the clock allows it and nothing else
    /// waits, those that have become due in the meantime as well, instead of with a message for each.
    ///
    /// The clock is read before it is known that nothing waits: what was put into the mailbox before a timer became due
    /// comes first. Timers that the events arm are later than the limit, which stays until nothing is left that it
    /// covers.
    @usableFromInline
    func limit(from limit: TimerKey, _ nothingWaits: () -> Bool) -> TimerKey {
        if let known = self.limit { return max(limit, known) }
        guard keeper.letsTimersRunOn else { return limit }
        let present = TimerKey(deadline: keeper.now, sequence: keeper.lastSequence)
        guard nothingWaits() else { return limit }
        let extended = max(limit, present)
        self.limit = extended
        return extended
    }

    /// The slot and the timer that is due first, if one is.
    ///
    /// The keeper has forgotten the alarm by ringing it, so it is told again when no more are due.
    func firstDue(through limit: TimerKey) -> (slot: Int32, timer: TimerQueue.Timer)? {
        let slot = queue.firstDue(through: limit)
        guard slot >= 0, let timer = queue.timer(at: slot) else {
            announced = 0
            tellKeeper()
            if queue.count == 0 { shrink() }
            return nil
        }
        return (slot, timer)
    }

    /// Takes out a timer that is due, or sets a periodic one to its next deadline. The event is for the caller to take.
    func take(_ slot: Int32, of node: Int32, repeats: Bool) {
        if repeats, let timer = queue.timer(at: slot), let key = queue.key(of: slot) {
            queue.postpone(slot, to: next(after: key.deadline, timer.interval))
        } else {
            queue.remove(slot, chain: &activations[node].timers)
        }
    }

    /// The next deadline in the rhythm that has not passed: a machine that comes late skips what it has missed.
    private func next(after deadline: Duration, _ period: Duration) -> TimerKey {
        var next = deadline.later(by: period)
        let now = keeper.now
        while next < now {
            let missed = (now - next) / period
            // As a whole number, so that the rhythm is exact. Beyond that there is none that anybody could hear.
            next = missed < 0x1p62 ? next + period * max(1, Int(missed)) : now
        }
        return TimerKey(deadline: next, sequence: keeper.nextSequence())
    }

    // MARK: Events

    func store(of node: Int32) -> EventStore? { engine.store(of: engine.infos[node].scope) }

    func event(of slot: Int32, _ node: Int32) -> (any Sendable)? { store(of: node)?.timed(at: slot) }

    func drop(_ slot: Int32, _ node: Int32) { store(of: node)?.dropTimed(at: slot) }

    /// What is armed, in the order of deadlines.
    var timerRecords: [TimerRecord] {
        let now = keeper.now
        return queue.slotsInOrder.compactMap { slot in
            guard let timer = queue.timer(at: slot), let key = queue.key(of: slot) else { return nil }
            return TimerRecord(
                path: engine.topology.path(of: timer.node), kind: timer.repeats ? .periodic : .once,
                event: event(of: slot, timer.node), key: key, remaining: key.deadline - now, interval: timer.interval,
                policy: timer.policy)
        }
    }
}
