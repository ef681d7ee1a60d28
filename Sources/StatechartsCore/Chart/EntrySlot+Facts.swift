extension EntrySlot {
    /// The property of a child machine that is called `player`, or `rows[3]` in a list.
    package static func property(of name: some StringProtocol) -> String { String(name.prefix { $0 != "[" }) }

    /// What the declaration of a child machine says, for people, graphs and drawings: known before anything is made.
    package struct Facts: Sendable {
        /// The class of the child's chart.
        package let chart: StateNode.Type
        /// The ports that lead to the state.
        package var ports: [Port] = []
        /// Those that are connected to others.
        package var connections: [Connection] = []
        /// The type of what comes at the child's end; `nil` if that is no event.
        package var output: (any Any.Type)?
        /// The type of the keys; `nil` if there is one child.
        package var keys: (any Any.Type)?
        /// True if the state is complete without the child's end.
        package var isDetached = false
        /// Which ends are followed by a new beginning.
        package var restart = ChildRestart.temporary
        /// How often it is restarted, and how long it waits before, where that was said.
        package var restartText: String?
        /// What is wrong with the numbers of the declaration, and of its restarts.
        package var faults: [Flaw] = [], restartFaults: [Flaw] = []

        package init(chart: StateNode.Type) { self.chart = chart }
    }

    /// A number that makes no sense, and what to say instead.
    package struct Flaw: Sendable, Equatable {
        package let what: String
        package let fix: String

        package init(_ what: String, fix: String) {
            self.what = what
            self.fix = fix
        }
    }

    /// A port of the child, as a property of its top, and what its messages are.
    package struct Port: Sendable {
        private let path: any AnyKeyPath & Sendable
        package let message: any Any.Type
        package var property: String { PropertyName.last(of: path) }

        /// - Parameter path: leads from the child's top to the port.
        package init(_ path: any AnyKeyPath & Sendable, _ message: any Any.Type) {
            self.path = path
            self.message = message
        }
    }

    /// A port of the child that is connected for as long as the child lives.
    package struct Connection: Sendable {
        package let port: Port
        /// True if messages come to the child.
        package let isInput: Bool
        private let siblingPath: (any AnyKeyPath & Sendable)?
        private let otherPath: any AnyKeyPath & Sendable

        /// The other child of the same state, as a property; `nil` for a port of the owner's chart.
        package var sibling: String? { siblingPath.map { PropertyName.last(of: $0) } }
        /// The port at the other end, as a property.
        package var other: String { PropertyName.last(of: otherPath) }

        package init(
            _ port: Port, isInput: Bool = false, sibling: (any AnyKeyPath & Sendable)? = nil,
            other: any AnyKeyPath & Sendable
        ) {
            self.port = port
            self.isInput = isInput
            siblingPath = sibling
            otherPath = other
        }
    }
}

// Compared for each machine that is made of a known chart: key paths, not the texts that they make.

extension EntrySlot.Facts: Equatable {
    package static func == (a: Self, b: Self) -> Bool {
        a.chart == b.chart && a.ports == b.ports && a.connections == b.connections && a.output == b.output
            && a.keys == b.keys && a.isDetached == b.isDetached && a.restart == b.restart
            && a.restartText == b.restartText && a.faults == b.faults && a.restartFaults == b.restartFaults
    }
}

extension EntrySlot.Port: Equatable {
    package static func == (a: Self, b: Self) -> Bool {
        (a.path as AnyKeyPath) == (b.path as AnyKeyPath) && a.message == b.message
    }
}

extension EntrySlot.Connection: Equatable {
    package static func == (a: Self, b: Self) -> Bool {
        a.port == b.port && a.isInput == b.isInput && a.siblingPath as AnyKeyPath? == b.siblingPath as AnyKeyPath?
            && (a.otherPath as AnyKeyPath) == (b.otherPath as AnyKeyPath)
    }
}

/// The name of a property, of a key path to it.
enum PropertyName {
    /// That of the last one on the way; of one that is computed, which has none here, its type.
    static func last(of path: AnyKeyPath) -> String {
        let name = "\(path)".split(separator: ".").last ?? ""
        let isName = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isName ? String(name) : "\(type(of: path).valueType)"
    }
}
