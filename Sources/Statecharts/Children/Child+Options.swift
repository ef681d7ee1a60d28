// Options of the machine, called as the parameters of the initializer of `Machine` are.

extension Child {
    /// Says what the child does about an event that none of its states reacts to; without this it does nothing.
    ///
    ///     let pump = Child(of: Dosing.self) { Pump($0.top.rate) }
    ///         .unhandled(.fail)  // like Machine(…, unhandled: .fail)
    ///         .deferralLimit(20)  // like Machine(…, deferralLimit: 20)
    ///
    /// `.report` calls its closure on the executor of the child, after the child's step. With `.fail` such an event is
    /// an error of the child, with the code ``StepError/Code/unhandledEvent``: it goes where all its errors go, to
    /// ``State/failed(_:)``, to the event of ``failed(_:)``, and to ``restart(_:limit:backOff:_:)``. Each machine that
    /// the declaration makes does so, also after a restart, when it continues from a snapshot, and where an explorer or
    /// a test runs it. If it is said twice, the last one counts.
    public func unhandled(_ policy: Machine<Inner>.UnhandledPolicy) -> Self {
        declaration.unhandled = { _ in policy }
        return self
    }

    /// Says how many events the child may have deferred at a time: 10,000 without this.
    ///
    /// One more is an error of the child, with the code ``StepError/Code/tooManyDeferred``. A number below 0 counts as
    /// 0. When the child continues from a snapshot that has more, its part of the snapshot is refused. If it is said
    /// twice, the last one counts.
    public func deferralLimit(_ limit: Int) -> Self {
        declaration.limits.deferred = limit
        return self
    }

    /// Says how many transitions the child may take in a row without an event: 1,000 without this.
    ///
    /// One more is an error of the child, with the code ``StepError/Code/eventlessCycle``. A number below 0 counts as
    /// 0. If it is said twice, the last one counts. What is counted: ``Interpreter/eventlessLimit``.
    public func eventlessLimit(_ limit: Int) -> Self {
        declaration.limits.eventless = limit
        return self
    }

    /// Says how many events the child may raise within one step: 10,000 without this.
    ///
    /// One more is an error of the child, with the code ``StepError/Code/raisedCycle``. A number below 0 counts as 0.
    /// If it is said twice, the last one counts. What is counted: ``Interpreter/raisedLimit``.
    public func raisedLimit(_ limit: Int) -> Self {
        declaration.limits.raised = limit
        return self
    }
}
