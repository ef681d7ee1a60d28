extension Simulation {
    /// Lets the messages of the chart's input ports in, and of those of embedded charts; they are taken after the step
    /// under way, or by ``receive(_:)``.
    func attachPorts(_ engine: Engine) {
        guard let gates = engine.portGates(of: nil) else { return }
        self.gates = gates
        receivesMessages = true
        _ = mailbox.open()
        let address = MachineAddress(mailbox, of: ObjectIdentifier(self), handover: nil, wake: {})
        engine.attachPorts { address }
    }

    /// Whether a message of the port would be taken now, and not wait for another state.
    package func takes<Message>(_ port: InputPort<Message>) -> Bool { port.storage.isOpen }

    /// The output ports that the chart's states and its embedded charts store in properties, with the ways to them from
    /// the top, such as `requests` and `login.chart.requests`.
    package var outputs: [(name: String, port: any TappablePort)] { PortSearch(top).outputs }

    /// The input ports in which messages wait that nobody takes, with their numbers.
    package var waitingMessages: [(name: String, count: Int)] {
        PortSearch(top).inputs.map { ($0.name, $0.port.bufferedCount) }.filter { $0.1 > 0 }
    }
}

/// Goes through the properties of states.
private struct PortSearch {
    private(set) var outputs: [(name: String, port: any TappablePort)] = []
    private(set) var inputs: [(name: String, port: any BufferingPort)] = []
    private var seen: Set<ObjectIdentifier> = []

    init(_ top: StateNode) { look(into: top, "") }

    private mutating func look(into node: StateNode, _ way: String) {
        guard seen.insert(ObjectIdentifier(node)).inserted else { return }
        var mirrors: [Mirror] = []
        var mirror: Mirror? = Mirror(reflecting: node)
        while let current = mirror {
            mirrors.append(current)
            mirror = current.superclassMirror
        }
        for mirror in mirrors.reversed() {
            let isOurs = ClassInfo.isOurs(mirror.subjectType)
            for child in mirror.children {
                // Of what the framework itself stores in a state only embedded charts are parts of it.
                if isOurs, child.label != "chart" { continue }
                if let port = child.value as? any TappablePort {
                    outputs.append((way + (child.label ?? port.label.name), port))
                } else if let port = child.value as? any BufferingPort {
                    inputs.append((way + (child.label ?? port.label.name), port))
                } else if let label = child.label, let state = StoredProperty.node(in: child.value) {
                    look(into: state, "\(way)\(label).")
                }
            }
        }
    }
}

/// An input port whatever its messages.
private protocol BufferingPort: Port {
    var bufferedCount: Int { get }
}

extension InputPort: BufferingPort {}
