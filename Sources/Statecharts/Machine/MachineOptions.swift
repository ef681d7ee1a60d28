extension Machine {
    /// Options of a machine that differ from the default; most machines have none.
    @safe
    @usableFromInline
    final class MachineOptions: Sendable {
        /// The actor on whose executor the machine runs; `nil` for its own.
        @usableFromInline let lane: (any Actor)?
        /// That of `lane`.
        @usableFromInline let executor: UnownedSerialExecutor?
        /// What people call the machine; `nil` for its chart's class.
        var name: String? { owned?.machine ?? givenName }
        private let givenName: String?
        /// The keeper of the machine's clock; `nil` for that of the continuous clock.
        let keeper: (any TimeKeeper)?
        @usableFromInline let unhandled: UnhandledPolicy
        /// What it is called as the child of a state of another machine, which owns it and hears of its end.
        let owned: (any OwnedName)?
        /// What waits in input ports when the machine starts, for one that had not begun when a snapshot was taken.
        let savedInputs: [String: [SnapshotValue]]

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
            givenName = name
            self.lane = lane
            unsafe executor = lane?.unownedExecutor
            keeper = TimeKeepers.keeper(of: clock)
            self.unhandled = unhandled
            owned = nil
            savedInputs = [:]
        }

        /// Those of a machine that a state of another one owns.
        init(
            child name: any OwnedName, on lane: (any Actor)?, _ keeper: any TimeKeeper, _ unhandled: UnhandledPolicy,
            savedInputs: [String: [SnapshotValue]] = [:]
        ) {
            givenName = nil
            owned = name
            self.lane = lane
            unsafe executor = lane?.unownedExecutor
            self.keeper = keeper
            self.unhandled = unhandled
            self.savedInputs = savedInputs
        }
    }

    /// True if a state of another machine owns the machine, begins it, and hears of its end.
    nonisolated var isOwned: Bool { options?.owned != nil }

    /// The name by which errors, rings of waiting machines and a ``System`` call the machine: the one it was given, or
    /// the class of its chart.
    ///
    /// Names need not be unique; if they are, they tell which of several machines with one chart an error is about.
    public nonisolated var name: String { options?.name ?? ClassInfo.of(Top.self).name }

    /// The keeper of a clock that is not the default one; `nil` for the continuous clock.
    nonisolated var keeper: (any TimeKeeper)? { options?.keeper }
    nonisolated var timeKeeper: any TimeKeeper { keeper ?? TimeKeepers.continuous }

    nonisolated var unhandled: UnhandledPolicy { options?.unhandled ?? .ignore }
}

extension Interpreter {
    /// Does what the options of a machine say about its chart, before that is started.
    @inlinable
    func obey(_ policy: Machine<Top>.UnhandledPolicy?, _ limits: Limits) {
        limit(limits)
        if case .fail? = policy { failOnUnhandled() }
    }

    /// Has the unhandled events of a chart that was made ready noted, if the policy says so.
    func reports(by policy: Machine<Top>.UnhandledPolicy) -> UnhandledReports? {
        if case .report(let report) = policy { noteUnhandled(report) } else { nil }
    }
}

/// What a state calls a machine that it owns.
protocol OwnedName: AnyObject, Sendable {
    /// With whose child it is, made when it is asked for.
    var machine: String { get }
}
