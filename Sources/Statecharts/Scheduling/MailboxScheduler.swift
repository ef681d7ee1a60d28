// `@unchecked Sendable`: a scheduler is touched by its one task only. Whom a step gives something to do is noted from
// inside a step that this task runs, on the thread that it runs on, while the thread's variable names the scheduler;
// the task clears the variable before the step's actor is left. What it does with the notes comes after that. For the
// same reason no two accesses overlap (`@exclusivity(unchecked)`).
//
// A partner is known by its identity, which no other object can have: `run` keeps it alive meanwhile.
//
// The thread's variable is a pointer without a reference: it is set and cleared within one synchronous call, which the
// scheduler outlives.
//
// Tried against it: machines that post to each other from their steps without end, in rings and pairs, also after the
// last reference to them is gone, eight tasks that flood two of them, several at one executor, and executors that are
// blocked (MailboxSchedulerTests); children that are started at every moment (ChildLifeMomentTests, ChildStormTests);
// steps that suspend, so that the thread goes elsewhere meanwhile, and all entrances at once under the thread sanitizer
// (StressTests).

/// What a scheduler calls on: a machine, or the start of one.
@usableFromInline
protocol ScheduledMachine: Actor {
    /// True if it runs on an executor that was given to it, which may be busy for long.
    nonisolated var isPlaced: Bool { get }
    /// Deals with what is in the mailbox.
    func attend(_ scheduler: MailboxScheduler) -> DrainResult
    /// The same in turns with another machine, as long as each gives the other one something to do and nothing else is
    /// to be decided.
    func attend(_ scheduler: MailboxScheduler, inTurnsWith partner: any ScheduledMachine) async -> MailboxScheduler.Turn
}

extension ScheduledMachine {
    /// True if another one that waits for this one might wait for long, for an executor that is not its own.
    fileprivate nonisolated func mayHoldUp(_ other: any ScheduledMachine) -> Bool {
        unsafe isPlaced && !unownedExecutor.isSame(as: other.unownedExecutor)
    }
}

/// The task in which machines look into their mailboxes.
///
/// Posting to a machine at rest takes a task to run it in. In a step there is one already, which will be free when the
/// step is over: the first machine that a step gives something to do comes next in the same task, from actor to actor
/// without a new one. Further ones get tasks of their own, so that they can run at the same time; if they could not,
/// because they run on the executor of the first one, they wait for their turn in the same task.
///
/// Two machines that answer each other take turns: the one that was served before the present one is at hand, and is
/// gone back to without being asked for. Of several that wait for the scheduler the one that has waited longest comes
/// next.
@safe
@usableFromInline
final class MailboxScheduler: @unchecked Sendable {
    /// Who was served last, and how it left off.
    @usableFromInline
    enum Turn: Sendable {
        case own(DrainResult)
        case partners(DrainResult)
    }

    /// Who comes next, because the step under way gave it something to do.
    @exclusivity(unchecked) private var storedNext: (any ScheduledMachine)?
    /// Who was served before: it is gone back to if somebody says that it has something to do.
    @exclusivity(unchecked) private var storedPartner: ObjectIdentifier?
    @exclusivity(unchecked) private var storedGoesBack = false
    /// Whether the step under way gave a machine something to do that is served by this scheduler.
    @exclusivity(unchecked) @usableFromInline private(set) var storedHasNext = false
    @inlinable var hasNext: Bool { unsafe storedHasNext }
    /// True from when this has gone on to a second machine, because the first one's step gave it something to do.
    @exclusivity(unchecked) @usableFromInline private(set) var storedIsRelay = false
    @inlinable var isRelay: Bool { unsafe storedIsRelay }

    /// Who comes after the next one, and runs on the same executor.
    @exclusivity(unchecked) private var storedLater = FIFO<any ScheduledMachine>()

    /// How often it went from one machine to another since other tasks had their turn.
    @exclusivity(unchecked) private var storedTurns = 0
    /// Machines that always give each other something to do must not keep a thread from everybody else.
    private static let patience = 1_000

    private init() {}

    /// Has the machine look into its mailbox soon: in the task that runs the present step, or in one of its own.
    @usableFromInline
    static func call(_ machine: any ScheduledMachine) {
        if let scheduler = present {
            if scheduler.noteReturn(to: ObjectIdentifier(machine)) { return }
            guard let other = unsafe scheduler.storedLater.first ?? scheduler.storedNext else {
                unsafe scheduler.storedNext = machine
                unsafe scheduler.storedHasNext = true
                return
            }
            if unsafe machine.unownedExecutor.isSame(as: other.unownedExecutor) {
                return unsafe scheduler.storedLater.append(machine)
            }
        }
        startTask(for: machine)
    }

