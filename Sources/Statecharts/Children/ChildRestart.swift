/// When a child machine that has ended is started again, while its state is active.
///
///     let player = Child(of: Playing.self) { Player(song: $0.top.song) }
///         .restart(.transient, limit: RestartLimit(3, in: .seconds(60)), backOff: .none)
public enum ChildRestart: Sendable, Hashable, CaseIterable {
    /// Always: a child that has done its work is made anew.
    case permanent
    /// When it has failed.
    case transient
    /// Never.
    case temporary
}

/// What follows the end of a child.
struct ChildRestarts: Sendable {
    let policy: ChildRestart
    let limit: RestartLimit
    let backOff: BackOff

    var ledger: RestartLedger { RestartLedger(.oneForOne, limit, backOff) }

    func concerns(_ end: ActivityEnd) -> Bool {
        switch policy {
        case .permanent: true
        case .transient: if case .failure = end { true } else { false }
        case .temporary: false
        }
    }
}
