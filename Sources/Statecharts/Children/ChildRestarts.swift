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
