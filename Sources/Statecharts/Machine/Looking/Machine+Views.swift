// Who looks at a machine after each step: views of it.

extension Machine {
    /// Whether code of the main actor is isolated to the machine as well.
    nonisolated var isOnMainActor: Bool { unsafe unownedExecutor.isSame(as: MainActor.sharedUnownedExecutor) }

    /// Has somebody look after each step from now on; without effect if he does already, and after the end.
    func add(_ look: ViewObserver<Top>) {
        guard !hasEnded, !look.isOver else { return }
        let extras = needingExtras
        guard extras.looks.add(look), !extras.hasLooks else { return }
        extras.hasLooks = true
        updateClosing()
        observers.expectLooks(true)
    }

    /// Lets everybody look.
    @usableFromInline
    func beLookedAt() {
        guard let extras, extras.hasLooks else { return }
        let looks = extras.looks
        var areOver = false
        occupied {
            looks.forEach { look in
                if look.isOver { areOver = true } else { look.lookAgain(at: self) }
            }
        }
        if hasEnded {
            extras.looks = LookList()
            extras.hasLooks = false
            updateClosing()
        } else if areOver {
            extras.looks.keep { !$0.isOver }
            noteForgotten(extras)
        }
        // Released here, outside of the list: what they have looked at goes with them.
        withExtendedLifetime(looks) {}
    }

    /// Lets go of somebody who does not want to know any more.
    func forget(_ look: ViewObserver<Top>) {
        guard let extras else { return }
        extras.looks.remove(look)
        noteForgotten(extras)
    }

    private func noteForgotten(_ extras: Extras) {
        guard extras.hasLooks, extras.looks.isEmpty else { return }
        extras.hasLooks = false
        updateClosing()
        observers.expectLooks(false)
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
