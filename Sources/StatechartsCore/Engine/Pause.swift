/// An action that suspends, which the engine leaves to who runs it.
@usableFromInline
package enum Pause {
    case entry(StateNode)
    case exit(StateNode)
    case effect(() async throws -> Void)
    /// No action: the chart has come to its end, and its cancelled activities are awaited.
    case ending(() async -> Void)
}
