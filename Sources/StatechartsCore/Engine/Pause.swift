/// An action that the engine cannot call itself because it suspends.
@usableFromInline
package enum Pause {
    case entry(StateNode)
    case exit(StateNode)
    case effect(() async throws -> Void)
    /// The chart has come to its end, and what belongs to its states has still to come to its own.
    case ending(() async -> Void)

    /// Which action it is, for who gives the action itself away.
    package enum Action {
        case entry(Int32), exit(Int32), effect, ending
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
