// `@unchecked Sendable`: a workspace is a handle to memory that has one owner at a time. It is either in the stock,
// where the lock guards it, the spare one of a thread, which only that thread sees, or with the one engine that took
// it; `take` removes it before answering, and `giveBack` is the last thing that an engine does with it
// (`Engine.releaseWorkspace` forgets it first).
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

    /// What a thread keeps for the next step on it, so that it takes no lock: one workspace at most.
    private final class Spare {
        // No two accesses overlap: neither function of those below calls foreign code while it has one.
        @exclusivity(unchecked) var storedWorkspace: Workspace?
        deinit { unsafe storedWorkspace?.free() }
    }

    private static let spare = ThreadVariable<Spare>(owns: true)

    static func take() -> Workspace {
        if let spare = unsafe spare.object, let workspace = unsafe spare.borrowed({ unsafe $0.storedWorkspace.take() })
        {
            return workspace
        }
        return stock.withLock { $0.workspaces.popLast() } ?? Workspace()
    }

    func giveBack() {
        clear()
        if let spare = unsafe Self.spare.object {
            let isSpare = unsafe spare.borrowed { spare in
                guard unsafe spare.storedWorkspace == nil else { return false }
                unsafe spare.storedWorkspace = self
                return true
            }
            if isSpare { return }
        } else {
            unsafe Self.spare.set(Unmanaged.passRetained(Spare()))
        }
        let isKept = Self.stock.withLock { stock in
            guard stock.workspaces.count < Self.limit else { return false }
            stock.workspaces.append(self)
            return true
        }
        if !isKept { free() }
    }
}
