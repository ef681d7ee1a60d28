/// What a view was asked, so that the same question is asked once; and which questions nobody seems to want answered
/// any more.
///
/// There is no telling whether somebody still observes an answer. Of many questions those are forgotten that were not
/// read between two times of forgetting, and their observers are told as of a change: they read again, and what they
/// read is asked again. Where most of what was forgotten comes back, it is wanted, and twice as much is kept from then
/// on.
struct ViewQuestions {
    private struct Known {
        let number: Int
        /// When it was read last.
        var turn: Int
    }

    /// How many are kept in any case.
    static let mostKept = 1_000

    private var known: [AnyHashable: Known] = [:]
    private var nextNumber = 0
    /// How often it was looked for what can be forgotten.
    private var turn = 0
    private var limit = Self.mostKept
    /// Hash values of some that were forgotten last and have not come back, and how many of these there were.
    private var forgotten: Set<Int> = []
    private var forgottenCount = 0

    var count: Int { known.count }
    /// Whether it is time to call ``takeStale()``.
    var areMany: Bool { known.count > limit }

    /// The number of a question, which is a new one if it was never asked or is forgotten.
    mutating func number(of name: AnyHashable) -> (number: Int, isNew: Bool) {
        if let question = known[name] {
            if question.turn != turn { known[name]?.turn = turn }
            return (question.number, false)
        }
        nextNumber += 1
        known[name] = Known(number: nextNumber, turn: turn)
        if !forgotten.isEmpty { forgotten.remove(name.hashValue) }
        return (nextNumber, true)
    }

    /// Forgets what was not read since this was called before, if there is more than is kept. Answers with the numbers.
    mutating func takeStale() -> [Int] {
        guard areMany else { return [] }
        if forgottenCount > 0, forgotten.count <= forgottenCount / 2 {
            limit = 2 * known.count
            forgotten = []
            forgottenCount = 0
            return []
        }
        let stale = known.filter { $0.value.turn != turn }
        turn += 1
        if stale.isEmpty { return [] }
        for name in stale.keys { known[name] = nil }
        forgotten = Set(stale.keys.prefix(Self.mostKept).map(\.hashValue))
        forgottenCount = forgotten.count
        if known.count < limit / 4 { limit = max(Self.mostKept, 2 * known.count) }
        return stale.values.map(\.number)
    }
}
