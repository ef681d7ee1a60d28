import Statecharts

/// Lets one thread at a time write, without having the others wait: whoever comes meanwhile leaves it to the one who
/// does.
final class WriteTurn: Sendable {
    private struct State {
        var isTaken = false
        var comesAgain = false
    }
    private let state = Guarded(State())

    /// Calls `write` until nobody has asked meanwhile. `write` has to write all that there is.
    func run(_ write: () -> Void) {
        guard begin() else { return }
        repeat { write() } while goesOn()
    }

    /// Whether somebody writes now.
    var isTaken: Bool { state.withLock { $0.isTaken } }

    private func begin() -> Bool {
        state.withLock { state in
            if state.isTaken {
                state.comesAgain = true
                return false
            }
            state.isTaken = true
            return true
        }
    }

    private func goesOn() -> Bool {
        state.withLock { state in
            defer { state.comesAgain = false }
            state.isTaken = state.comesAgain
            return state.comesAgain
        }
    }
}
