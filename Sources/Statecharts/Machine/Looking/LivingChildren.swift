/// A child machine, for those who look at its owner.
protocol LivingChild: AwaitedWork {
    /// Tells it from all others of its owner.
    var number: UInt64 { get }
    /// Where its declaration is in the owner's chart: `Playing/player`, `Playing/rows`; `player` for one of the top.
    var place: String { get }
    /// The name with the key of a child in a list: `Playing/rows[3]`.
    var name: String { get }
    /// Shows the machine; without effect if it is gone.
    func accept(_ visitor: some MachineVisitor, named name: String)
}

/// The child machines of a machine, from when they are made until they have ended, and who is told of those that come
/// and go. The end of the machine waits for them.
final class LivingChildren: AwaitedWorks {
    enum Change: Sendable {
        /// It was made, and has not begun.
        case came(any LivingChild)
        /// It has ended, or was abandoned.
        case went(any LivingChild)
    }

    private struct Contents {
        let children = NumberedEntries<any LivingChild>()
        var watchers: [Int: @Sendable (Change) -> Void] = [:]
        var next = 0
        var holders = MailHolders()
    }

    private let contents = Guarded(Contents())

    /// Whether anybody is told.
    var areWatched: Bool { contents.withLock { !$0.watchers.isEmpty } }

    /// The systems that may hold what comes to the owner.
    var holders: MailHolders { contents.withLock { $0.holders } }
    func note(_ holder: any MailHolder, callingOwner name: String? = nil) {
        contents.withLock { $0.holders.add(holder, name) }
    }

    var hasAny: Bool { contents.withLock { !$0.children.isEmpty } }
    var lastFirst: [any AwaitedWork] { contents.withLock { $0.children.values.reversed() } }

    func contains(_ child: any LivingChild) -> Bool { contents.withLock { $0.children[child.number] != nil } }

    func add(_ child: any LivingChild) {
        let watchers = contents.withLock { contents in
            contents.children[child.number] = child
            return contents.watchers
        }
        tell(.came(child), watchers)
    }

    /// Without effect the second time.
    func remove(_ number: UInt64) {
        let (gone, watchers) = contents.withLock { ($0.children.remove(number), $0.watchers) }
        if let gone { tell(.went(gone), watchers) }
    }

    private func tell(_ change: Change, _ watchers: [Int: @Sendable (Change) -> Void]) {
        if watchers.isEmpty { return }
        callingOut()
        for (_, body) in watchers.sorted(by: { $0.key < $1.key }) { body(change) }
    }

    /// Has a closure called whenever a child comes or goes, where that happens, before a new one has begun.
    /// - Returns: those that are there, in the order in which they were made, and what ends it.
    func watch(
        _ body: @escaping @Sendable (Change) -> Void
    ) -> (present: [any LivingChild], end: @Sendable () -> Void) {
        let (key, present) = contents.withLock { contents in
            contents.next += 1
            contents.watchers[contents.next] = body
            return (contents.next, contents.children.values)
        }
        return (
            present,
            { [weak self] in
                _ = self?.contents.withLock { $0.watchers.removeValue(forKey: key) }
            }
        )
    }
}

/// A machine that may own others.
protocol ChildrenHost: AnyObject {
    nonisolated var livingChildren: LivingChildren { get }
}

extension Machine: ChildrenHost {
    nonisolated var livingChildren: LivingChildren { observers.children }
}

extension Machine {
    /// Shows the children that are there to somebody, and those that come from now on when they are made, before they
    /// begin: by their places in the owner's chart, `Playing/player`, `Playing/rows[3]`.
    /// - Parameter visitor: who is shown a child whose declaration is there: `Playing/player`, `Playing/rows`.
    /// - Returns: what ends that.
    package nonisolated func visitChildren(
        _ visitor: @escaping @Sendable (_ place: String) -> any MachineVisitor
    ) -> @Sendable () -> Void {
        let show: @Sendable (any LivingChild) -> Void = { $0.accept(visitor($0.place), named: $0.name) }
        let (present, end) = livingChildren.watch { change in if case .came(let child) = change { show(child) } }
        for child in present { show(child) }
        return end
    }
}
