// Who looks at a machine after each step: views of it.

extension Machine {
    /// Whether code of the main actor is isolated to the machine as well.
    nonisolated var isOnMainActor: Bool { unsafe unownedExecutor.isSame(as: MainActor.sharedUnownedExecutor) }

    /// Has somebody look after each step from now on; without effect if he does already, and after the end.
    func add(_ look: ViewObserver<Top>) {
        guard !hasEnded, !look.isOver else { return }
        let cold = needingCold
        if cold.viewObservers[ObjectIdentifier(look)] == nil { cold.viewObservers.add(ObjectIdentifier(look), look) }
        if cold.hasViews { return }
        cold.hasViews = true
        updateWorkAfterSteps()
        observers.contents.withLock { $0.hasViews = true }
    }

    /// Lets everybody look.
    @usableFromInline
    func notifyViews() {
        guard let cold, cold.hasViews else { return }
        let observing = cold.viewObservers
        var areOver = false
        cold.tellsViews = true
        defer { cold.tellsViews = false }
        occupied {
            observing.forEach { look in
                if look.isOver { areOver = true } else { look.lookAgain(at: self) }
            }
        }
        if hasEnded || areOver {
            cold.viewObservers.keep { !hasEnded && !$0.isOver }
            noteForgotten(cold)
        }
        // Released here, outside of the list: what they have looked at goes with them.
        withExtendedLifetime(observing) {}
    }

    /// Lets go of somebody who does not want to know any more.
    func forget(_ look: ViewObserver<Top>) {
        guard let cold else { return }
        cold.viewObservers.remove(ObjectIdentifier(look))
        noteForgotten(cold)
    }

    private func noteForgotten(_ cold: ColdState) {
        guard cold.hasViews, cold.viewObservers.isEmpty else { return }
        cold.hasViews = false
        updateWorkAfterSteps()
        observers.contents.withLock { $0.hasViews = false }
    }
}
