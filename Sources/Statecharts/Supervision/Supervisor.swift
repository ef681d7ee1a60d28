/// Runs machines, and starts them again when they fail.
///
///     let supervisor = Supervisor(.oneForOne, limit: .init(3, in: .seconds(60)))
///     let player = supervisor.add("player") { Machine(Player()) }
///     let library = supervisor.add("library", restart: .fromLastSnapshot) { Machine(Library()) }
///     try await supervisor.run()
///
/// Children start in the order in which they were added, each when the one before has started, and are ended in reverse order. A child that
/// comes to its end without an error has done its work and is not started again, whatever happens to others. A failed machine
/// does not exit its states; neither does a machine that is ended for another one's failure and restarts from its snapshot.
///
/// A supervisor can be a child of another one: if it gives up, that is its failure, and restarting it starts its children again.
public final class Supervisor: Sendable {
    /// Whom a failure concerns.
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
        /// The event in progress when it failed is the only thing that is lost; who sent it gets the error. Its step may have changed data
        /// before it failed, which is undone as far as ``Snapshotting`` reaches.
        case fromLastSnapshot
    }

    /// What happens to events that were not taken when a machine ends to be restarted; see ``SupervisedMachine``.
    public enum MailboxPolicy: Sendable, Hashable, CaseIterable {
        /// The next machine takes them.
        case kept
        /// They are lost.
        case dropped
    }

    struct Contents {
        var children: [any SupervisedChild] = []
        var isRunning = false
        /// Set when a supervisor above ends this one to start it again.
        var isHalting = false
        var subscribers: [Int: AsyncStream<SupervisionEvent>.Continuation] = [:]
        var nextSubscriber = 0
    }

    let strategy: Strategy
    let limit: RestartLimit
    let backOff: BackOff
    let time: SupervisionTime
    private let contents = Guarded(Contents())

    /// Makes a supervisor without children.
    /// - Parameters:
    ///   - strategy: whom a failure concerns.
    ///   - limit: how many restarts in a time, of all children together, are made before the supervisor gives up.
    ///   - backOff: how long it waits before a restart; the series is each child's own.
    ///   - clock: what the limit and the waits go by.
    public init<C: Clock>(
        _ strategy: Strategy = .oneForOne, limit: RestartLimit = RestartLimit(3, in: .seconds(60)),
        backOff: BackOff = .none, clock: C = ContinuousClock()
    ) where C.Duration == Duration {
        self.strategy = strategy
        self.limit = limit
        self.backOff = backOff
        time = SupervisionTime(clock)
    }

    deinit { endStreams() }

    /// Adds a machine as the last child. To be called before ``run()``; a second child of the same name traps.
    /// - Parameters:
    ///   - name: what events call it.
    ///   - restart: where it goes on after a restart.
    ///   - mailbox: what happens to events that were not taken.
    ///   - make: makes a machine that was not started, once for each life. What it throws counts as a failure.
    /// - Returns: what to send events to, in all of its lives.
    @discardableResult
    public func add<Top: Statechart>(
        _ name: String, restart: Restart = .fresh, mailbox: MailboxPolicy = .kept,
        make: @escaping @Sendable () throws -> Machine<Top>
    ) -> SupervisedMachine<Top> {
        let child = SupervisedMachine(name, restart, mailbox, make) { [weak self] in self?.emit($0) }
        add(child)
        return child
    }

    /// Adds a supervisor as the last child; this one runs it, nobody else.
    public func add(_ name: String, _ supervisor: Supervisor) { add(SupervisedSupervisor(name, supervisor)) }

    private func add(_ child: any SupervisedChild) {
        contents.withLock { contents in
            if contents.isRunning || contents.children.contains(where: { $0.name == child.name }) {
                trap(
                    "\(child.name) was added to a supervisor that runs or has a child of this name",
                    "add all children before run(), under different names")
            }
            contents.children.append(child)
        }
    }

    /// What happens from now on, in order; ends when ``run()`` does, unless a supervisor above may start it again.
    ///
    /// Each call makes a subscription of its own, which begins at once and is not bounded.
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
    /// If the task is cancelled, the children are stopped one after the other, the last first: each takes what it has accepted and exits its
    /// states; then this returns normally. May be called again afterwards: the children then start again, those
    /// with snapshots where they were.
    /// - Throws: ``SupervisorError`` if the supervisor gives up; all children have then been ended. Charts that cannot start and snapshots
    ///   that are refused are not tried again.
    public func run() async throws {
        do {
            try await supervise {}
            close(nil)
        } catch {
            close(error)
            throw error
        }
    }

    // MARK: Inside

    var children: [any SupervisedChild] { contents.withLock { $0.children } }

    /// Whether the children are to be ended for their next life, not for good.
    var isHalting: Bool {
        get { contents.withLock { $0.isHalting } }
        set { contents.withLock { $0.isHalting = newValue } }
    }

    /// Answers whether the supervisor was not running.
    func beginRunning() -> Bool {
        contents.withLock { contents in
            defer { contents.isRunning = true }
            return !contents.isRunning
        }
    }

    func endRunning() { contents.withLock { $0.isRunning = false } }

    func emit(_ event: SupervisionEvent) {
        let subscribers = contents.withLock { Array($0.subscribers.values) }
        callingOut()
        for subscriber in subscribers { subscriber.yield(event) }
    }

    /// No child will live again: refuses what waits for them, and ends the streams.
    func close(_ error: (any Error)?) {
        for child in children { child.close(error) }
        endStreams()
    }

    private func endStreams() {
        let subscribers = contents.withLock { contents in
            defer { contents.subscribers = [:] }
            return Array(contents.subscribers.values)
        }
        callingOut()
        for subscriber in subscribers { subscriber.finish() }
    }
}

/// The clock of a supervisor, without its type.
struct SupervisionTime: Sendable {
    /// The time since the supervisor was made.
    let now: @Sendable () -> Duration
    /// Sleeps until that time.
    let sleep: @Sendable (Duration) async throws -> Void

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        let beginning = clock.now
        now = { beginning.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: beginning.advanced(by: $0), tolerance: nil) }
    }
}
