/// Decides what becomes of one life of a child.
struct ChildLifeStateMachine {
    typealias Child = any OwnedMachine
    typealias Ports = [(property: String?, port: any PortStorage)]

    enum Phase {
        /// It has not begun.
        case made(Child)
        /// It waits for the end of the one before, for its time, if that is known, or for its executor.
        case begun(Child, until: Duration?)
        case running(Child)
        /// It has ended, or was abandoned.
        case over
    }

    private var phase: Phase
    /// The life that has to end before this one begins, until it has.
    var former: ChildLife?
    /// Those of its chart, where a system watches, until its end.
    private(set) var ports: Ports?
    /// What waits for its turn. The task may have run before whoever makes it knows it.
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

    /// What its end means to its state; called where the machine ends.
    private var ending: Ending?
    /// True when its end is over for all: it has been told, or nobody is to hear of it.
    private(set) var isTold = false

    typealias Ending = @Sendable (Result<Void, any Error>) -> ActivityEnd

    init(machine: Child, after former: ChildLife?, ports: Ports?, _ ending: @escaping Ending) {
        phase = .made(machine)
        self.former = former
        self.ports = ports
        self.ending = ending
    }

    var isOver: Bool { if case .over = phase { true } else { false } }

    /// False before it, and while it waits.
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

    /// The step is over that it begins after. Answers whether it waits for the one before; `nil` if it is over.
    mutating func begins() -> Bool? {
        switch phase {
        case .made(let child): phase = .begun(child, until: nil)
        case .running, .over: return nil
        case .begun: trap("a child began twice", "please report this as a bug")
        }
        return former != nil
    }

    /// A task waits for its turn. Answers whether anybody still wants that.
    mutating func waits(in task: Task<Void, Never>) -> Bool {
        if isOver { return false }
        self.task = task
        return true
    }

    /// It waits for its time.
    mutating func waits(until time: Duration) {
        switch phase {
        case .made(let child), .begun(let child, _): phase = .begun(child, until: time)
        case .running, .over: break
        }
    }

    /// Its turn has come, which may be said again if a snapshot held it. Answers false if nobody wants it any more.
    mutating func runs() -> Bool {
        task = nil
        switch phase {
        case .made(let child), .begun(let child, _): phase = .running(child)
        case .running: break
        case .over: return false
        }
        return true
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
        case request(Child)
        /// It will not begin any more. The task that waits for its turn, if any, is cancelled.
        case drop(Child, Task<Void, Never>?)
    }

    mutating func stops() -> Stop {
        isUnheard = true
        switch phase {
        case .made(let machine), .begun(let machine, _): return .drop(machine, task)
        case .running(let machine): return .request(machine)
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
        if isTold { return false }
        replies.append(reply)
        return true
    }

    /// What is to be done when it has ended, or is abandoned. The last two are only to be let go of outside of the lock.
    struct End {
        let ending: Ending?
        let isTimed: Bool
        let phase: Phase
        let ports: Ports?
    }

    /// It has ended, or is abandoned.
    mutating func ends() -> End {
        defer { (phase, task, deadline, ending, ports) = (.over, nil, nil, nil, nil) }
        return End(ending: ending, isTimed: deadline != nil, phase: phase, ports: ports)
    }

    /// Whoever is to hear of its end has. Answers who waits for that.
    mutating func tells() -> [CheckedContinuation<Void, Never>] {
        isTold = true
        defer { replies = [] }
        return replies
    }
}
