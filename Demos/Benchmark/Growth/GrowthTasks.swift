/// Tasks that run at the same time, in no group: a group of tasks searches all of them for each that ends.
struct GrowthTasks {
    private var tasks: [Task<Void, Never>] = []

    /// Begins as many, and lets each have a turn.
    init(_ count: Int, _ body: @escaping @Sendable (_ number: Int) async throws -> Void) async {
        for number in 0..<count { tasks.append(Task.detached { try? await body(number) }) }
        for _ in 0..<count { await Task.yield() }
    }

    /// Cancels all, the last first, so that whoever looks for one from the front looks at all others.
    func cancel() { for task in tasks.reversed() { task.cancel() } }

    func wait() async { for task in tasks { await task.value } }
}
