import Synchronization

// `@unchecked Sendable`: whom an action task drives is written by whoever has the action task for itself, before the
// action begins and after it has ended. It is read by the action and its child tasks, which begin after the one and end
// before the other. Unstructured tasks, which may come later, have the object too, but compare a number only and find
// that they are none of these: see `here`.
//
// For the same reason no two accesses overlap (`@exclusivity(unchecked)`).

/// The machine whose suspended action a task is running.
///
/// It is bound as a task-local value in the action task, once for all the actions that it will run. Child tasks of an
/// action, for which it has to wait, find the very same binding, at the same address; unstructured tasks, for which it
/// need not wait, have copies of it (SE-0311). The address tells the two apart, whichever executors they prefer. When
/// the action task has ended, its address means nothing, even if another binding gets it.
final class ActionContext: @unchecked Sendable {
    /// Whose action is being run; `nil` between two steps. The task that runs the action keeps it.
    @exclusivity(unchecked) private unowned(unsafe) var storedSuspended: (any SuspendedMachine)?
    /// The same for that task, which takes it out; so a machine is retained once for a step, and by nobody afterwards.
    @exclusivity(unchecked) private var storedOwned: (any SuspendedMachine)?
    /// The same for whoever compares machines only.
    @exclusivity(unchecked) private var storedMachine: ObjectIdentifier?
    /// The address of the binding in the task that runs the actions; 0 before and after.
    private let bindingAddress = Atomic<UInt>(0)
    private let hasFailed = Atomic<Bool>(false)
    private let error = Guarded<(any Error)?>(nil)

    @TaskLocal private static var current: ActionContext?

    /// An action of this machine is to be run.
    func begin(_ machine: consuming any SuspendedMachine) {
        unsafe storedMachine = ObjectIdentifier(machine)
        unsafe storedSuspended = machine
        unsafe storedOwned = machine
    }

    /// Whether there is an action to be run.
    var hasBegun: Bool { unsafe storedOwned != nil }

    /// The machine whose action is to be run, for who gives it away.
    func takeMachine() -> any SuspendedMachine {
        guard let machine = unsafe storedOwned.take() else {
            trap("an action task has nothing to do", "report this as a bug")
        }
        return machine
    }

    /// The step is over.
    func end() {
        unsafe storedMachine = nil
        unsafe storedSuspended = nil
    }

    private var isDriving: Bool { unsafe storedMachine != nil }

    /// The machine; nobody else while none is driven.
    var machine: ObjectIdentifier { unsafe storedMachine ?? ObjectIdentifier(self) }
    var name: String { unsafe storedSuspended?.name ?? "" }

    /// What the present task itself is running, or the task whose child it is.
    static var here: ActionContext? {
        // Most tasks have no value: that is found out without looking up the type of an optional one.
        let presentAddress = presentAddress
        guard presentAddress != 0, let current else { return nil }
        let address = current.bindingAddress.load(ordering: .acquiring)
        return address == presentAddress && current.isDriving ? current : nil
    }

    private static var presentAddress: UInt { unsafe UInt(bitPattern: $current.bindingAddress) }

    /// Binds the value for as long as `body` runs.
    ///
    /// The isolation is a parameter that the closure names: a closure of a `nonisolated(nonsending)` function that is
    /// given to a function of another module would leave the executor.
    func bind(on actionTask: isolated any Actor, _ body: () async -> Void) async {
        await Self.$current.withValue(self) {
            _ = actionTask
            bindingAddress.store(Self.presentAddress, ordering: .releasing)
            await body()
            bindingAddress.store(0, ordering: .releasing)
        }
    }

    /// Notes an error of a wait that cannot throw: the action throws it when it has run.
    func fail(_ error: any Error) {
        self.error.withLock { $0 = $0 ?? error }
        hasFailed.store(true, ordering: .releasing)
    }

    /// The error that was noted in the action that has just ended.
    func takeError() -> (any Error)? {
        guard hasFailed.load(ordering: .acquiring) else { return nil }
        hasFailed.store(false, ordering: .relaxed)
        return error.withLock { $0.take() }
    }
}

extension ActivityContext {
    /// The name of the machine whose suspended action or activity the present task is; empty if it is neither.
    package static var presentMachine: String { ActionContext.here?.name ?? present?.alarm?.machineName ?? "" }
}
