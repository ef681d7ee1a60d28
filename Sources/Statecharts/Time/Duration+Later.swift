extension Duration {
    /// The last time at which a clock can stand: its seconds are the last that an `Int64` can count.
    @inlinable package static var latestTime: Duration {
        Duration(attoseconds: 0x7FFF_FFFF_FFFF_FFFF * 1_000_000_000_000_000_000)
    }

    /// The time so much later than this one, `latestTime` at most. The only way to add to a time what somebody has
    /// chosen: timers that are armed again and again come to any time on a clock that a test moves.
    @inlinable
    package func later(by time: Duration) -> Duration { time < Self.latestTime - self ? self + time : Self.latestTime }
}
