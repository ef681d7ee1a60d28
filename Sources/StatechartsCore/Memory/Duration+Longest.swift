extension Duration {
    /// The longest time that a timer may take: longer than any clock counts, and short enough to be added to a time
    /// without an overflow.
    package static var longestTimer: Duration { Duration(attoseconds: (1 << 60) * 1_000_000_000_000_000_000) }
}
