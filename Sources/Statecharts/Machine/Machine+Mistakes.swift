extension Machine: IsolatedHost {
    package nonisolated func preconditionIsolation(_ message: () -> String) { preconditionIsolated(message()) }
}

extension Machine: MistakeHost {
    // A mistake of who looks at the chart between two steps, with nobody to throw to: the machine fails by a step of
    // its own.
    package nonisolated func hear(_ mistake: StepError) { _ = putAndWake(.failure(mistake)) }
    // A mistake inside of a step: the engine deals with it.
    package nonisolated func note(_ mistake: StepError) {}
}
