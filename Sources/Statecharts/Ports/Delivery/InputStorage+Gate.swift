// Ports that a machine receives only in some of its states, see `TopState.receive(_:while:as:)`.

import Synchronization

/// An input port whose messages a machine takes only while one of certain states is active.
protocol GatedPort: AnyObject, Sendable {
    /// No message is given before ``setOpen(_:)``. To be called before a machine takes messages.
    func close()
    /// Says whether the machine takes messages now.
    func setOpen(_ isOpen: Bool)
}

extension InputStorage: GatedPort {
    func close() {
        isGated.store(true, ordering: .relaxed)
        withState { $0.close() }
    }

    func setOpen(_ isOpen: Bool) {
        if withState({ $0.setOpen(isOpen) }) { drain() } else { tellReadiness() }
    }

    @usableFromInline var isOpen: Bool { withState { $0.isOpen } }

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

/// The gates of a machine's ports. Whether one is open is a function of the active states, so nothing has to be kept of
/// it in snapshots and from one life to the next.
final class PortGates {
    private struct Gate {
        let port: any GatedPort
        let states: [StateNode]
        var isOpen = false
    }

    private var gates: [Gate] = []

    func add(_ port: any GatedPort, while states: [StateNode]) { gates.append(Gate(port: port, states: states)) }

    var isEmpty: Bool { gates.isEmpty }

    /// After a step: opens and closes by what is active now.
    func update() {
        for position in gates.indices {
            let isOpen = gates[position].states.contains(where: \.isActive)
            if isOpen != gates[position].isOpen { set(position, isOpen) }
        }
    }

    /// The machine's step takes time: nothing new is given to it.
    func close() {
        for position in gates.indices where gates[position].isOpen { set(position, false) }
    }

    /// The machine has ended, and no other one follows: who gives it something is told so.
    func end() {
        for position in gates.indices { set(position, true) }
        gates = []
    }

    private func set(_ position: Int, _ isOpen: Bool) {
        gates[position].isOpen = isOpen
        gates[position].port.setOpen(isOpen)
    }
}
