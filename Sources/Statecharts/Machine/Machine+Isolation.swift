extension Machine: IsolatedHost {
    nonisolated func preconditionIsolation(_ message: () -> String) { preconditionIsolated(message()) }
}
