extension Machine: IsolatedHost {
    package nonisolated func preconditionIsolation(_ message: () -> String) { preconditionIsolated(message()) }
}

extension Machine: MistakeHost {
    // Whoever looks at the chart after a step has nobody to throw to: it fails as by a step of its own.
    package nonisolated func hear(_ mistake: StepError) { _ = address.put(.failure(mistake)) }
    package nonisolated func note(_ mistake: StepError) {}
}
