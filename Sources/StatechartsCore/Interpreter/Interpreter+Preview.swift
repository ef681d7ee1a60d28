extension Interpreter {
    /// Whether a state would react to the event if it were sent now: with a transition, or staying where it is.
    ///
    ///     button.isEnabled = interpreter.accepts(.pay)
    ///
    /// The states that the event would be offered to are asked, in the same order, and nothing is done: handlers decide
    /// and do not act. If one raises an event, arms a timer or begins an activity, nothing comes of that here. In debug
    /// builds one that posts an event to this interpreter traps. Other changes of data are made, also a timer that is
    /// cancelled, what is posted to a machine, and what is sent through a port.
    ///
    /// The event is one that is for all states. What a timer or an activity would send belongs to its state, and other
    /// regions are not asked then.
    ///
    /// - Returns: whether ``send(_:)`` would answer ``Outcome/handled``. `false` before the start and after the end,
    ///   and for an event that would be deferred.
    /// - Precondition: not called from inside a step, where it traps.
    @inlinable
    public func accepts(_ event: Top.Event) -> Bool { foresee(event) == .handled }

    /// Whether the event would be deferred if it were sent now: no state would react to it, but one wants it later.
    ///
    /// `false` before the start and after the end. See ``accepts(_:)``.
    /// - Precondition: not called from inside a step, where it traps.
    @inlinable
    public func defers(_ event: Top.Event) -> Bool { foresee(event) == .deferred }

    /// What the event would do if it were sent now: the transitions, preempted ones included, and what they would leave
    /// and enter (SCXML: microstep), up to a choice, which is decided when it is reached.
    ///
    /// Nothing happens; see ``accepts(_:)``. The record is the one that the step's first microstep would have. What
    /// follows from it — choices, eventless and completion transitions, raised events — depends on what the actions do,
    /// which nobody can know before.
    ///
    /// An answer that cannot be taken, because it leads to a vertex of another machine or to targets that are not in
    /// different regions, is shown as what comes of it, a transition that stays. That it is a mistake says the step.
    ///
    /// - Returns: `nil` if no state would react, if the event would be deferred, before the start and after the end.
    /// - Precondition: not called from inside a step, where it traps.
    public func preview(_ event: Top.Event) -> Microstep? {
        look("preview(_:) was called") { $0.preview(event) } ?? nil
    }

    @usableFromInline
    func foresee(_ event: Top.Event) -> Outcome {
        look("accepts(_:) or defers(_:) was called") { $0.foresee(event) } ?? .finished
    }

    /// Asks the engine of a chart at rest; `nil` before the start.
    @inline(__always)
    private func look<Result>(_ what: StaticString, _ body: (Engine) -> Result) -> Result? {
        guard let engine else { return nil }
        if engine.isStepping { forbidNesting("\(what)", engine) }
        #if DEBUG
            let posted = cold?.inbox.count ?? 0
            defer {
                if cold?.inbox.count ?? 0 != posted {
                    trap("a handler posted an event when it was asked what it makes of one", "let effects do it")
                }
            }
        #endif
        return body(engine)
    }
}

extension Engine {
    /// How an event would be taken now.
    package func foresee<Event>(_ event: Event) -> Outcome {
        EventPointer.with(event) { foresee($0) }
    }

    /// The first microstep of an event if it were taken now; `nil` if no state would react.
    package func preview<Event>(_ event: Event) -> Microstep? {
        EventPointer.with(event) { preview($0) }
    }
}
