import TestSupport
import Statecharts

/// Says which actions suspend, and how: at random, or never.
final class Schedule: Sendable {
    private struct State {
        /// `nil` if nothing is to suspend.
        var random: SplitMix?
        var suspensions = 0
    }
    private let state: Guarded<State>

    /// - Parameter seed: `nil` if nothing is to suspend.
    init(seed: UInt64?) { state = Guarded(State(random: seed.map { SplitMix(seed: $0) })) }

    /// How often something has suspended.
    var suspensions: Int { state.withLock { $0.suspensions } }

    func pause() async {
        let roll = state.withLock { state in
            let roll = state.random?.below(6) ?? 0
            if roll > 0 { state.suspensions += 1 }
            return roll
        }
        switch roll {
        case 0: return
        case 1...3: for _ in 0..<roll { await Task.yield() }
        default: await withCheckedContinuation { continuation in Task.detached { continuation.resume() } }
        }
    }
}
