/// Decides what a supervisor does: events in, actions out. A value, which knows children by number and is told the
/// time.
///
/// It never waits. What takes time is an action that is performed elsewhere and whose end comes back as an event; what
/// happens meanwhile is decided at once. Two rules hold it together:
/// - Each child has at most one task at a time that starts or ends it: its ``Life`` says which one.
/// - Children that are to be started belong to a ``Wave``, which ends and starts them one after the other. Waves do not
///   wait for each other.
struct SupervisorStateMachine {
    enum Event {
        /// The run begins with these children, which have the numbers from 0 on.
        case began([String])
        /// A child was added, with the number ``endNumber``.
        case added(String)
        /// A child that has finished was replaced by another one.
        case replaced(Int)
        /// A child is to be given up.
        case givenUp(Int)
        /// The task that starts a child has come to its end.
        case started(Int)
        case startFailed(Int, any Error)
        /// A life has ended by itself.
        case ended(Int, life: Int, LifeEnd)
        /// The task that ends a child for its next life has come to its end, see ``SupervisedChild/halt()``.
        case halted(Int, HaltEnd)
        /// The task that ends a child for good has come to its end.
        case stopped(Int, LifeEnd)
        /// The time of a restart has come.
        case due(restart: Int)
        /// The run was cancelled: children are to be ended, for their next life or for good.
        case cancelled(isHalting: Bool)
    }

    enum Action {
        case emit(SupervisionEvent)
        case start(Int)
        /// The child is to be ended as soon as it has started: nobody wants to wait for that.
        case cancelStart(Int, isHalting: Bool)
        case halt(Int)
        case stop(Int)
        /// Tell when this life ends by itself.
        case watch(Int, life: Int)
        /// The child has finished instead of being halted: what was kept for its next life is answered.
        case close(Int)
        /// Tell when the time has come to start these again.
        case wait(restart: Int, until: Duration, of: [String])
        /// The child is given up, and not known any more.
        case forget(Int)
        /// All with which the run began have started, or wait for a restart.
        case allStarted
    }

    /// How the run has ended.
    enum End {
        /// All children have finished.
        case done
        case cancelled
        case gaveUp(child: String, any Error)
    }

    enum Life: Hashable {
        case down
        case starting(isCancelled: Bool)
        case running(Int)
        case halting
        case stopping
        case finished
    }

    struct ChildRecord {
        let name: String
        var life = Life.down
        var hasLived = false
        /// Whether it is to be forgotten as soon as it is down.
        var isGivenUp = false
        var wave: Int?
    }

    /// Children that are to be started one after the other, maybe after they have been ended and some time has passed.
    struct Wave {
        enum Phase: Hashable { case ending, waiting, starting }

        var phase: Phase
        /// Who has not started yet.
        var members: Set<Int>
        /// Who has not had a turn in this phase, in the order of the numbers: starts begin at the front, ends at the
        /// back.
        var rest: ArraySlice<Int>
        /// The members with a task.
        var busy: Set<Int> = []
        /// When the wait before the start is over.
        var due = Duration.zero
        var delay = Duration.zero
    }

    /// The end of the run, when it has begun: nothing is started any more.
    struct Closing {
        let end: End
        let isHalting: Bool
        /// Who has not had a turn.
        var rest: ArraySlice<Int>
    }

    let strategy: Supervisor.Strategy
    let staysOpen: Bool
    var ledger: RestartLedger
    var children: [Int: ChildRecord] = [:]
    /// The numbers of the children, in the order in which they were added.
    var order: [Int] = []
    /// Greater than all numbers so far.
    var endNumber = 0
    var waves: [Int: Wave] = [:]
    var closing: Closing?
    /// The wave with which the run began, as long as there is something to be started.
    var first: Int?
    /// The wave of those that were added last, likewise.
    var latest: Int?
    var lastWave = 0
    var lastLife = 0
    var unfinishedCount = 0
    var startingCount = 0
    var endingCount = 0
    /// Waves in which something may have to be done.
    var touched: Set<Int> = []
    var actions: [Action] = []

    init(_ strategy: Supervisor.Strategy, _ limit: RestartLimit, _ backOff: BackOff, staysOpen: Bool) {
        self.strategy = strategy
        self.staysOpen = staysOpen
        ledger = RestartLedger(strategy, limit, backOff)
    }

    /// How the run has ended; `nil` while it goes on.
    var end: End? {
        if let closing {
            return startingCount + endingCount == 0 && closing.rest.isEmpty ? closing.end : nil
        }
        return !staysOpen && unfinishedCount == 0 ? .done : nil
    }

    mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch event {
        case .began(let names):
            let numbers = names.map { add($0) }
            if closing == nil { first = makeWave(.starting, Set(numbers)) }
        case .added(let name):
            let child = add(name)
            if closing == nil { added(child) }
        case .replaced(let child):
            // It may have finished before the run has heard of that.
            if case .running = children[child]?.life { emit(.finished(name(child))) }
            forget(child)
        case .givenUp(let child): giveUp(child)
        case .started(let child): started(child, now)
        case .startFailed(let child, let error): startFailed(child, error, now)
        case .ended(let child, let life, let end):
            // What a task that ends the child finds out, that task tells.
            guard children[child]?.life == .running(life) else { break }
            switch end {
            case .finished(let error): finished(child, error)
            case .failed(let error): failed(child, error, now)
            }
        case .halted(let child, let end): halted(child, end)
        case .stopped(let child, let end): stopped(child, end)
        case .due(let restart):
            guard waves[restart]?.phase == .waiting else { break }
            beginStarting(restart)
        case .cancelled(let isHalting): close(.cancelled, isHalting: isHalting)
        }
        advance()
        defer { actions = [] }
        return actions
    }
}
