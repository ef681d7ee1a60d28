// Ports that a machine receives only in some of its states, see `TopState.receive(_:while:as:)`.

import Synchronization

extension InputStorage {
    @usableFromInline
    func closeGate() {
        isGated.store(true, ordering: .relaxed)
        withState { $0.closeGate() }
    }

    @usableFromInline
    func setOpen(_ isOpen: Bool) {
        if withState({ $0.setOpen(isOpen) }) { drain() } else { tellReadiness() }
    }

    @usableFromInline
    func setPaused(_ isPaused: Bool) {
        withState { $0.isPaused = isPaused }
        tellReadiness()
    }

    @usableFromInline var isOpen: Bool { withState { $0.isOpen } }
    @usableFromInline var isPaused: Bool { withState { $0.isPaused } }

    @usableFromInline var buffered: [any Sendable] { withState { $0.queue.elements.map(\.parcel.message) } }

    @usableFromInline
    func setBuffered(_ messages: [any Sendable]) {
        let messages = messages.compactMap { $0 as? Message }
        let former = withState { state in
            defer { state.putInFront(messages) }
            return state.queue.removeAll()
        }
        withExtendedLifetime(former) {}
    }

    /// Has the messages of a snapshot wait again, in front of what has come since; tasks that wait get them.
    func putInFront(_ messages: [Message]) {
        withState { $0.putInFront(messages) }
        while let (consumer, buffered, freed) = withState({ $0.nextForConsumer() }) {
            resume(consumer, buffered.parcel, freed: freed)
        }
    }

    /// How a message from the queue goes on. Behind a gate it has a way back into the queue, for a machine that has
    /// left the gate's states before it takes the message.
    func mode(for buffered: StateMachine.Buffered) -> OfferMode {
        guard isGated.load(ordering: .relaxed) else { return buffered.mode }
        return .ifReady(
            WayBack(messageOfPort: buffered.parcel.message) { [weak self] in
                self?.withState { $0.queue.prepend(buffered) }
                return self != nil
            })
    }
}
