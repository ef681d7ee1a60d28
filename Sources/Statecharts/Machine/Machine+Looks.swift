// Who looks at a machine after each step: views of it.

extension Machine {
    /// Whether code of the main actor is isolated to the machine as well.
    nonisolated var isOnMainActor: Bool { unsafe unownedExecutor.isSame(as: MainActor.sharedUnownedExecutor) }

    /// Has somebody look after each step from now on; without effect if he does already, and after the end.
    func add(_ look: MachineLook<Top>) {
        guard !hasEnded, !look.isOver else { return }
        let extras = needingExtras
        if extras.looks.contains(where: { $0 === look }) { return }
        extras.looks.append(look)
        extras.hasLooks = true
        observers.expectLooks(true)
    }

    /// Lets everybody look.
    @usableFromInline
    func beLookedAt() {
        guard let extras, extras.hasLooks else { return }
        occupied {
            for look in extras.looks where !look.isOver { look.lookAgain(at: self) }
        }
        if hasEnded {
            extras.looks = []
            extras.hasLooks = false
        } else if extras.looks.contains(where: \.isOver) {
            forgetLooks()
        }
    }

    /// Lets go of those who do not want to know any more.
    func forgetLooks() {
        guard let extras else { return }
        let looks = extras.looks
        extras.looks = looks.filter { !$0.isOver }
        extras.hasLooks = !extras.looks.isEmpty
        if !extras.hasLooks { observers.expectLooks(false) }
    }
}

extension Observers {
    /// Whether steps are to be told of because somebody looks at the machine after them.
    func expectLooks(_ expected: Bool) {
        contents.withLock { contents in
            contents.hasLooks = expected
            updateAudience(&contents)
        }
    }
}
