import Synchronization

/// Whether a supervisor has ever run: one that was told to in a task of its own may not have begun yet.
package final class FirstRun: Sendable {
    private let hasBegun = Atomic(false)

    package var isExpected: Bool { !hasBegun.load(ordering: .acquiring) }
    func begin() { hasBegun.store(true, ordering: .releasing) }
}
