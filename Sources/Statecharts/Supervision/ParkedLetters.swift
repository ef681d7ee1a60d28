/// Letters that wait for the next machine, in the order in which they were sent. A value.
struct ParkedLetters<Event: Sendable> {
    private var entries: [(sent: UInt64, letter: Letter<Event>)] = []
    /// Whether one that was sent earlier has come after a later one, from a port where it waited.
    private var isMixed = false

    var count: Int { entries.count }

    /// In the order of sending; what one machine has left comes first.
    var letters: [Letter<Event>] {
        // A sort that is stable: a letter stays behind the one with its cause.
        let sorted = isMixed ? entries.sorted { $0.sent < $1.sent } : entries
        return sorted.map(\.letter)
    }

    /// - Parameter sent: by the ``SendingOrder``.
    mutating func append(_ letters: [Letter<Event>], sent: UInt64) {
        if let last = entries.last, last.sent > sent { isMixed = true }
        entries += letters.map { (sent, $0) }
    }

    /// What a machine has left was sent before everything else.
    mutating func putInFront(_ letters: [Letter<Event>]) {
        entries.insert(contentsOf: letters.map { (0, $0) }, at: 0)
    }

    /// Answers with all, to be released outside of a lock.
    mutating func takeAll() -> [Letter<Event>] {
        let letters = letters
        entries = []
        isMixed = false
        return letters
    }
}