    /// Has the machine served in a task of its own. It has no task-local values: the envelopes are anybody's.
    private static func startTask(for machine: any ScheduledMachine) {
        Task.detached(priority: Task.currentPriority) { await MailboxScheduler().run(machine) }
    }

    /// Notes that a machine has something to do, if it is the one that was served before the present one: it is gone
    /// back to after the step under way. Returns whether it is.
    @usableFromInline
    static func noteReturn(to machine: ObjectIdentifier) -> Bool {
        unsafe variable.object?.borrowed { $0.noteReturn(to: machine) } ?? false
    }

    private func noteReturn(to machine: ObjectIdentifier) -> Bool {
        guard unsafe storedPartner == machine else { return false }
        unsafe storedGoesBack = true
        unsafe storedHasNext = true
        return true
    }

    /// Notes that the two machines change places, if nothing else is to be decided: the present one has nothing left,
    /// and its partner has something to do. Returns whether they do.
    @usableFromInline
    func turnsBack(from machine: ObjectIdentifier, _ result: DrainResult) -> Bool {
        guard case .empty = result, unsafe storedGoesBack, unsafe storedNext == nil, unsafe storedLater.isEmpty else {
            return false
        }
        unsafe storedTurns += 1
        guard unsafe storedTurns < Self.patience else { return false }
        unsafe storedGoesBack = false
        unsafe storedHasNext = false
        unsafe storedPartner = machine
        return true
    }

    private func run(_ first: any ScheduledMachine) async {
        var machine = first
        // Kept here and not in a property, so that two machines are exchanged without counting references.
        var partner: (any ScheduledMachine)?
        while true {
            let result: DrainResult
            if let other = partner {
                switch await machine.attend(self, inTurnsWith: other) {
                case .own(let last): result = last
                case .partners(let last):
                    result = last
                    partner = machine
                    machine = other
                }
            } else {
                result = await machine.attend(self)
            }
            let hasMore = if case .hasMore = result { true } else { false }
            let back = unsafe storedGoesBack ? partner : nil
            unsafe storedGoesBack = false
            let next = unsafe storedNext.take() ?? storedLater.popFirst()
            if let next, unsafe !storedLater.isEmpty {
                // Several at one executor: they wait for nobody elsewhere, and nobody elsewhere waits for them.
                if let back { keep(back, behind: next) }
                if hasMore { keep(machine, behind: next) }
                (machine, partner) = (next, nil)
            } else if let next, let back, !back.mayHoldUp(next) {
                if hasMore { Self.startTask(for: machine) }
                (machine, partner) = (back, next)
                unsafe storedGoesBack = true
            } else if let other = next ?? back {
                if next != nil, let back { Self.startTask(for: back) }
                if hasMore, other.mayHoldUp(machine) {
                    Self.startTask(for: machine)
                    (machine, partner) = (other, nil)
                } else {
                    (machine, partner) = (other, machine)
                    unsafe storedGoesBack = hasMore
                }
            } else {
                if !hasMore { return }
                await Task.yield()
                continue
            }
            unsafe storedHasNext = false
            unsafe storedIsRelay = true
            unsafe storedPartner = partner.map { ObjectIdentifier($0) }
            unsafe storedTurns += 1
            if unsafe storedTurns >= Self.patience {
                unsafe storedTurns = 0
                await Task.yield()
            }
        }
    }

    /// Has another one served after the next one, or in a task of its own if that is elsewhere.
    private func keep(_ other: any ScheduledMachine, behind next: any ScheduledMachine) {
        if unsafe other.unownedExecutor.isSame(as: next.unownedExecutor) {
            unsafe storedLater.append(other)
        } else {
            Self.startTask(for: other)
        }
    }

    // MARK: The thread

    private static let variable = ThreadVariable<MailboxScheduler>(owns: false)

    /// The scheduler whose step this thread is running.
    private static var present: MailboxScheduler? { unsafe variable.object?.takeUnretainedValue() }

    /// To be called before steps are run, with ``leave()`` after them in the same synchronous function.
    @usableFromInline
    func enter() { unsafe Self.variable.set(Unmanaged.passUnretained(self)) }

    @usableFromInline
    func leave() { Self.variable.reset() }
}
