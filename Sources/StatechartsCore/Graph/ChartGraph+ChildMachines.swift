extension ChartGraph {
    /// A machine that a state owns, or a list of machines, as its declaration describes it: none is created to find
    /// out.
    public struct ChildMachine: Sendable, Hashable, Codable {
        /// The name of the property.
        public let name: String
        /// The class of its chart.
        public let chart: String
        /// The type of the keys of a list; `nil` for one machine.
        public let keys: String?
        /// The ports whose messages are events of the state.
        public let ports: [Port]
        /// The ports that are connected to others.
        public let connections: [Connection]
        /// The type of its output at its end; `nil` if its end is not an event.
        public let output: String?
        /// Whether the state is complete without waiting for its end.
        public let isDetached: Bool
        /// After which ends it is restarted.
        public let restart: ChildRestart
        /// How often it is restarted and how long it waits before, as ``texts`` write it: `at most 5 in 90 s, after
        /// 1 s`; `nil` if that was not said, or is as if it were not.
        public let restartText: String?

        /// Makes a child machine of a chart that is not compiled yet.
        public init(
            name: String, chart: String, keys: String? = nil, ports: [Port] = [], connections: [Connection] = [],
            output: String? = nil, isDetached: Bool = false, restart: ChildRestart = .temporary,
            restartText: String? = nil
        ) {
            self.name = name
            self.chart = chart
            self.keys = keys
            self.ports = ports
            self.connections = connections
            self.output = output
            self.isDetached = isDetached
            self.restart = restart
            self.restartText = restartText
        }

        /// Where messages go into a child machine or come out of it.
        public struct Port: Sendable, Hashable, Codable {
            /// The name of the property.
            public let name: String
            /// The type of its messages.
            public let type: String

            /// Makes a port.
            public init(name: String, type: String) {
                self.name = name
                self.type = type
            }
        }

        /// A port of a child machine that is connected for as long as the machine lives.
        public struct Connection: Sendable, Hashable, Codable {
            /// The port of the child machine.
            public let port: Port
            /// Whether messages go to the child machine.
            public let isInput: Bool
            /// The port at the other end: `levels` for one of the chart that owns the machine, `screen.pictures` for
            /// one of another child machine of the state.
            public let other: String

            /// Makes a connection.
            public init(port: Port, isInput: Bool, other: String) {
                self.port = port
                self.isInput = isInput
                self.other = other
            }
        }

        /// `player: Player`, and `rows[]: Row` for a list.
        public var title: String { "\(name)\(keys == nil ? "" : "[]"): \(chart)" }

        /// What it exchanges with others, a line each, then what else there is to say about its life, as drawings write
        /// it.
        ///
        /// `↑ progress: Double` is a port whose messages are events of the state, `↑ done: Int` the output at the end,
        /// `progress → levels: Double` and `levels → volume: Double` are connections. `detached`,
        /// `restarts after an error` and `restarts always` appear where they are true, and after them a limit and waits
        /// that were said: `at most 5 in 90 s, after 1 s, × 2 up to 30 s`.
        public var texts: [String] {
            var lines = ports.map { "↑ \($0.name): \($0.type)" }
            if let output { lines.append("↑ done: \(output)") }
            lines += connections.map { connection in
                let (own, other) = (connection.port.name, connection.other)
                return "\(connection.isInput ? "\(other) → \(own)" : "\(own) → \(other)"): \(connection.port.type)"
            }
            if isDetached { lines.append("detached") }
            switch restart {
            case .permanent: lines.append("restarts always")
            case .transient: lines.append("restarts after an error")
            case .temporary: return lines
            }
            if let restartText { lines.append(restartText) }
            return lines
        }
    }

    /// Where a child machine is in its chart: `Playing/player`; without the state for one of the top.
    package func place(ofChild name: String, in state: Int) -> String {
        state == 0 ? name : "\(vertices[state].path)/\(name)"
    }

    /// Returns the events that a child machine was seen to bring: by its ports, its end and its errors.
    ///
    /// - Parameters:
    ///   - child: the name of the property.
    ///   - state: the number of the state that owns it.
    /// - Returns: the events in alphabetical order; none as long as none was learnt.
    public func events(ofChild child: String, in state: Int) -> [String] {
        work.run(of: state) { $0.state }.filter { $0.child == child }.compactMap(\.event)
    }

    /// Returns the lines of a drawing for a child machine: its ``ChildMachine/texts``, and `do / heard, played` with
    /// the events that it was seen to bring.
    public func texts(of child: ChildMachine, in state: Int) -> [String] {
        let events = events(ofChild: child.name, in: state)
        return child.texts + (events.isEmpty ? [] : ["do / \(events.joined(separator: ", "))"])
    }
}

extension ChartGraph.ChildMachine {
    init(_ name: String, _ facts: EntrySlot.Facts) {
        self.init(
            name: name, chart: ClassInfo.of(facts.chart).name, keys: facts.keys.map { "\($0)" },
            ports: facts.ports.map(Port.init), connections: facts.connections.map(Connection.init),
            output: facts.output.map { "\($0)" }, isDetached: facts.isDetached, restart: facts.restart,
            restartText: facts.restartText)
    }
}

extension ChartGraph.ChildMachine.Port {
    fileprivate init(_ port: EntrySlot.Port) { self.init(name: port.property, type: "\(port.message)") }
}

extension ChartGraph.ChildMachine.Connection {
    fileprivate init(_ connection: EntrySlot.Connection) {
        self.init(
            port: .init(connection.port), isInput: connection.isInput,
            other: [connection.sibling, connection.other].compactMap(\.self).joined(separator: "."))
    }
}
