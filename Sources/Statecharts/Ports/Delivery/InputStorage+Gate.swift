// Ports that a machine receives only in some of its states, see `TopState.receive(_:while:as:)`.

import Synchronization

extension InputStorage: GatedPort {
    func close() {
        isGated.store(true, ordering: .relaxed)
        withState { $0.close() }
    }

    func setOpen(_ isOpen: Bool, forJobs mayBeGivenJobs: Bool) {
        if withState({ $0.setOpen(isOpen, forJobs: mayBeGivenJobs) }) { drain() } else { tellReadiness() }
    }

    @usableFromInline
    func isOpen(forJob isJob: Bool) -> Bool { withState { $0.isOpen && ($0.mayBeGivenJobs || !isJob) } }

    /// What is kept for a message out of the queue. Behind a gate it goes back there if it comes too late.
    func room(of waiting: StateMachine.Waiting) -> Room {
        guard isGated.load(ordering: .relaxed) else { return waiting.room }
        return .ready(
            WayBack(outlivesReceiver: false) { [weak self] in
                self?.withState { $0.putBack(waiting) }
                return self != nil
            })
    }
}
