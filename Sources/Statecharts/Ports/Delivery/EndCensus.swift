/// When a list of ends is looked through for those that are gone: see ``Sink/isGone``. Else these would stay until the
/// next message, however many they are.
///
/// There may be many, so it is not done for each end that is added, but when there are twice as many as the last look
/// has left.
struct EndCensus: Sendable {
    private static let least = 32
    private var limit = EndCensus.least

    /// An end was added. Answers whether the caller looks through the list now.
    mutating func isDue(_ count: Int) -> Bool {
        guard count >= limit else { return false }
        limit = 2 * count
        return true
    }

    /// Those that are gone were taken away.
    mutating func end(leaving count: Int) { limit = max(Self.least, 2 * count) }
}
