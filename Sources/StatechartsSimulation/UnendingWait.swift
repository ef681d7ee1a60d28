public import Statecharts

/// A wait that would never end: everything on the clock is at rest, and what is waited for has not come.
public struct UnendingWait: Error, Sendable, CustomStringConvertible {
    /// What is waited for, and of whom.
    public let awaited: String
    /// Where the clock stands, and what is pending on it.
    public let now: ManualClock.Instant, pending: [PendingTimer]

    /// What is waited for, what would still come if the clock were moved, and what to do.
    public var description: String {
        let waiting = pending.isEmpty ? ["  nothing"] : pending.map { "  \($0)" }
        return
            ([
                "waiting for the answer to \(awaited) would never end: everything is at rest at \(now)",
                "pending on the clock:",
            ]
            + waiting + ["answer the question, or move the clock on"]).joined(separator: "\n")
    }
}

extension ManualClock {
    /// The answer to a question, if machines that go by this clock can give it without the clock being moved.
    ///
    /// - Throws: ``UnendingWait`` if all of them come to rest without an answer, instead of waiting for ever; what `PendingAnswer.value` throws.
    public func answer<Value>(to question: PendingAnswer<Value>) async throws -> Value {
        await settle()
        guard question.isAnswered else {
            throw UnendingWait(awaited: question.description, now: now, pending: await pending)
        }
        return try await question.value
    }
}
