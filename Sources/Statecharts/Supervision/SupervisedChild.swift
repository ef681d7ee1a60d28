/// Something that a supervisor starts again and again: a machine, or another supervisor.
protocol SupervisedChild: AnyObject, AwaitedMachines {
    var name: String { get }
    /// Told before a life begins, and before its start is cancelled: whether that is because another one will follow.
    func willBegin(isHalting: Bool)
    /// Begins a new life; returns when it has started. If the task is cancelled the life is about to be ended: its
    /// actions are told, and this returns as soon as they have come to their end.
    func start() async throws
    /// The supervisor has told that the life has started.
    func startWasTold()
    /// Returns at the end of the present life.
    func waitForEnd() async -> LifeEnd
    /// Ends the present life so that another one can follow.
    func halt() async -> HaltEnd
    /// Ends the present life for good, after everything that was accepted.
    func stop() async -> LifeEnd
    /// There will be no other life, unless the supervisor runs again.
    func close(_ error: (any Error)?)
    /// It was given up: there will be no other life.
    func dismiss()
    /// Whether it has done its work and is not started again.
    var isOver: Bool { get }
}

/// How a life has ended.
enum LifeEnd: Sendable {
    /// There is nothing more to do, though an exit action may have thrown on the way.
    case finished((any Error)?)
    case failed(any Error)
}

/// What came of ending a life for the next one.
enum HaltEnd: Sendable {
    /// It was ended, though an exit action may have thrown on the way.
    case halted((any Error)?)
    /// It had ended by itself before.
    case ended(LifeEnd)
}

/// A supervisor under another one.
final class SupervisedSupervisor: SupervisedChild {
    let name: String
    let supervisor: Supervisor
    /// Answers whether all children have finished.
    private let life = Guarded<Task<Bool, any Error>?>(nil)

    init(_ name: String, _ supervisor: Supervisor) {
        self.name = name
        self.supervisor = supervisor
    }

    /// True while another one runs the supervisor, or a call of `run()` does: nothing is done to that run.
    private var isRunByAnother: Bool { supervisor.isRun(otherThanAs: self) }

    func willBegin(isHalting: Bool) { if !isRunByAnother { supervisor.isHalting = isHalting } }

    func start() async throws {
        await withTaskCancellationHandler {
            await begin()
        } onCancel: {
            life.withLock { $0 }?.cancel()
        }
    }

    func startWasTold() {}

    private func begin() async {
        let supervisor = supervisor
        await withCheckedContinuation { continuation in
            let once = Guarded<CheckedContinuation<Void, Never>?>(continuation)
            let started: @Sendable () -> Void = {
                let waiting = once.withLock { $0.take() }
                callingOut()
                waiting?.resume()
            }
            let task = Task(executorPreference: supervisor.time.executor) {
                defer { started() }
                return try await supervisor.supervise(as: self, started)
            }
            let former = life.withLock { life in
                defer { life = task }
                return life
            }
            withExtendedLifetime(former) {}
            // Before it was there to be cancelled.
            if Task.isCancelled { task.cancel() }
        }
    }

    func waitForEnd() async -> LifeEnd {
        switch await life.withLock({ $0 })?.result {
        case .success, nil: .finished(nil)
        case .failure(let error): .failed(error)
        }
    }

    func halt() async -> HaltEnd {
        if !isRunByAnother { supervisor.isHalting = true }
        let task = life.withLock { $0 }
        task?.cancel()
        switch await task?.result {
        case .success(let hasFinished): return hasFinished ? .ended(.finished(nil)) : .halted(nil)
        case .failure(let error): return .ended(.failed(error))
        case nil: return .halted(nil)
        }
    }

    func stop() async -> LifeEnd {
        life.withLock { $0 }?.cancel()
        return await waitForEnd()
    }

    func close(_ error: (any Error)?) { if !isRunByAnother { supervisor.close(error) } }
    func dismiss() { if !isRunByAnother { supervisor.dismiss() } }

    var isOver: Bool { false }
    var presentMachines: [ObjectIdentifier] { supervisor.presentMachines }
}
