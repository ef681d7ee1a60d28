/// Runs machines, and restarts them when they fail.
///
///     let supervisor = Supervisor(.oneForOne, limit: .init(3, in: .seconds(60)))
///     let player = supervisor.add("player") { Machine(Player()) }
///     let shop = supervisor.add("shop", restart: .fromLastSnapshot) { Machine(Shop()) }
///     let running = Task { try await supervisor.run() }  // until it gives up or is cancelled
///
///     player.post(.power)  // reaches the present machine, or the next one
///
/// Children start in the order in which they were added, each when the one before has started, and are ended in reverse
/// order. A supervisor itself waits for no child: while a start, a step or an end takes its time, what concerns other
/// children is done. A child that comes to its end has done its work and is not restarted, whatever happens to others,
/// even if an exit action throws an error on the way: ``events`` report that. Children may be added and removed while
/// the supervisor runs: ``add(_:restart:mailbox:in:make:)``, ``remove(_:)``. A failed machine does not exit its states;
/// neither does a machine that is ended because of another one's failure and restarts from its snapshot.
///
/// A supervisor can be a child of another one: if it gives up, that is its failure, and restarting it restarts its
/// children.
public final class Supervisor: Sendable {
    /// Which children a failure concerns.
    public enum Strategy: Sendable, Hashable, CaseIterable {
        /// Only the child that failed.
        case oneForOne
        /// All children.
        case oneForAll
        /// The child that failed and those added after it.
        case restForOne
    }

    /// Where a machine goes on after a restart.
    public enum Restart: Sendable, Hashable, CaseIterable {
        /// With the machine that its closure makes, as it is.
        case fresh
        /// In the state after its last complete step, as from a ``Snapshot``, which is taken after each step.
        ///
        /// Only the event in progress when the machine failed is lost; its sender gets the error. Data that its step
        /// had changed before it failed are restored as far as ``Snapshotting`` covers them.
        ///
        /// A deferred event that is recalled belongs to the step of the event that has made this possible: if it fails,
        /// the next machine goes on from before both. The other event is lost, and the deferred one waits again, to be
        /// recalled at the next opportunity. So handle its errors in ``State/failed(_:)`` where it may be refused.
        ///
        /// After some steps no snapshot can be taken: while there are child machines, or something waits that is not
        /// `Codable`. Each such step is reported by ``SupervisionEvent/snapshotFailed(_:reason:)``, and the last
        /// snapshot before remains the one to go on from: what has happened since is lost, too. If there is none, the
        /// machine begins afresh.
        case fromLastSnapshot
    }

    /// What happens to events that were not taken when a machine ends to be restarted; see ``SupervisedMachine``.
    public enum MailboxPolicy: Sendable, Hashable, CaseIterable {
        /// The next machine takes them.
        case kept
        /// They are lost.
        case dropped
    }

    /// What is asked of a supervisor that runs.
    enum Request: Sendable {
        /// Maybe in place of one that has finished.
        case add(any SupervisedChild, insteadOf: (any SupervisedChild)?)
        case remove(any SupervisedChild, CheckedContinuation<Void, Never>)
    }

    struct Contents {
        /// By their names, in the order in which they were added.
        var children = OrderedEntries<String, any SupervisedChild>()
        /// Not dealt with yet.
        var requests: [Request] = []
        /// Tells the present run that there are requests.
        var listener: (@Sendable () -> Void)?
        /// Whether there is a run, which has to end before another one begins.
        var isRunning = false
        /// Which child of a supervisor above that run is of; `nil` if it is of a call of ``Supervisor/run()``.
        var runner: ObjectIdentifier?
        /// Whether that run deals with requests. When all children have finished it does not any more.
        var takesRequests = false
        /// Set when a supervisor above ends this one to start it again.
        var isHalting = false
        var subscribers: [Int: AsyncStream<SupervisionEvent>.Continuation] = [:]
        var nextSubscriber = 0

        mutating func takeRequests() -> [Request] {
            defer { requests = [] }
            return requests
        }

        mutating func takeSubscribers() -> [AsyncStream<SupervisionEvent>.Continuation] {
            defer { subscribers = [:] }
            return Array(subscribers.values)
        }
    }

