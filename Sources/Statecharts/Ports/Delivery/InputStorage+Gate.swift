// Ports that a machine receives only in some of its states, see `TopState.receive(_:while:as:)`.

import Synchronization

extension InputStorage {
    @usableFromInline
    func close() {
        isGated.store(true, ordering: .relaxed)
        withState { $0.close() }
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

    @usableFromInline var waiting: [any Sendable] { withState { $0.queue.elements.map(\.parcel.message) } }

    @usableFromInline
    func setWaiting(_ messages: [any Sendable]) {
        let former = withState { state in
            defer {
                for case let message as Message in messages {
                    state.queue.append(.init(parcel: Parcel(message: message, context: nil), room: .any, sent: nil))
                }
            }
            return state.queue.removeAll()
        }
        withExtendedLifetime(former) {}
    }

    /// The room that goes on with a message from the queue. Behind a gate it is the way back into the queue, for a
    /// machine that has left the gate's states before it takes the message.
    func room(of waiting: StateMachine.Waiting) -> Room {
        guard isGated.load(ordering: .relaxed) else { return waiting.room }
        return .ready(
            WayBack(outlivesReceiver: false) { [weak self] in
                self?.withState { $0.putBack(waiting) }
                return self != nil
            })
    }
}
