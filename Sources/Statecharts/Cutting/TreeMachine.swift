// Child machines, as the snapshot of the machine that owns them needs them.

/// The place of one child: who knows what a snapshot says of it.
protocol TreePlace: ChildPlace {
    /// Its machine; `nil` if that has ended.
    var living: (any TreeMachine)? { get }
    var rank: ChildRank { get }
    /// The child as it is between two steps of its owner.
    func part(at now: Duration) throws -> ChildPart
}

/// A child between two steps of its owner, to be taken elsewhere.
struct ChildPart: Sendable {
    /// The number of the activity that the child is.
    let number: UInt64
    /// What the snapshot says of it, still without its life.
    let declared: Snapshot.Child
    /// `nil` if it has ended.
    let machine: (any TreeMachine)?
    /// Whose end the machine hears of; `nil` if that is over, or the step still goes on that it begins after.
    let life: (any LivingPart)?
    /// What is left of the wait before it begins.
    let delay: Duration
}

/// The life of a child machine, for a snapshot.
protocol LivingPart: AnyObject, Sendable {
    /// False while it waits for the child before it, for its time, or for its executor.
    var hasBegun: Bool { get }
    /// Returns when its end is in the mailbox of the machine that hears of it, if it hears of it.
    func told() async
}

/// A machine of a tree that a snapshot is taken of, whatever its chart.
protocol TreeMachine: Actor {
    /// What people call it.
    nonisolated var name: String { get }
    /// Starts it, without waiting for the end of the first step. Answers false if a snapshot holds it.
    func startNow() throws -> Bool
    /// Returns when no snapshot holds it before its start.
    func waitToStart() async
    /// Ends it, also if it was not started, and waits for that in a task that may be cancelled.
    func stopToTheEnd() async throws
    /// Has it end when it has taken what it has accepted, or as soon as it was started, and waits for nothing.
    nonisolated func requestStop()
    /// Has a closure called at its end, or now if it has come; on its executor.
    func whenEnded(_ body: @escaping @Sendable (Result<Void, any Error>) -> Void)
    /// Returns when the machine is between two steps, and takes nothing more until it is let go.
    /// - Parameter limit: how long to wait, by the machine's clock; `nil` for as long as it takes.
    /// - Returns: false if it has come to its end.
    func hold(for cut: TreeCut, within limit: Duration?) async throws -> Bool
    /// Holds the children, and theirs.
    func holdChildren(for cut: TreeCut, within limit: Duration) async throws
    /// Lets it take what waits. Without effect if it is not held for this cut.
    func letGo(_ cut: TreeCut)
    /// What there is of the machine, and of its children, while all are held.
    func collect(_ cut: TreeCut) async throws -> Snapshot.Child.Life
    /// The snapshot that the machine will continue from, if it has not begun.
    var awaitingSnapshot: Snapshot? { get }
    /// The active states of the machine and of those below it.
    /// - Parameter prefix: what stands before its name; `nil` for the machine that is asked.
    func activePaths(behind prefix: String?) async -> [String]
}

extension Services {
    /// The child machines of active states, in document order and each state's in the order of beginning.
    func childParts() throws -> [ChildPart] {
        let now = keeper.now
        return try activities.keys.sorted().flatMap { node in
            try activitiesInOrder(node).compactMap {
                try ($0.activity.child as? any TreePlace)?.part(at: now)
            }
        }
    }

    /// The machines of active states, in the order of their ranks.
    var childMachines: [any TreeMachine] {
        activities.values.flatMap { $0.values.compactMap { $0.child as? any TreePlace } }
            .map { (rank: $0.rank, machine: $0.living) }.sorted { $0.rank < $1.rank }.compactMap(\.machine)
    }
}
