/// An action that suspends, which the engine leaves to who runs it.
@usableFromInline
package enum Pause {
    case entry(StateNode)
    case exit(StateNode)
    case effect(() async throws -> Void)
    /// No action: the chart has come to its end, and its cancelled activities are awaited.
    case ending(() async -> Void)

    /// Which action it is, without the action itself.
    package enum Action {
        case entry(VertexIndex), exit(VertexIndex), effect, ending
    }

    package var action: Action {
        switch self {
        case .entry(let node): .entry(node.index)
        case .exit(let node): .exit(node.index)
        case .effect: .effect
        case .ending: .ending
        }
    }
}
