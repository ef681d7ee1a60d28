// Options of the machines, called as the parameters of the initializer of `Machine` are.

extension ChildMachines {
    /// Says what each child does about an event that none of its states reacts to; without this it does nothing.
    ///
    /// An event that is forwarded to a row counts as handled by the owner, whatever this says. Everything else is as
    /// for a ``Child``. If it is said twice, here or with a closure, the last one counts.
    public func unhandled(_ policy: Machine<Inner>.UnhandledPolicy) -> Self {
        declaration.unhandled = { _ in policy }
        return self
    }

    /// Says for each key what the child does about an event that none of its states reacts to.
    ///
    ///     let beds = ChildMachines(of: Open.self) { (_: Open, number: Int) in Bed(number) }
    ///         .unhandled { bed in .report { event, place in print("bed \(bed): \(event) in \(place)") } }
    ///
    /// The closure is called for each machine that is made, also after a restart and when the child continues from a
    /// snapshot, on the executor of the owner. If it is said twice, here or without a closure, the last one counts.
    public func unhandled(_ policy: @escaping @Sendable (Key) -> Machine<Inner>.UnhandledPolicy) -> Self {
        declaration.unhandled = policy
        return self
    }

    /// Says how many events each child may have deferred at a time: 10,000 without this.
    ///
    /// One more is an error of the child, with the code ``StepError/Code/tooManyDeferred``; see
    /// ``Child/deferralLimit(_:)``.
    public func deferralLimit(_ limit: Int) -> Self {
        declaration.limits.deferred = limit
        return self
    }

    /// Says how many transitions each child may take in a row without an event: 1,000 without this.
    ///
    /// One more is an error of the child, with the code ``StepError/Code/eventlessCycle``; see
    /// ``Child/eventlessLimit(_:)``.
    public func eventlessLimit(_ limit: Int) -> Self {
        declaration.limits.eventless = limit
        return self
    }

    /// Says how many events each child may raise within one step: 10,000 without this.
    ///
    /// One more is an error of the child, with the code ``StepError/Code/raisedCycle``; see ``Child/raisedLimit(_:)``.
    public func raisedLimit(_ limit: Int) -> Self {
        declaration.limits.raised = limit
        return self
    }
}
