/// What a thread has to do, and when it may end: the decisions of ``ThreadExecutor``, under its lock.
struct ThreadQueue<Work: Sendable>: ~Copyable, Sendable {
    private var waiting: [Work] = []
    private var isClosed = false

    /// What the thread does next.
    enum Turn {
        case perform([Work])
        case end
    }

    /// Whether there was still a thread to do it.
    mutating func put(_ work: Work) -> Bool {
        guard !isClosed else { return false }
        waiting.append(work)
        return true
    }

    /// Nothing more will come. What is there is done.
    mutating func close() { isClosed = true }

    /// `nil` if there is nothing to do for now.
    mutating func take() -> Turn? {
        guard waiting.isEmpty else {
            defer { waiting = [] }
            return .perform(waiting)
        }
        return isClosed ? .end : nil
    }
}
