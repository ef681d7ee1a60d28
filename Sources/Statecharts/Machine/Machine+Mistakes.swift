extension Machine: IsolatedHost {
    package nonisolated func preconditionIsolation(_ message: () -> String) { preconditionIsolated(message()) }
}

extension Machine: MistakeHost {
    // If somebody who looks at the chart between steps makes a mistake and cannot be thrown to, the machine fails in a
    // step of its own. Inside of a step the engine deals with it.
    package nonisolated func hear(_ mistake: StepError, inStep: Bool) {
        if !inStep { _ = putAndWake(.failure(mistake)) }
    }
}
