/// An action that the engine cannot call itself because it suspends.
@usableFromInline
enum Pause {
    case entry(StateNode)
    case exit(StateNode)
    case effect(() async throws -> Void)

    /// Which action it is, for who gives the action itself away.
    enum Action {
        case entry(Int32), exit(Int32), effect
    }

    var action: Action {
        switch self {
        case .entry(let node): .entry(node.index)
        case .exit(let node): .exit(node.index)
        case .effect: .effect
        }
    }
}

extension Engine {
    /// What is to be awaited.
    var pause: Pause {
        if readiness.value.phase == .effects { return .effect(presentEffect.reaction.suspendingEffect) }
        let isExit = readiness.value.phase == .exits
        let node = nodes[readiness.value.acting]
        return isExit ? .exit(node) : .entry(node)
    }

    /// Goes on after a suspending action has ended; then call ``run()`` again.
    func resume(_ error: (any Error)?, from action: Pause.Action) {
        cells.value.isPaused = false
        let node: Int32
        switch action {
        case .exit(let state):
            node = state
            empty(node)
        case .entry(let state): node = state
        case .effect: node = presentSource
        }
        if let error { noteFailure(of: node, error) }
    }

    /// The answer whose suspending effect is awaited.
    private var presentEffect: Workspace.Passed {
        let answer = work.answers[cells.value.part]
        if cells.value.cursor == 1 { return .init(answer.reaction, of: answer.source) }
        return work.passed[answer.passed.lowerBound + cells.value.cursor - 2]
    }

    /// The source of the transition whose suspending effect is awaited.
    var presentSource: Int32 { presentEffect.source }

    /// Keeps an error until the actions of the transition have run.
    @inline(never)
    func noteFailure(of node: Int32, _ error: any Error) {
        failures.append(Failure(node: node, error: error, action: presentAction, askedFirst: node))
        readiness.value.isPlain = false
    }

    /// Makes the scoped values of a state, which is active from the last one on.
    func fill(_ node: Int32) { handle(node) { $0.fill() } }

    /// Destroys the scoped values of a state, which is active up to the first one.
    func empty(_ node: Int32) { handle(node) { $0.empty() } }

    private func handle(_ node: Int32, _ body: (ScopedSlot) -> Void) {
        readiness.value.acting = node - 1
        guard let extras, let slots = extras.scoped[node] else { return }
        extras.handling = node
        for slot in slots { body(slot) }
        extras.handling = -1
    }
}
