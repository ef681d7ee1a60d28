extension Machine: IsolatedHost {
    package nonisolated func preconditionIsolation(_ message: () -> String) { preconditionIsolated(message()) }
}

extension Machine: MistakeHost {
    // With a mistake of who looks at the chart between two steps, with nobody to throw to, the machine fails by a step of
    // its own. Inside of a step the engine deals with it.
    package nonisolated func hear(_ mistake: StepError, inStep: Bool) {
        if !inStep { _ = putAndWake(.failure(mistake)) }
    }
}
