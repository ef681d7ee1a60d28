// When a machine's ports give it messages: in which of its states, and in which of its lives.

/// The gates of a machine's ports. Whether one is open is a function of the active states, so nothing has to be kept of
/// it in snapshots and from one life to the next.
final class PortGates {
    private struct Gate {
        /// That of this life first.
        let ports: [any DeliveringPort]
        /// Those in which messages are taken; `nil` for all.
        let states: [StateNode]?
        var isOpen = false
    }

    private var gates: [Gate] = []
    /// Of a supervised machine.
    private let lives: PortsOfLives?
    private var isPaused = false

    init(of lives: PortsOfLives?) { self.lives = lives }

    /// A machine that is released without having ended takes nothing any more.
    deinit { if !isPaused { Self.letThrough(gates) } }

    /// True if nothing depends on steps.
    var areAlwaysOpen: Bool { gates.allSatisfy { $0.states == nil } }
    var isEmpty: Bool { gates.isEmpty }

    /// Closes a port until the first step is complete, and those of former lives, which the end of a supervisor's run
    /// has opened. To be called before the machine is attached to it.
    func add(_ port: any DeliveringPort, while states: [StateNode]?) {
        if states != nil { port.closeGate() } else if lives == nil { return }
        let gate = Gate(ports: lives?.join(port, at: gates.count) ?? [port], states: states)
        for port in gate.ports.dropFirst() where states != nil { port.setOpen(false) }
        if lives != nil { for port in gate.ports { port.setPaused(true) } }
        gates.append(gate)
    }

    /// A supervised machine has got the mail of its former life.
    func begin() {
        if lives == nil { return }
        for gate in gates { for port in gate.ports { port.setPaused(false) } }
    }

    /// After a step: opens and closes by what is active now.
    func update() {
        if isPaused { return }
        for position in gates.indices {
            guard let states = gates[position].states else { continue }
            let isOpen = states.contains(where: \.isActive)
            if isOpen != gates[position].isOpen { set(position, isOpen) }
        }
    }

    /// The machine's step takes time: nothing new is given to it.
    func close() {
        for position in gates.indices where gates[position].isOpen { set(position, false) }
    }

    /// A supervised machine is about to end. To be called before its mailbox is closed: what is in there goes back
    /// then.
    func pause() {
        guard lives != nil, !isPaused else { return }
        isPaused = true
        close()
        for gate in gates { for port in gate.ports { port.setPaused(true) } }
    }

    /// The machine has ended. If no other one can follow, the gates are opened: the closed mailbox refuses what waits
    /// behind them, and counts it as undelivered.
    func end() {
        let gates = gates
        self.gates = []
        if lives == nil { Self.letThrough(gates) }
    }

    /// What waits in the ports that are received in some states only.
    var waiting: [[any Sendable]] {
        get { gates.map { $0.states == nil ? [] : $0.ports[0].buffered } }
        set {
            for (gate, messages) in zip(gates, newValue) where gate.states != nil {
                gate.ports[0].setBuffered(messages)
            }
        }
    }

    private func set(_ position: Int, _ isOpen: Bool) {
        gates[position].isOpen = isOpen
        for port in gates[position].ports { port.setOpen(isOpen) }
    }

    /// To a mailbox that refuses it.
    private static func letThrough(_ gates: [Gate]) {
        for gate in gates where gate.states != nil { for port in gate.ports { port.setOpen(true) } }
    }
}

/// The ports that a supervised machine has had in all its lives, by their places in the charts' declarations: who is
/// connected to one of a former life reaches the present one, and in the same states.
final class PortsOfLives: Sendable {
    private struct Known: Sendable {
        weak var port: (any DeliveringPort)?
    }

    private let places = Guarded<[[Known]]>([])

    /// Adds a port of the life that begins. Answers with it and those of former lives that still exist.
    func join(_ port: any DeliveringPort, at place: Int) -> [any DeliveringPort] {
        places.withLock { places in
            while places.count <= place { places.append([]) }
            let former = places[place].compactMap(\.port).filter { $0 !== port }
            places[place] = ([port] + former).map { Known(port: $0) }
            return [port] + former
        }
    }

    /// There will be no other life: who gives something to one of the ports is told so.
    func end() {
        let ports = places.withLock { $0.flatMap { $0.compactMap(\.port) } }
        for port in ports {
            port.setPaused(false)
            port.setOpen(true)
        }
    }
}

extension Engine {
    /// The gates of the chart's ports, and of those of charts embedded in it, closed; `nil` if it receives none.
    func portGates(of lives: PortsOfLives?) -> PortGates? {
        var gates: PortGates?
        for scope in topology.scopeNodes {
            guard let ports = nodes[scope == 0 ? 0 : scope + 1].receivedPorts else { continue }
            let known = gates ?? PortGates(of: lives)
            ports.addPorts(to: known)
            gates = known
        }
        return gates
    }
}
