extension Machine {
    /// Options of a machine that differ from the default; most machines have none.
    @usableFromInline
    final class MachineOptions: Sendable {
        /// The actor on whose executor the machine runs; `nil` for its own.
        @usableFromInline let lane: (any Actor)?
        /// What people call the machine; `nil` for its chart's class.
        let name: String?
        /// The keeper of the machine's clock; `nil` for that of the continuous clock.
        let keeper: (any TimeKeeper)?
        let unhandled: UnhandledPolicy
        /// True if a state of another machine owns the machine, and hears of its end.
        let isOwned: Bool

        /// `nil` if everything is the default.
        @inlinable
        convenience init?<C: Clock>(
            _ name: String?, _ lane: (any Actor)?, _ clock: C, _ unhandled: UnhandledPolicy
        ) where C.Duration == Duration {
            if name == nil, lane == nil, clock is ContinuousClock, case .ignore = unhandled { return nil }
            self.init(name: name, lane: lane, clock: clock, unhandled: unhandled)
        }

        @usableFromInline
        init<C: Clock>(
            name: String?, lane: (any Actor)?, clock: C, unhandled: UnhandledPolicy
        ) where C.Duration == Duration {
            self.name = name
            self.lane = lane
            keeper = TimeKeepers.keeper(of: clock)
            self.unhandled = unhandled
            isOwned = false
        }

        /// Those of a machine that a state of another one owns.
        init(child name: String, on lane: (any Actor)?, _ keeper: any TimeKeeper) {
            self.name = name
            self.lane = lane
            self.keeper = keeper
            unhandled = .ignore
            isOwned = true
        }
    }

    /// What errors, rings of waiting machines and a ``System`` call the machine: what it was named, or the class of its
    /// chart.
    ///
    /// Names need not be different; those that are tell which of several machines with one chart an error is about.
    public nonisolated var name: String { options?.name ?? ClassFacts.of(Top.self).name }

    nonisolated var keeper: (any TimeKeeper)? { options?.keeper }

    nonisolated var unhandled: UnhandledPolicy { options?.unhandled ?? .ignore }

    @usableFromInline nonisolated var observers: Observers<Event> { mailbox.observers }
}
