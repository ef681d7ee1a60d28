extension Machine {
    /// Takes the timers that a message says are due, while nothing else is to be done. Answers whether it is done with
    /// the message: if not, it is to be looked at again.
    ///
    /// Specialised where the chart is known, like the steps of posted events.
    /// - Parameter isLast: whether it was the last message that was taken out of the mailbox.
    @inlinable
    func takeTimersAtOnce(through limit: TimerKey, _ isLast: Bool, _ engine: Engine, _ courier: Courier?) -> Bool {
        if mailbox.isWatched || isRecorded { return false }
        guard let services = engine.presentServices else { return true }
        let limit = services.limit(from: limit) { isLast && mailbox.isEmpty }
        while true {
            let due = services.nextDue(through: limit)
            if due.slot < 0 { return true }
            // The event of an embedded chart is asked about by the engine.
            if !due.isOfTop || !engine.isReady { return false }
            services.take(due)
            let event = engine.nodes.call(0, as: TopState<Event>.self) {
                $0.takeTimed(at: due.slot, repeats: due.repeats)
            }
            let end = take(event, engine, owner: due.node)
            switch end {
            case .over, .refused: break
            case .suspended, .recalls, .ended: if !finishInOwnTask(event, engine, end) { return false }
            }
            if let courier, courier.hasNext { return false }
        }
    }
}

extension Services {
    /// A timer that is due.
    @usableFromInline
    struct Due {
        /// Where its event is, -1 if none is due.
        @usableFromInline let slot: Int32
        /// The state that it belongs to.
        @usableFromInline let node: Int32
        @usableFromInline let repeats: Bool
        /// Whether the event is one of the chart itself, and not of an embedded one.
        @usableFromInline let isOfTop: Bool
    }

    /// The timer that is due next; with the last one the message that said so is dealt with.
    @usableFromInline
    func nextDue(through limit: TimerKey) -> Due {
        guard let (slot, timer) = firstDue(through: limit) else {
            self.limit = nil
            return Due(slot: -1, node: -1, repeats: false, isOfTop: false)
        }
        return Due(slot: slot, node: timer.node, repeats: timer.repeats, isOfTop: engine.infos[timer.node].scope == 0)
    }

    /// Takes a timer that is due out of the queue. The event is for the caller to take.
    @usableFromInline
    func take(_ due: Due) { take(due.slot, of: due.node, repeats: due.repeats) }
}
