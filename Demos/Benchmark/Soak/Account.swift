import Synchronization

/// What became of the jobs that a worker was given: counted where they are sent and where they end.
final class Account: Sendable {
    private let given = Atomic<Int>(0)
    private let ended = Atomic<Int>(0)
    private let wrong = Atomic<Int>(0)

    /// A job was accepted.
    func open() { given.add(1, ordering: .relaxed) }

    /// A job ended, well or not.
    func close(wasFirst: Bool) {
        ended.add(1, ordering: .relaxed)
        if !wasFirst { wrong.add(1, ordering: .relaxed) }
    }

    /// A worker was found with counters that do not agree with its configuration.
    func blame() { wrong.add(1, ordering: .relaxed) }

    var accepted: Int { given.load(ordering: .relaxed) }
    var closed: Int { ended.load(ordering: .relaxed) }
    var violations: Int { wrong.load(ordering: .relaxed) }
    var outstanding: Int { accepted - closed }
}
