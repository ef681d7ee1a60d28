/// Identifies an armed timer, so that it can be cancelled before its state is left.
public struct TimerID: Sendable, Hashable {
    @usableFromInline let slot: Int32
    let serial: UInt64

    init(slot: Int32, serial: UInt64) {
        self.slot = slot
        self.serial = serial
    }

    @inlinable var isArmed: Bool { slot >= 0 }
}

// Timers of states (UML 2.5.1, 13.3.3.2 TimeEvent; SCXML 6.2, send with a delay).

extension Subvertex {
    /// Sends the state an event after some time, unless the state is left before (UML 2.5.1, 13.3.3.2, relative time
    /// event).
    ///
    ///     override func entry() { after(.seconds(30), send: .timeout) }  // taken back when the state is left
    ///
    /// The time is measured by the machine's clock, from now on. When it is over, the event queues after what is in the
    /// mailbox and waits its turn there, for a step of its own; if the state is left before that turn, in whatever way
    /// and even if it is entered again, the event never arrives. Timers with equal deadlines fire in the order of
    /// arming. A duration of zero or less is due at once.
    ///
    /// The active states inside this one are asked about the event, then this one, then its superiors. Other regions
    /// are not: a timer concerns only the state that has armed it. A superior that wants all its regions asked arms the
    /// timer itself; to have all states asked, post the event. If a state defers the event, it is still discarded when
    /// this state is left.
    ///
    /// Call it from `entry()`, or from effects while the state is active. On a state that is not active or is being
    /// left it arms nothing and is a mistake of the step, ``StepError/Code/notActive``. When the effect of a transition
    /// runs, the states that it leaves are left already and those that it enters are not yet entered: arm the timer in
    /// the target's `entry()` instead. In a plain ``Interpreter`` the step fails with ``StepError/Code/needsMachine``.
    /// - Parameters:
    ///   - delay: how long to wait, from now.
    ///   - event: what this chart then gets.
    ///   - policy: what a snapshot does with the timer.
    /// - Returns: the timer, for ``StateNode/cancel(_:)``.
    @discardableResult
    @inlinable
    public final func after(
        _ delay: Duration, send event: Top.Event, whenRestored policy: TimerPolicy = .resumeRemaining
    ) -> TimerID {
        let timer = arm(delay, repeats: false, policy, "after(_:send:)")
        if timer.isArmed { keep(event, of: timer) }
        return timer
    }

    /// Sends the state an event periodically, until the state is left.
    ///
    /// There is no drift: each deadline is the previous one plus the period, however late an event is taken. A machine
    /// that is late by more than a period skips the events it has missed. Everything else is as with
    /// ``after(_:send:whenRestored:)``.
    /// - Parameters:
    ///   - period: how long from one event to the next; more than zero; otherwise nothing is armed, and it is a mistake
    ///     of the step, ``StepError/Code/invalidPeriod``.
    ///   - event: what this chart then gets.
    ///   - policy: what becomes of the timer if a snapshot is taken meanwhile.
    @discardableResult
    @inlinable
    public final func every(
        _ period: Duration, send event: Top.Event, whenRestored policy: TimerPolicy = .resumeRemaining
    ) -> TimerID {
        let timer = arm(period, repeats: true, policy, "every(_:send:)")
        if timer.isArmed { keep(event, of: timer) }
        return timer
    }

    @inlinable
    final func keep(_ event: Top.Event, of timer: TimerID) {
        table?[topIndex, as: TopState<Top.Event>.self].keepTimed(event, at: timer.slot)
    }
}

extension TopState {
    /// Sends the chart an event after some time; as on states, see ``Subvertex/after(_:send:whenRestored:)``. All
    /// active states are asked about it.
    @discardableResult
    public final func after(
        _ delay: Duration, send event: Event, whenRestored policy: TimerPolicy = .resumeRemaining
    ) -> TimerID {
        let timer = arm(delay, repeats: false, policy, "after(_:send:)")
        if timer.isArmed { keepTimed(event, at: timer.slot) }
        return timer
    }

    /// Sends the chart an event periodically, as long as it runs; as on states, see
    /// ``Subvertex/every(_:send:whenRestored:)``. All active states are asked about it.
    @discardableResult
    public final func every(
        _ period: Duration, send event: Event, whenRestored policy: TimerPolicy = .resumeRemaining
    ) -> TimerID {
        let timer = arm(period, repeats: true, policy, "every(_:send:)")
        if timer.isArmed { keepTimed(event, at: timer.slot) }
        return timer
    }
}

extension StateNode {
    /// Cancels a timer before it fires.
    ///
    ///     case .begin: .handled { alarm = after(.seconds(5), send: .timeout) }
    ///     case .cancel: .handled { if let alarm { cancel(alarm) } }
    ///
    /// - Returns: `false` if it is not armed any more: it has fired, was cancelled, or its state was left.
    @discardableResult
    public final func cancel(_ timer: TimerID) -> Bool { table?.callEngine { $0.cancel(timer) } ?? false }

    /// Arms a timer whose event is then kept under its slot; none is armed if the chart has failed.
    @usableFromInline
    final func arm(
        _ interval: Duration, repeats: Bool, _ policy: TimerPolicy, _ function: StaticString
    ) -> TimerID {
        guard let table else { unbound(function) }
        checkIsolation(function)
        if repeats && interval <= .zero {
            table.engine.reportMistake(
                .invalidPeriod, at: index, "called \(function) of \(path) with the period \(interval)",
                fix: "use a period of more than zero")
            return TimerID(slot: -1, serial: 0)
        }
        return table.callEngine { $0.arm(index, after: interval, repeats: repeats, policy, function) }
    }
}
