extension Machine {
    /// What a machine was made with, as far as it is not the default: most machines have none.
    @usableFromInline
    final class Arrangements: Sendable {
        /// The actor on whose executor the machine runs; `nil` for its own.
        @usableFromInline let lane: (any Actor)?
        /// The keeper of the machine's clock; `nil` for that of the continuous clock.
        let keeper: (any TimeKeeper)?
        let unhandled: UnhandledPolicy

        /// `nil` if everything is the default.
        @inlinable
        convenience init?<C: Clock>(
            _ lane: (any Actor)?, _ clock: C, _ unhandled: UnhandledPolicy
        ) where C.Duration == Duration {
            if lane == nil, clock is ContinuousClock, case .ignore = unhandled { return nil }
            self.init(lane: lane, clock: clock, unhandled: unhandled)
        }

        @usableFromInline
        init<C: Clock>(
            lane: (any Actor)?, clock: C, unhandled: UnhandledPolicy
        ) where C.Duration == Duration {
            self.lane = lane
            keeper = TimeKeepers.keeper(of: clock)
            self.unhandled = unhandled
        }
    }

    nonisolated var keeper: (any TimeKeeper)? { arrangements?.keeper }

    nonisolated var unhandled: UnhandledPolicy { arrangements?.unhandled ?? .ignore }

    nonisolated var observers: Observers<Event> { mailbox.observers }
}
