/// Awaits something for so long in real time, see `IdleTime`. What has not come by then is cancelled and left alone;
/// the answer is `nil`.
///
/// It runs in a task of its own, with the task-local values of the present one; if the present one is cancelled, so is
/// it, and is waited for further.
func awaiting<Value: Sendable>(
    for patience: Duration, _ body: @escaping @Sendable () async -> Value
) async -> Value? {
    let work = Task { await body() }
    let waiting = Guarded<CheckedContinuation<Value?, Never>?>(nil)
    // Answers once, with what comes first.
    let end: @Sendable (Value?) -> Void = { value in waiting.withLock { $0.take() }?.resume(returning: value) }
    let value = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            waiting.withLock { $0 = continuation }
            let alarm = Task.detached {
                if (try? await IdleTime().wait(for: patience)) != nil { end(nil) }
            }
            Task {
                end(await work.value)
                alarm.cancel()
            }
        }
    } onCancel: {
        work.cancel()
    }
    if value == nil { work.cancel() }
    return value
}
