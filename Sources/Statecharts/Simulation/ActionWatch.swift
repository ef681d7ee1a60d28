/// Tells of a suspending action that does not come back.
///
/// A simulation awaits actions in the task of whoever drives it, so nobody can end such a wait; but whoever looks at the test learns what it waits for. It
/// costs a lock for each suspending action, and one task as long as the simulation lives.
final class ActionWatch: Sendable {
    enum Kind: String, Sendable { case entry, exit, effect }

    private struct State {
        /// How many actions have begun.
        var number: UInt64 = 0
        var present: (kind: Kind, node: Int32)?
        var follower: Task<Void, Never>?
    }

    private let topology: Topology
    private let patience: Duration
    private let onUnendingWait: @Sendable (String) -> Void
    private let state = Guarded(State())

    init(_ topology: Topology, _ patience: Duration, _ onUnendingWait: @escaping @Sendable (String) -> Void) {
        self.topology = topology
        self.patience = patience
        self.onUnendingWait = onUnendingWait
    }

    deinit { state.withLock { $0.follower }?.cancel() }

    func begin(_ kind: Kind, of node: Int32) {
        let isFirst = state.withLock { state in
            state.number += 1
            state.present = (kind, node)
            return state.number == 1
        }
        if isFirst { follow() }
    }

    func end() { state.withLock { $0.present = nil } }

    private func follow() {
        let patience = patience
        let follower = Task.detached { [weak self] in
            var seen: UInt64 = 0, hasTold: UInt64 = 0
            while (try? await ContinuousClock().sleep(for: patience)) != nil {
                guard let self else { return }
                guard let (number, text) = self.present else { continue }
                if number == seen, number != hasTold {
                    self.onUnendingWait(text)
                    hasTold = number
                }
                seen = number
            }
        }
        state.withLock { $0.follower = follower }
    }

    /// The action that is awaited, and what to say of it if it has been for long.
    private var present: (number: UInt64, text: String)? {
        guard let (number, present) = state.withLock({ state in state.present.map { (state.number, $0) } }) else {
            return nil
        }
        let path = topology.path(of: present.node)
        let action =
            present.kind == .effect
            ? "an effect of a transition from \(path)" : "the \(present.kind.rawValue) action of \(path)"
        return (
            number,
            """
            waiting for \(action) may never end: what it awaits has not come for \(patience) of real time
            the action runs in the task of the test, which waits for it; let what it awaits answer at once, or be answered by another task
            """
        )
    }
}
