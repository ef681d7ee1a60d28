extension Services {
    typealias Work = @Sendable (_ send: @escaping @Sendable (any Sendable) -> Bool) async -> ActivityEnd

    /// Runs an activity of a state that is active. The task knows the machine weakly: it does not keep it alive.
    func run(_ node: Int32, _ work: @escaping Work) {
        begin(node)
        let activation = activations[node].number
        let activity = nextNumber()
        let deliver = deliver
        let path = engine.topology.path(of: node)
        let cause = Tracing.present
        // Of the step's task-local values the activity gets only the framework's own.
        let task = Task.detached(executorPreference: keeper.executor, priority: Task.currentPriority) {
            let end = await ActivityContext.$path.withValue(path) {
                await Tracing.$cause.withValue(cause) {
                    await work { event in deliver(.event(event, node: node, activation: activation)) }
                }
            }
            _ = deliver(.ended(end, activity: activity, node: node, activation: activation))
        }
        activities[node, default: [:]][activity] = task
    }

    func hasActivities(_ node: Int32) -> Bool { !(activities[node]?.isEmpty ?? true) }

    func forget(_ activity: UInt64, of node: Int32) { activities[node]?[activity] = nil }
}
