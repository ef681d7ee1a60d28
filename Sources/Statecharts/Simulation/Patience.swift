/// Awaits something for so long in real time. If it has not come by then it is cancelled and left alone, and `nil` is
/// the answer.
///
/// It runs in a task of its own, with the task-local values of the present one; if the present one is cancelled, so is
/// it, and is waited for further.
func awaiting<Value: Sendable>(
    for patience: Duration, _ body: @escaping @Sendable () async -> Value
) async -> Value? {
    let race = Race<Value>()
    let work = Task { race.end(await body()) }
    let alarm = Task.detached {
        guard (try? await ContinuousClock().sleep(for: patience)) != nil else { return }
        race.end(nil)
    }
    let value = await withTaskCancellationHandler {
        await withCheckedContinuation { race.wait($0) }
    } onCancel: {
        work.cancel()
    }
    alarm.cancel()
    if value == nil { work.cancel() }
    return value
}

/// Ends once, with what came first.
private final class Race<Value: Sendable>: Sendable {
    private enum State {
        case open(CheckedContinuation<Value?, Never>?)
        case ended(Value?)
        case over
    }
    private let state = Guarded(State.open(nil))

    func wait(_ continuation: CheckedContinuation<Value?, Never>) {
        let ended = state.withLock { state -> Value?? in
            switch state {
            case .open, .over:
                state = .open(continuation)
                return nil
            case .ended(let value):
                state = .over
                return .some(value)
            }
        }
        if let ended { continuation.resume(returning: ended) }
    }

    func end(_ value: Value?) {
        let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
            switch state {
            case .open(let waiting):
                state = waiting == nil ? .ended(value) : .over
                return waiting
            case .ended, .over: return nil
            }
        }
        waiting?.resume(returning: value)
    }
}
