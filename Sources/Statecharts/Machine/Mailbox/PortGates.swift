// Ports that a machine receives only in some of its states.

/// A port whose messages a machine takes only while one of certain states is active.
protocol GatedPort: AnyObject, Sendable {
    /// No message is given before ``setOpen(_:forJobs:)``. To be called before a machine takes messages.
    func close()
    /// Says whether the machine takes messages now, and those of channels.
    func setOpen(_ isOpen: Bool, forJobs mayBeGivenJobs: Bool)
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

    /// The machine has ended: who gives it something is told so. Where another one may follow, what comes waits for that,
    /// and channels give nothing.
    func end(mayBeFollowed: Bool) {
        for gate in gates { gate.port.setOpen(true, forJobs: !mayBeFollowed) }
        gates = []
    }

    private func set(_ position: Int, _ isOpen: Bool) {
        gates[position].isOpen = isOpen
        gates[position].port.setOpen(isOpen, forJobs: true)
    }
}
