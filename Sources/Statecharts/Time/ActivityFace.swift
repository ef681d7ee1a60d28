/// What is known of an activity's types where it is asked for: how its outcome becomes an event.
struct ActivityFace {
    /// What the work brings: its result, or the elements of a sequence.
    let valueType: any Any.Type
    let isSequence: Bool
    /// What a result means; `nil` if it is of another type. For a sequence, what its end means.
    let ended: (any Sendable) -> ActivityEnd?
    let failed: (any Error) -> ActivityEnd
    /// The event for an element; `nil` if it is of another type, or the activity is no sequence.
    let element: (any Sendable) -> (any Sendable)?

    init<Event: Sendable, Result: Sendable>(
        _ done: (@Sendable (Result) -> Event)?, _ failed: (@Sendable (any Error) -> Event)?
    ) {
        valueType = Result.self
        isSequence = false
        ended = { value in (value as? Result).map { result in done.map { .event($0(result)) } ?? .silently } }
        self.failed = { error in failed.map { .failed($0(error)) } ?? .failure(error) }
        element = { _ in nil }
    }

    init<Event: Sendable, Element>(
        _ event: @escaping @Sendable (Element) -> Event, _ done: (@Sendable () -> Event)?,
        _ failed: (@Sendable (any Error) -> Event)?
    ) {
        valueType = Element.self
        isSequence = true
        ended = { _ in done.map { .event($0()) } ?? .silently }
        self.failed = { error in failed.map { .failed($0(error)) } ?? .failure(error) }
        element = { value in (value as? Element).map { event($0) } }
    }
}
