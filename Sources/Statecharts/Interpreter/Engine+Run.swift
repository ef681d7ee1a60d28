extension Engine {
    /// Runs until the machine is at rest; a suspending effect counts as having thrown an error.
    func runWithoutSuspending() throws {
        while let pause = run() {
            resume(
                StepError(
                    .suspends, path: topology.path(of: 0), "an effect suspends, but the chart runs in an interpreter",
                    fix: "run the chart in a Machine"), from: pause.action)
        }
        if cells.value.status != .running, let failure { throw failure }
    }

    /// Runs until the machine is at rest, until an action suspends, or until ``Bookmarks/hasTurned``.
    func run() -> Pause? { runToPause() ? pause : nil }

    /// The same. Answers whether an action suspends: ``pause`` says which, for who does not have it handed on.
    func runToPause() -> Bool {
        while true {
            switch readiness.value.phase {
            case .idle, .asking:
                // Nobody runs the engine while it asks: whoever lets it ask goes on from the answer.
                assert(readiness.value.phase == .idle)
                return false
            case .exits, .effects, .entries:
                if cells.value.isPaused || !perform() { return true }
            case .settle:
                settle()
            case .closing:
                closeMacrostep()
            case .recalling:
                if bookmarks?.hasTurned == true { return false }
                recall(cells.value.recallCursor)
            }
        }
    }
}
