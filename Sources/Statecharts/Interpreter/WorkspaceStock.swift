// `@unchecked Sendable`: a workspace is a handle to memory that has one owner at a time. It is either in the stock,
// where the lock guards it, or with the one engine that took it; `take` removes it from the stock before answering, and
// `giveBack` is the last thing that an engine does with it (`Engine.releaseWorkspace` forgets it first).
//
// Tried against it: an interpreter that is let go by its own effect, which gives its workspace back after the step;
// captures of a reaction that is not taken, whose end runs another chart, which takes a workspace of its own meanwhile
// (LastReferenceTests).

extension Workspace {
    private struct Stock: @unchecked Sendable {
        var workspaces: [Workspace] = []
    }

    /// Enough for the machines that run at the same time; what is more is freed.
    private static let limit = 16
    private static let stock = Guarded(Stock())

    static func take() -> Workspace {
        stock.withLock { $0.workspaces.popLast() } ?? Workspace()
    }

    func giveBack() {
        clear()
        let isKept = Self.stock.withLock { stock in
            guard stock.workspaces.count < Self.limit else { return false }
            stock.workspaces.append(self)
            return true
        }
        if !isKept { free() }
    }
}
