/// Something that a supervisor starts again and again: a machine, or another supervisor.
protocol SupervisedChild: AnyObject, Sendable {
    var name: String { get }
    /// Begins a new life; returns when it has started.
    func start() async throws
    /// Returns at the end of the present life; throws what it failed with.
    func waitForEnd() async throws
    /// Ends the present life so that another one can follow.
    func halt() async
    /// Ends the present life for good, after everything that was accepted.
    func stop() async throws
    /// There will be no other life.
    func close(_ error: (any Error)?)
}

/// A supervisor under another one.
final class SupervisedSupervisor: SupervisedChild {
    let name: String
    private let supervisor: Supervisor
    private let life = Guarded<Task<Void, any Error>?>(nil)

    init(_ name: String, _ supervisor: Supervisor) {
        self.name = name
        self.supervisor = supervisor
    }

    func start() async throws {
        supervisor.isHalting = false
        let supervisor = supervisor
        await withCheckedContinuation { continuation in
            let once = Guarded<CheckedContinuation<Void, Never>?>(continuation)
            let started: @Sendable () -> Void = {
                let waiting = once.withLock { $0.take() }
                callingOut()
                waiting?.resume()
            }
            let task = Task {
                defer { started() }
                try await supervisor.supervise(started)
            }
            let former = life.withLock { life in
                let former = life
                life = task
                return former
            }
            withExtendedLifetime(former) {}
        }
    }

    func waitForEnd() async throws { try await life.withLock { $0 }?.value }

    func halt() async {
        supervisor.isHalting = true
        await end()
    }

    func stop() async throws { await end() }

    private func end() async {
        let task = life.withLock { $0 }
        task?.cancel()
        _ = await task?.result
    }

    func close(_ error: (any Error)?) { supervisor.close(error) }
}
