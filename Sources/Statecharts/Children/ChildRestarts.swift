/// What follows the end of a child.
struct ChildRestarts: Sendable {
    let policy: ChildRestart
    let limit: RestartLimit
    let backOff: BackOff

    func forOne() -> RestartsOfOne { RestartsOfOne(RestartLedger(.oneForOne, limit, backOff)) }

    var faults: [EntrySlot.Flaw] { limit.faults + backOff.faults }

    /// The limit and the waits, where they are others than those that nobody says: `at most 5 in 90 s, after 1 s`.
    var text: String? {
        var texts: [String] = []
        let usual = RestartLimit(3, in: .seconds(60))
        if limit != usual { texts.append("at most \(limit.restarts) in \(DurationText.of(limit.period))") }
        if backOff.delay(.max) > .zero {
            texts.append("after \(DurationText.of(backOff.delay(0)))")
            if backOff.delay(0) != backOff.delay(.max) {
                let factor = Int(exactly: backOff.factor).map { "\($0)" } ?? "\(backOff.factor)"
                texts.append("× \(factor) up to \(DurationText.of(backOff.cap))")
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    func concerns(_ end: ActivityEnd) -> Bool {
        switch policy {
        case .permanent: true
        case .transient: if case .failure = end { true } else { false }
        case .temporary: false
        }
    }
}

/// The restarts of one child while its state is active. An object: most children have none.
final class RestartsOfOne {
    private var ledger: RestartLedger

    init(_ ledger: RestartLedger) { self.ledger = ledger }

    func started(at time: Duration) { ledger.started(0, at: time) }

    /// Answers how long to wait before it is started again; `nil` if it is not.
    func failed(at now: Duration) -> Duration? {
        if case .restart(_, let delay) = ledger.failed(0, of: 1, at: now) { delay } else { nil }
    }

    func saved(at now: Duration) -> Snapshot.Child.Restarts { ledger.saved(at: now) }
    func resume(_ saved: Snapshot.Child.Restarts, at now: Duration) { ledger.resume(saved, at: now) }

    /// Without what decides nothing any more.
    func significant(at now: Duration) -> Snapshot.Child.Restarts { ledger.significant(at: now) }
}
