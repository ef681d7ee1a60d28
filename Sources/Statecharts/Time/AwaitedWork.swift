/// What an activity does, where others wait for its end: a child machine.
protocol AwaitedWork: AnyObject, Sendable {
    /// Its place among those of the machine.
    var number: UInt64 { get }
    /// The task has begun that does it.
    func begins(_ task: Task<Void, Never>)
    /// It will not begin any more.
    func giveUp()
    /// Has it end.
    func stop()
    /// Returns when it has ended, or was abandoned.
    func ended() async
}

/// What a machine still has to wait for before its own end.
final class AwaitedWorks: Sendable {
    private let all = Guarded<[UInt64: any AwaitedWork]>([:])

    var hasAny: Bool { all.withLock { !$0.isEmpty } }

    /// What was begun last.
    var last: (any AwaitedWork)? { all.withLock { all in all.keys.max().flatMap { all[$0] } } }

    func add(_ work: any AwaitedWork) { all.withLock { $0[work.number] = work } }

    func remove(_ work: any AwaitedWork) {
        let removed = all.withLock { $0.removeValue(forKey: work.number) }
        withExtendedLifetime(removed) {}
    }
}
