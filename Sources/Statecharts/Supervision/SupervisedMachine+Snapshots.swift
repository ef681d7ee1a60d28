// The snapshots that the next life may go on from.

extension SupervisedMachine {
    func keep(_ result: Result<Snapshot, any Error>) {
        switch result {
        case .success(let snapshot): contents.withLock { $0.snapshot = snapshot }
        case .failure(let error):
            let event = SupervisionEvent.snapshotFailed(name, reason: ValueText.of(error))
            // The first step may fail to be saved, and others after it, before the supervisor hears of the start.
            let isHeldBack = contents.withLock { $0.heldBack?.append(event) != nil }
            if !isHeldBack { report(event) }
        }
    }

    /// Nothing is held back from now on. What was is told first, also what comes meanwhile.
    func startWasTold() {
        while let event = contents.withLock({ contents -> SupervisionEvent? in
            if contents.heldBack?.isEmpty ?? true {
                contents.heldBack = nil
                return nil
            }
            return contents.heldBack?.removeFirst()
        }) { report(event) }
    }

    /// The machine has run on for some time after the last snapshot: its timers have too.
    func age(_ duration: Duration) {
        contents.withLock { contents in
            for index in contents.snapshot?.timers.indices ?? 0..<0 {
                let remaining = contents.snapshot?.timers[index].remaining ?? .zero
                contents.snapshot?.timers[index].remaining = max(remaining - duration, .zero)
            }
        }
    }
}
