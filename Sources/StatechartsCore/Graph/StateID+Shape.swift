/// What drawings and other tools ask of the shape of a chart.
extension StateID {
    /// What a vertex is (UML 2.5.1, 14.5.13 Vertex and 14.5.6 Pseudostate).
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The root of the chart.
        case top
        /// A state, with or without substates.
        case state
        /// A state whose regions are all active with it.
        case orthogonal
        /// A state that completes the one around it.
        case final
        /// A state that holds another chart.
        case submachine
        /// A branch that is decided when it is reached.
        case choice
        /// A branch that is decided before anything is left.
        case junction
        /// A way into several regions at once.
        case fork
        /// A way out of several regions at once.
        case join
        /// Resumes the direct substate that was active last.
        case shallowHistory
        /// Resumes everything that was active last.
        case deepHistory
        /// A named way in.
        case entryPoint
        /// A named way out.
        case exitPoint
        /// Ends the machine at once.
        case terminate

        /// Whether it can be active between steps; pseudostates are only passed through.
        public var isState: Bool {
            switch self {
            case .top, .state, .orthogonal, .final, .submachine: true
            case .choice, .junction, .fork, .join, .shallowHistory, .deepHistory, .entryPoint, .exitPoint, .terminate:
                false
            }
        }
    }

    /// The methods of a state that act or decide, as far as its class overrides them.
    public struct Methods: OptionSet, Sendable, Hashable, Codable {
        /// A bit for each method.
        public let rawValue: UInt8
        /// Makes a set of bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// `entry()`, synchronous or suspending.
        public static let entry = Self(rawValue: 1)
        /// `exit()`, synchronous or suspending.
        public static let exit = Self(rawValue: 2)
        /// It reacts to events.
        public static let handle = Self(rawValue: 4)
        /// It has eventless transitions.
        public static let always = Self(rawValue: 8)
        /// It has completion transitions.
        public static let completed = Self(rawValue: 16)
        /// It handles errors.
        public static let failed = Self(rawValue: 32)
    }

    private var info: NodeInfo { topology.infos[index] }

    private func id(_ index: Int32) -> StateID { StateID(topology: topology, index: index) }

    /// What the vertex is.
    public var kind: Kind {
        switch info.kind {
        case .top: .top
        case .state: .state
        case .orthogonal: .orthogonal
        case .final: .final
        case .submachine: .submachine
        case .choice: .choice
        case .junction: .junction
        case .fork: .fork
        case .join: .join
        case .shallowHistory: .shallowHistory
        case .deepHistory: .deepHistory
        case .entryPoint: .entryPoint
        case .exitPoint: .exitPoint
        case .terminate: .terminate
        }
    }

    /// Whether it is a region of an orthogonal state, or of a top state with regions.
    public var isRegion: Bool { info.flags.contains(.isRegion) }

    /// Whether what is directly inside are regions, all of them active with this state.
    public var hasRegions: Bool { info.flags.contains(.hasRegions) }

    /// The states and pseudostates directly inside, in document order.
    public var children: [StateID] { topology.children(of: index).map { id($0) } }

    /// What a default entry enters (UML: the target of the initial pseudostate); `nil` for a simple state, one with
    /// regions, and one that was declared with `initial: nil`.
    public var initial: StateID? {
        let info = info
        return info.initial < 0 || info.flags.contains(.hasRegions) ? nil : id(info.initial)
    }

    /// What a default entry resumes.
    public var history: HistoryKind {
        info.flags.contains(.resumesDeep) ? .deep : info.flags.contains(.resumesShallow) ? .shallow : .none
    }

    /// The fixed ends of a pseudostate: the targets of a fork or entry point, the sources of a join, the default of a
    /// history.
    public var fixedVertices: [StateID] { info.fixed.map { id(topology.fixed[$0]) } }

    /// The child machines that the state declares, in the order of the declaration.
    public var childMachines: [ChartGraph.ChildMachine] {
        (topology.machines[index] ?? []).map { .init($0.property, $0.facts) }
    }

    /// The methods that the state's class overrides.
    public var methods: Methods {
        let overrides = info.overrides
        var methods: Methods = []
        if !overrides.isDisjoint(with: [.entry, .suspendingEntry]) { methods.insert(.entry) }
        if !overrides.isDisjoint(with: [.exit, .suspendingExit]) { methods.insert(.exit) }
        if overrides.contains(.handle) { methods.insert(.handle) }
        if overrides.contains(.always) { methods.insert(.always) }
        if overrides.contains(.completed) { methods.insert(.completed) }
        if overrides.contains(.failed) { methods.insert(.failed) }
        return methods
    }
}
