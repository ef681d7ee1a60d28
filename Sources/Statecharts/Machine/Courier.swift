// `@unchecked Sendable`: a courier is touched by its one task only. `next` is set from inside a step that this task runs, on the thread that
// it runs on, while the thread's variable names the courier; the task clears the variable before the step's actor is left. What it
// does with `next` comes after that.
//
// The thread's variable is a pointer without a reference: it is set and cleared within one synchronous call, which the courier outlives.

/// What a courier calls on: a machine.
@usableFromInline
protocol Served: Actor {
    /// Deals with what is in the mailbox.
    func attend(_ courier: Courier) -> Courier.Service
}

/// The task in which machines look into their mailboxes.
///
/// Posting to a machine at rest takes a task to run it in. In a step there is one already, which will be free when the step is over: the first
/// machine that a step gives something to do comes next in the same task, from actor to actor without a new one. Further ones get tasks of their own,
/// so that they can run at the same time.
@safe
@usableFromInline
final class Courier: @unchecked Sendable {
    /// How a machine left off.
    @usableFromInline
    enum Service: Sendable {
        /// It has nothing to do and wants to be told of the next letter.
        case rests
        /// It has nothing to do after some traffic, and has not asked to be told: somebody has to look again.
        case lingers
        /// It has more to do, and lets another one go first.
        case gaveWay
        /// It has more to do, which is not done at once.
        case left
    }

    /// Who goes next, because the step under way gave it something to do.
    @exclusivity(unchecked) @usableFromInline private(set) var storedNext: (any Served)?
    /// Whether the step under way gave a machine something to do.
    @inlinable var hasNext: Bool { unsafe storedNext != nil }

    private init() {}

    /// Has the machine look into its mailbox soon: in the task that runs the present step, or in one of its own.
    @usableFromInline
    static func call(_ machine: any Served) {
        if let courier = present, !courier.hasNext {
            unsafe courier.storedNext = machine
            return
        }
        Task { await Courier().run(machine) }
    }

    private func run(_ first: any Served) async {
        var machine = first
        // Who gave way to the machine that is served.
        var other: (any Served)?
        while true {
            switch await machine.attend(self) {
            case .rests, .left:
                break
            case .lingers:
                if !hasNext, other == nil {
                    await Task.yield()
                    continue
                }
                // Somebody waits: this one comes again after that.
                if let waiting = other { Task { await Courier().run(waiting) } }
                other = machine
            case .gaveWay:
                if let waiting = other { Task { await Courier().run(waiting) } }
                other = machine
            }
            if let next = unsafe storedNext {
                unsafe storedNext = nil
                machine = next
            } else if let waiting = other {
                other = nil
                machine = waiting
            } else {
                return
            }
        }
    }

    // MARK: The thread

    private static let variable = ThreadVariable<Courier>(owns: false)

    /// The courier whose step this thread is running.
    private static var present: Courier? { unsafe variable.object?.takeUnretainedValue() }

    /// To be called before steps are run, with ``leave()`` after them in the same synchronous function.
    @usableFromInline
    func enter() { unsafe Self.variable.set(Unmanaged.passUnretained(self)) }

    @usableFromInline
    func leave() { Self.variable.reset() }
}