    let strategy: Strategy
    let limit: RestartLimit
    let backOff: BackOff
    let time: SupervisionTime
    let staysOpen: Bool
    let contents = Guarded(Contents())

    /// Makes a supervisor without children.
    /// - Parameters:
    ///   - strategy: which children a failure concerns.
    ///   - limit: how many restarts, of all children together, are made within a period before the supervisor gives up.
    ///   - backOff: how long it waits before a restart; each child has its own series.
    ///   - staysOpen: whether ``run()`` waits for further children when all have finished, or there is none, until its
    ///     task is cancelled.
    ///   - clock: the clock of the limit and the waits.
    public init<C: Clock>(
        _ strategy: Strategy = .oneForOne, limit: RestartLimit = RestartLimit(3, in: .seconds(60)),
        backOff: BackOff = .none, staysOpen: Bool = false, clock: C = ContinuousClock()
    ) where C.Duration == Duration {
        self.staysOpen = staysOpen
        self.strategy = strategy
        self.limit = limit
        self.backOff = backOff
        time = SupervisionTime(clock)
        for fault in limit.faults + backOff.faults {
            Misuse.tell("a supervisor was made with \(fault.what); \(fault.fix)")
        }
    }

    deinit {
        endStreams()
        // Nobody will ever run them: who waits for one of them is told.
        let released = SupervisorError(
            .released, "supervisor", "the supervisor was released; keep it as long as its children are needed")
        for child in children { child.close(released) }
    }

    /// What happens from now on, in order; ends when ``run()`` does, unless a supervisor above may restart this one.
    ///
    /// Each access makes a new subscription, which begins at once and is unbounded.
    public var events: AsyncStream<SupervisionEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: SupervisionEvent.self)
        let key = contents.withLock { contents in
            contents.nextSubscriber += 1
            contents.subscribers[contents.nextSubscriber] = continuation
            return contents.nextSubscriber
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.contents.withLock { $0.subscribers.removeValue(forKey: key) }
        }
        return stream
    }

    /// Starts all children and keeps them running; returns when all of them have finished.
    ///
    /// If the task is cancelled, the children are stopped one after the other, the last first: each takes what it has
    /// accepted and exits its states; then this returns normally. A child that is starting is told by the cancellation
    /// of its task, and the others do not wait for it. What a child without a machine has accepted is lost then, as by
    /// ``remove(_:)``.
    ///
    /// May be called again afterwards: the children then start again, those with snapshots where they were.
    /// - Throws: ``SupervisorError`` if the supervisor gives up; all children have then been ended. Charts that cannot
    ///   start and snapshots that are refused are not tried again. With the code
    ///   ``SupervisorError/Code/alreadyRunning`` if it runs already; that run goes on.
    public func run() async throws { _ = try await supervise {} }

    // MARK: Inside

    var children: [any SupervisedChild] { contents.withLock { $0.children }.all.map(\.value) }

    /// Those of all children. Inside of the lock, so that none of them is kept any longer.
    var presentMachines: [ObjectIdentifier] { contents.withLock { $0.children.all.flatMap(\.value.presentMachines) } }

    /// Whether the children are to be ended for their next life, not for good.
    var isHalting: Bool {
        get { contents.withLock { $0.isHalting } }
        set { contents.withLock { $0.isHalting = newValue } }
    }

    func emit(_ event: SupervisionEvent) {
        let subscribers = contents.withLock { Array($0.subscribers.values) }
        callingOut()
        for subscriber in subscribers { subscriber.yield(event) }
    }

    /// No child will live again: refuses what waits for them, and ends the streams.
    func close(_ error: (any Error)?) {
        closeChildren(error)
        endStreams()
    }

    func closeChildren(_ error: (any Error)?) { for child in children { child.close(error) } }

    /// The same, and the supervisor above has given this one up.
    func dismiss() {
        for child in children { child.dismiss() }
        endStreams()
    }

    private func endStreams() {
        let subscribers = contents.withLock { $0.takeSubscribers() }
        callingOut()
        for subscriber in subscribers { subscriber.finish() }
    }
}
