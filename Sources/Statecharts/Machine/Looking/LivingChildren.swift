/// A child machine, for those who look at its owner.
protocol LivingChild: Sendable {
    /// Tells it from all others of its owner.
    var number: UInt64 { get }
    /// Where its declaration is in the owner's chart: `Playing/player`, `Playing/rows`; without the state for one of the
    /// top.
    var place: String { get }
    /// The same with the key of one in a list: `Playing/rows[3]`.
    var name: String { get }
    /// Shows the machine; without effect if it is gone.
    func accept(_ visitor: some MachineVisitor, named name: String)
}

/// The child machines of a machine from when they are made until they have ended, and who is told of those that come and
/// go.
final class LivingChildren: Sendable {
    enum Change: Sendable {
        /// It was made, and has not begun.
        case came(any LivingChild)
        /// It has ended, or was abandoned.
        case went(any LivingChild)
    }

    private struct Contents {
        var children: [UInt64: any LivingChild] = [:]
        var watchers: [Int: @Sendable (Change) -> Void] = [:]
        var next = 0
        /// What the system calls the owner that it was last added to.
        var owner: String?
    }

    private let contents = Guarded(Contents())

    /// Whether anybody is told.
    var areWatched: Bool { contents.withLock { !$0.watchers.isEmpty } }

    var owner: String? {
        get { contents.withLock { $0.owner } }
        set { contents.withLock { $0.owner = newValue } }
    }

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
        let (gone, watchers) = contents.withLock { ($0.children.removeValue(forKey: number), $0.watchers) }
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
            return (contents.next, contents.children.values.sorted { $0.number < $1.number })
        }
        return (
            present,
            { [weak self] in
                let gone = self?.contents.withLock { $0.watchers.removeValue(forKey: key) }
                _ = gone
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

/// Somebody who wants to know of the children of a machine.
package protocol ChildVisitor: Sendable {
    /// - Parameters:
    ///   - child: the machine, which has not begun if it is new.
    ///   - name: where it is in its owner's chart: `Playing/player`, `Playing/rows[3]`.
    ///   - place: where its declaration is: `Playing/player`, `Playing/rows`.
    func visit<Top: Statechart>(_ child: Machine<Top>, named name: String, declaredAt place: String)
}

extension Machine {
    /// Shows the children that are there to somebody, and those that come from now on when they are made.
    /// - Returns: what ends that.
    package nonisolated func visitChildren(_ visitor: some ChildVisitor) -> @Sendable () -> Void {
        let (present, end) = livingChildren.watch { change in
            if case .came(let child) = change { Self.show(child, to: visitor) }
        }
        for child in present { Self.show(child, to: visitor) }
        return end
    }

    private nonisolated static func show(_ child: any LivingChild, to visitor: some ChildVisitor) {
        child.accept(ShownChild(visitor: visitor, place: child.place), named: child.name)
    }
}

private struct ShownChild<Visitor: ChildVisitor>: MachineVisitor {
    let visitor: Visitor
    let place: String

    func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) {
        visitor.visit(machine, named: name, declaredAt: place)
    }
}
