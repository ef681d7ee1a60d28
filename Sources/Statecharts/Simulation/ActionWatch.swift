/// Tells of something that was begun and does not come back: a suspending action, or a step of what is driven beside a
/// chart.
///
/// What is awaited runs in the task of whoever drives the chart, so nobody can end such a wait; but whoever looks at
/// the test learns what it waits for. It costs a lock for each thing that is awaited, and one task as long as the watch
/// lives.
package final class ActionWatch: Sendable {
    /// What is awaited.
    enum Awaited: Sendable {
        case entry(Topology, Int32)
        case exit(Topology, Int32)
        /// The effect of a transition from a state.
        case effect(Topology, Int32)
        /// A part of a system that is driven beside the chart.
        case system(name: String, part: String)
    }

    private struct State {
        /// How many have begun.
        var number: UInt64 = 0
        var present: Awaited?
        var follower: Task<Void, Never>?
    }

    private let patience: Duration
    private let onUnendingWait: @Sendable (String) -> Void
    private let state = Guarded(State())

    package init(_ patience: Duration, _ onUnendingWait: @escaping @Sendable (String) -> Void) {
        self.patience = patience
        self.onUnendingWait = onUnendingWait
    }

    deinit { state.withLock { $0.follower }?.cancel() }

    /// A part of a system that is driven beside the chart begins.
    package func begin(_ part: String, of system: String) { begin(.system(name: system, part: part)) }

    func begin(_ awaited: Awaited) {
        let isFirst = state.withLock { state in
            state.number += 1
            state.present = awaited
            return state.number == 1
        }
        if isFirst { follow() }
    }

    package func end() { state.withLock { $0.present = nil } }

    private func follow() {
        let patience = patience
        let follower = Task.detached { [weak self] in
            var seen: UInt64 = 0, hasTold: UInt64 = 0
            while (try? await IdleTime().wait(for: patience)) != nil {
                guard let self else { return }
                guard let (number, present) = self.present else { continue }
                if number == seen, number != hasTold {
                    self.onUnendingWait(present.text(patience))
                    hasTold = number
                }
                seen = number
            }
        }
        state.withLock { $0.follower = follower }
    }

    /// What is awaited, and its number.
    private var present: (number: UInt64, awaited: Awaited)? {
        state.withLock { state in state.present.map { (state.number, $0) } }
    }
}

extension ActionWatch.Awaited {
    /// What to say if it has been awaited for long.
    fileprivate func text(_ patience: Duration) -> String {
        let name: String, what: String
        switch self {
        case .entry(let topology, let node): (name, what) = ("the entry action of \(topology.path(of: node))", "action")
        case .exit(let topology, let node): (name, what) = ("the exit action of \(topology.path(of: node))", "action")
        case .effect(let topology, let node):
            (name, what) = ("an effect of a transition from \(topology.path(of: node))", "action")
        case .system(let system, let part): (name, what) = ("\(part) of \(system)", "system")
        }
        return """
            waiting for \(name) may never end: what it awaits has not come for \(patience) of real time
            the \(what) runs in the task of the test, which waits for it; let what it awaits answer at once, or be answered by another task
            """
    }
}
