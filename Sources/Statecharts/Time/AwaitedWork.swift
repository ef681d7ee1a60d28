/// What an activity does, where others wait for its end: the life of a child machine.
protocol AwaitedWork: AnyObject, Sendable {
    /// Its place among those of the machine.
    var number: UInt64 { get }
    /// Whether it was told to end, or will be: its state hears of the end no more.
    var isUnheard: Bool { get }
    /// The task is there that does it.
    func begins(_ task: Task<Void, Never>)
    /// Its state is left, at the end of the machine, which stops it later; who waits for it until then stops it.
    func isLeft()
    /// Has it end; without effect the second time.
    func stop()
    /// Returns when it has ended, or was abandoned.
    func ended() async
}

/// What a machine still has to wait for before its own end.
final class AwaitedWorks: Sendable {
    private let all = Guarded(NumberedEntries<any AwaitedWork>())

    var hasAny: Bool { all.withLock { !$0.isEmpty } }

    /// In the reverse order of their beginnings.
    var lastFirst: [any AwaitedWork] { all.withLock { $0.values.reversed() } }

    func add(_ work: any AwaitedWork) { all.withLock { $0[work.number] = work } }

    func remove(_ work: any AwaitedWork) {
        let removed = all.withLock { $0.remove(work.number) }
        withExtendedLifetime(removed) {}
    }
}
