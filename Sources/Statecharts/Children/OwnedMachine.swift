/// A machine that a state owns, whatever its chart.
protocol OwnedMachine: TreeMachine, VisitableMachine, MachineWithPorts {
    /// True from when it has begun to enter its chart, whoever has started it.
    nonisolated var isStarted: Bool { get }
}

extension Machine: OwnedMachine {
    func startNow() throws -> Bool {
        if mustWaitToStart { return false }
        guard try enterChart() else {
            drainAfterStart()
            return true
        }
        // The error of the step ends the machine, which tells those who hear of that.
        let priority = keeper?.executor == nil ? Task.currentPriority : max(Task.currentPriority, .medium)
        Task(executorPreference: keeper?.executor, priority: priority) { try await self.awaitFirstStep() }
        return true
    }

    nonisolated var isStarted: Bool { mailbox.isStarted }

    nonisolated func requestStop() {
        if case .wake = mailbox.put(.stop(StepContinuation()), isLast: true) { MailboxScheduler.call(self) }
    }
}
