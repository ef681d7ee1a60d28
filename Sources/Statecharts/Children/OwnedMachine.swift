/// A machine that a state owns, whatever its chart.
protocol OwnedMachine: TreeMachine, VisitableMachine, MachineWithPorts {}

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

    nonisolated func requestStop() {
        if case .wake = mailbox.put(.stop(StepContinuation()), isLast: true) { MailboxScheduler.call(self) }
    }
}
