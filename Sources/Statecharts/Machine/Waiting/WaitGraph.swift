/// The machine whose suspended action a task is running.
struct Driving: Sendable {
    let machine: ObjectIdentifier
    let name: String
    /// The task that runs the action. Other tasks inherit the value, but the action does not wait for all of those.
    let task: Int

    @TaskLocal static var current: Driving?

    /// What the present task itself is running.
    static var here: Driving? {
        guard let current, current.task == identityOfTask else { return nil }
        return current
    }

    private static var identityOfTask: Int {
        unsafe withUnsafeCurrentTask { task in unsafe task?.hashValue ?? 0 }
    }

    /// The present task as the one that runs an action of `machine`.
    init(_ machine: ObjectIdentifier, _ name: String) {
        self.machine = machine
        self.name = name
        task = Self.identityOfTask
    }
}

/// Which machine's suspended step waits for which other machine, so that a ring is an error and not a hang.
///
/// A step awaits one thing at a time, so every machine has at most one edge, and a ring is found by following them. An edge goes as soon as what was
/// awaited is answered, by the one who answers, before anybody else can run: a ring of edges is a ring at that moment.
/// Only suspended actions that wait for machines pay for this.
enum WaitGraph {
    private struct Edge {
        let waiting: Driving
        let target: ObjectIdentifier
        /// Whether the target's step that is under way is what is awaited.
        let isOfStep: Bool
    }

    private static let edges = Guarded<[ObjectIdentifier: Edge]>([:])

    /// Notes that the present task, if it runs an action of a machine, is about to wait for `target`.
    /// - Returns: who waits, to be given to ``leave(_:)``; `nil` if it is no machine.
    /// - Throws: `MachineError` if that would close a ring.
    static func enter(_ target: ObjectIdentifier, _ name: String) throws -> ObjectIdentifier? {
        guard let driving = Driving.here else { return nil }
        let ring = edges.withLock { edges -> [String]? in
            var names = [driving.name]
            var next = target
            while next != driving.machine {
                guard let edge = edges[next] else {
                    edges[driving.machine] = Edge(waiting: driving, target: target, isOfStep: false)
                    return nil
                }
                names.append(edge.waiting.name)
                next = edge.target
            }
            return names + [driving.name]
        }
        guard let ring else { return driving.machine }
        throw MachineError(
            .deadlock,
            "waiting would never end: \(ring.joined(separator: " awaits ")); post the event instead, or ask from an activity"
        )
    }

    /// Notes that the present task, if it runs an action of a machine, waits for the step that `target` has just begun and suspended.
    static func enterStep(of target: ObjectIdentifier) {
        guard let driving = Driving.here else { return }
        edges.withLock { $0[driving.machine] = Edge(waiting: driving, target: target, isOfStep: true) }
    }

    /// The suspended step of `target` is complete: whoever waits for it does so no more.
    static func endStep(of target: ObjectIdentifier) {
        edges.withLock { edges in
            guard !edges.isEmpty else { return }
            for (machine, edge) in edges where edge.isOfStep && edge.target == target { edges[machine] = nil }
        }
    }

    static func leave(_ waiting: ObjectIdentifier?) {
        guard let waiting else { return }
        edges.withLock { $0[waiting] = nil }
    }
}
