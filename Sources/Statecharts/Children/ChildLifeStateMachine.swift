/// Decides what becomes of one life of a child.
struct ChildLifeStateMachine {
    typealias Child = any OwnedMachine

    enum Phase {
        /// It has not begun.
        case made(Child)
        /// Its task waits for the end of the one before, or for its time, if that is known.
        case begun(Child, until: Duration?)
        case running(Child)
        /// It has ended, or was abandoned.
        case over
    }

    private var phase: Phase
    /// Known from when it has begun. The task may run before whoever makes it knows it.
    private var task: Task<Void, Never>?
    /// Set when its state is left by the end of the machine, which stops it later.
    private(set) var isLeft = false
    /// Set when it is told to stop, or will be: nobody hears of its end from then on.
    private(set) var isUnheard = false
    /// The error by which it has ended, until somebody has heard of it.
    private var failure: String?
    /// When the time is over in which it is to end.
    private(set) var deadline: TimerKey?
    private var replies: [CheckedContinuation<Void, Never>] = []

    init(machine: Child) { phase = .made(machine) }

    var isOver: Bool { if case .over = phase { true } else { false } }

    /// False before it, and while its task waits.
    var hasBegun: Bool {
        switch phase {
        case .made, .begun: false
        case .running, .over: true
        }
    }

    /// True while the step goes on that it begins after.
    var waitsForStep: Bool { if case .made = phase { true } else { false } }

    /// The child, unless it is over, and when it begins, if that is known.
    var present: (child: Child, until: Duration?)? {
        switch phase {
        case .made(let child): (child, nil)
        case .begun(let child, let time): (child, time)
        // Its time has come, also if its machine has not started yet.
        case .running(let child): (child, .zero)
        case .over: nil
        }
    }

    mutating func begins(_ task: Task<Void, Never>) {
        switch phase {
        case .made(let child): (phase, self.task) = (.begun(child, until: nil), task)
        case .running: self.task = task
        case .begun where self.task == nil: self.task = task
        case .over: break
        case .begun: trap("a child began twice", "please report this as a bug")
        }
    }

    /// It waits for its time.
    mutating func waits(until time: Duration) {
        switch phase {
        case .made(let child), .begun(let child, _): phase = .begun(child, until: time)
        case .running, .over: break
        }
    }

    /// The one before has ended.
    mutating func runs() {
        switch phase {
        case .made(let child), .begun(let child, _): phase = .running(child)
        case .running, .over: break
        }
    }

    /// Its state is left by the end of the machine. Answers the error that nobody has heard of and nobody will.
    mutating func leaves() -> String? {
        isLeft = true
        isUnheard = true
        return failure.take()
    }

    /// It has ended by an error. Answers whether nobody will hear of it.
    mutating func fails(_ error: String) -> Bool {
        if !isUnheard { failure = error }
        return isUnheard
    }

    enum Stop {
        case nothing
        /// It has ended by an error, of which nobody hears.
        case tell(String)
        case cancel(Task<Void, Never>)
        /// It will not begin any more.
        case drop(Child)
    }

    mutating func stops() -> Stop {
        isUnheard = true
        switch phase {
        case .made(let machine): return .drop(machine)
        case .begun, .running: return task.map { .cancel($0) } ?? .nothing
        case .over: return failure.take().map { .tell($0) } ?? .nothing
        }
    }

    /// Answers whether the time in which it is to end begins now. While it waits for the one before, that has its own.
    mutating func isTimed(until key: TimerKey) -> Bool {
        switch phase {
        case .running where deadline == nil:
            deadline = key
            return true
        case .made, .begun, .running, .over: return false
        }
    }

    /// Answers whether the end is still to come.
    mutating func appendWaiter(_ reply: CheckedContinuation<Void, Never>) -> Bool {
        if isOver { return false }
        replies.append(reply)
        return true
    }

    /// It has ended, or is abandoned. Answers what is to be let go of outside of the lock.
    mutating func ends() -> (waiting: [CheckedContinuation<Void, Never>], isTimed: Bool, former: Phase) {
        defer { (phase, task, deadline, replies) = (.over, nil, nil, []) }
        return (replies, deadline != nil, phase)
    }
}
