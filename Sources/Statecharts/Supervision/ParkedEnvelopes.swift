/// Envelopes that wait for the next machine, in the order in which they were sent. A value.
struct ParkedEnvelopes<Event: Sendable> {
    private var entries: [(sent: UInt64, envelope: Envelope<Event>)] = []
    /// True if one that was sent earlier has come after a later one, from a port where it waited.
    private var isMixed = false

    var count: Int { entries.count }

    /// In the order of sending; what one machine has left comes first.
    var envelopes: [Envelope<Event>] {
        // A sort that is stable.
        let sorted = isMixed ? entries.sorted { $0.sent < $1.sent } : entries
        return sorted.map(\.envelope)
    }

    /// - Parameter sent: by the ``SendingOrder``.
    mutating func append(_ envelope: Envelope<Event>, sent: UInt64) {
        if let last = entries.last, last.sent > sent { isMixed = true }
        entries.append((sent, envelope))
    }

    /// What a machine has left was sent before everything else.
    mutating func putInFront(_ envelopes: [Envelope<Event>]) {
        entries.insert(contentsOf: envelopes.map { (0, $0) }, at: 0)
    }

    /// Answers with all, to be released outside of a lock.
    mutating func takeAll() -> [Envelope<Event>] {
        let envelopes = envelopes
        entries = []
        isMixed = false
        return envelopes
    }
}
