public import Statecharts

/// A wait on a ``ManualClock`` that would never end: what is waited for has not come, and nothing is left that could
/// bring it.
///
/// ``ManualClock/answer(to:)`` throws it. Waits that cannot throw give it to the `onUnendingWait` that the clock was
/// made with; without one, they end the program with its text.
public struct UnendingWait: Error, Sendable, CustomStringConvertible {
    /// What is waited for, and from whom.
    public let awaited: String
    /// Why it does not come.
    public let reason: String
    /// Where the clock stands, and what is pending on it.
    public let now: ManualClock.Instant, pending: [PendingTimer]
    let advice: String

    /// What is waited for and why it does not come, what would still come if the clock were moved, and what to do. If
    /// more than 100 are pending, the first ones, and how many more there are.
    public var description: String {
        let waiting = pending.isEmpty ? ["  nothing"] : LongList.lines(of: pending) { "\($0)" }.map { "  \($0)" }
        return
            (["waiting for \(awaited) would never end: at \(now) \(reason)", "pending on the clock:"]
            + waiting + [advice]).joined(separator: "\n")
    }
}

extension ManualClock {
    /// Returns the answer to a question, if machines that use this clock can give it without the clock being moved.
    ///
    /// - Throws: ``UnendingWait`` if all of them come to rest without an answer, instead of waiting for ever; what
    ///   `PendingAnswer.value` throws.
    public func answer<Value>(to question: PendingAnswer<Value>) async throws -> Value {
        await settle()
        guard question.isAnswered else {
            throw UnendingWait(
                awaited: "the answer to \(question)", reason: "everything is at rest", now: now, pending: await pending,
                advice: "answer the question, or move the clock on")
        }
        return try await question.value
    }
}
