/// An actor with a thread of its own, for machines and work that block.
///
///     let lane = try ThreadActor(named: "printer")
///     let printer = Machine(Printer(), on: lane)  // its actions may block
///
/// Machines run in the cooperative thread pool of Swift concurrency, which has as many threads as the processor has
/// cores. An action that *suspends* (`await`) gives its thread back. One that *blocks* (a call of a C library, a file
/// on a slow disk, a lock, a long computation) keeps it: on two cores, two machines that block for a second delay all
/// others by a second. What has to block belongs on a thread that nothing else needs: either the whole machine, as
/// above, which then reacts to nothing meanwhile, or only the work, as an activity, so that the machine stays
/// responsive:
///
///     override func entry() {
///         run { [lane = top.lane] in
///             try await lane.run { try Document.render() }
///         } done: {
///             .rendered($0)
///         }
///     }
///
/// Several machines may share a thread: they take turns.
///
/// - Creation: the thread exists when `init` returns.
/// - End: there is nothing to call. When the last reference to the actor is gone, the thread does what it was given so
///   far and ends. A machine keeps the actor that it runs on, and a task keeps it while it runs on it, so no work can
///   be given after the end. The exception is an actor of your own that returns the `unownedExecutor` of a thread actor
///   that it does not keep: that is a mistake, as with every unowned executor.
/// - Order: work is done in the order in which it was given, whatever its priority. The thread itself has the priority
///   that the system gives to new threads; nothing raises it, so a machine with a thread of its own competes with the
///   pool as one more thread.
/// - Isolation: everything isolated to the actor, and every machine on it, runs on this thread and no other
///   (`assumeIsolated` holds there), even after a suspension. So libraries that have to be used from one thread only
///   can be used here.
/// - Cost: a thread with its stack, and a thread switch for each event that comes from elsewhere, some microseconds
///   instead of a tenth of one. So it is not for machines that do not block.
public final actor ThreadActor {
    /// The name of the thread in debuggers; systems may show only its beginning.
    public nonisolated let name: String
    private nonisolated let executor: ThreadExecutor

    /// Makes an actor and its thread.
    /// - Parameters:
    ///   - name: for debuggers.
    ///   - stackSize: in bytes, for work that is deeply recursive, or for many threads where memory is scarce; by
    ///     default as the system has it (often 8 MiB, of which only what is used takes memory; 512 KiB on Apple
    ///     platforms).
    /// - Throws: ``ThreadActorError`` if the system has no more threads, or does not accept the size.
    public init(named name: String = "statecharts", stackSize: Int? = nil) throws(ThreadActorError) {
        self.name = name
        executor = try ThreadExecutor(name: name, stackSize: stackSize)
    }

    deinit { executor.close() }

    /// The executor that runs on the thread.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// Runs blocking work on the thread, and waits for its end without blocking.
    ///
    /// If this is called on the thread itself, the work is done at once. Cancelling the caller does not interrupt the
    /// work; nothing can. If the work consists of steps, check `Task.isCancelled` between them.
    /// - Returns: what `work` returns.
    /// - Throws: what `work` throws.
    public func run<Result: Sendable, Failure: Error>(
        _ work: @Sendable () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try work()
    }
}

/// Why a ``ThreadActor`` could not be made.
public struct ThreadActorError: Error, Hashable, CustomStringConvertible {
    /// What was wrong.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// The system has no more threads or no memory for a stack: use fewer, or smaller stacks.
        case noThread
        /// The size of the stack is too small, or not one that the system accepts.
        case stackSize
    }

    /// What was wrong.
    public let code: Code
    /// What was asked for, what the system answered, and what to do.
    public let message: String

    /// The message and the code in one line.
    public var description: String { "\(message) [\(code.rawValue)]" }
}
