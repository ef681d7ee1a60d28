import Synchronization

/// The machine whose suspended action a task is running.
///
/// It is bound as a task-local value around the action. The child tasks of the action, which it has to wait for, find the very same value, in the same
/// place; unstructured tasks, which it need not wait for, have got copies of it (SE-0311). The place tells the two apart, whichever executors they
/// prefer. When the action is over so is the value: copies that live on, and tasks that are given the place again, mean nothing.
final class Driving: Sendable {
    let machine: ObjectIdentifier
    let name: String
    /// Where the task that runs the action has the value; 0 before and after.
    private let place = Atomic<UInt>(0)
    private let error = Guarded<MachineError?>(nil)

    @TaskLocal private static var current: Driving?

    init(_ machine: ObjectIdentifier, _ name: String) {
        self.machine = machine
        self.name = name
    }

    /// What the present task itself is running, or the task whose child it is.
    static var here: Driving? {
        guard let current else { return nil }
        let place = current.place.load(ordering: .acquiring)
        return place != 0 && place == presentPlace ? current : nil
    }

    private static var presentPlace: UInt { unsafe UInt(bitPattern: $current.place) }

    /// Runs an action as that of the machine, on its executor.
    ///
    /// The isolation is a parameter that the closure names: a closure of a `nonisolated(nonsending)` function that is given to a function of another
    /// module would leave the machine's executor, and the action would run beside the machine.
    func run(on machine: isolated any Actor, _ action: () async throws -> Void) async throws {
        defer { place.store(0, ordering: .releasing) }
        try await Self.$current.withValue(self) {
            _ = machine
            place.store(Self.presentPlace, ordering: .releasing)
            try await action()
        }
        if let error = error.withLock({ $0 }) { throw error }
    }

    /// Notes an error of a wait that cannot throw: the action throws it when it has run.
    func fail(_ error: MachineError) { self.error.withLock { $0 = $0 ?? error } }
}
