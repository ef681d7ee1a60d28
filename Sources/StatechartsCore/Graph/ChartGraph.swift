/// A chart as a value: its states as they are declared, and the transitions that were learnt by running it.
///
/// States come from the chart that runs. Transitions are code, so they are learnt: from recorded steps, from previews,
/// or from an exploration. A graph therefore says what the chart does, never what it was once meant to do.
///
///     var graph = ChartGraph(interpreter.vertices)
///     graph.learn(from: steps)
///
/// A plain value from which drawings, tables and tools are made; it knows nothing of machines. Everything is in
/// document order, so that the same chart has the same graph.
public struct ChartGraph: Sendable, Hashable, Codable {
    /// A state or pseudostate.
    public struct Vertex: Sendable, Hashable, Codable, Identifiable {
        /// Its place in document order; the top has 0.
        public let id: Int
        /// What it is: a state, a choice, a history or another kind.
        public let kind: StateID.Kind
        /// The last component of its path.
        public let name: String
        /// Its path, such as `Lights.Red`; the top's own name for the top.
        public let path: String
        /// The vertex that directly contains it; `nil` for the top.
        public let superior: Int?
        /// Whether it is a state directly inside an orthogonal one.
        public let isRegion: Bool
        /// Whether what is directly inside are regions.
        public let hasRegions: Bool
        /// What a default entry enters.
        public let initial: Int?
        /// What a default entry resumes.
        public let history: History
        /// The methods that it overrides.
        public let methods: StateID.Methods
        /// Fixed targets of a fork or entry point, sources of a join, default of a history.
        public let fixed: [Int]
        /// The child machines that it declares, in the order of the declaration.
        public var childMachines: [ChildMachine] { machines ?? [] }
        /// `nil` without any, so that nothing is written.
        private let machines: [ChildMachine]?

        /// Makes a vertex of a chart that is not compiled yet, for programs that generate charts and draw them first.
        public init(
            id: Int, kind: StateID.Kind, name: String, path: String, superior: Int? = nil, isRegion: Bool = false,
            hasRegions: Bool = false, initial: Int? = nil, history: History = .none, methods: StateID.Methods = [],
            fixed: [Int] = [], childMachines: [ChildMachine] = []
        ) {
            self.id = id
            self.kind = kind
            self.name = name
            self.path = path
            self.superior = superior
            self.isRegion = isRegion
            self.hasRegions = hasRegions
            self.initial = initial
            self.history = history
            self.methods = methods
            self.fixed = fixed
            machines = childMachines.isEmpty ? nil : childMachines
        }
    }

    /// What a composite resumes on a default entry.
    public enum History: String, Sendable, Hashable, Codable {
        /// Nothing: its initial substate is entered.
        case none
        /// The direct substate that was active last.
        case shallow
        /// Everything that was active last.
        case deep
    }

    /// What triggers a transition.
    public enum Trigger: Sendable, Hashable, Codable {
        /// An event, as text.
        case event(String)
        /// A condition alone: `always()`, or a join whose sources are all active.
        case eventless
        /// That the source is complete.
        case completion
        /// That a choice was reached.
        case branch
        /// That an action or activity of the source failed.
        case failure
    }

    /// How a transition was learnt.
    public enum Origin: String, Sendable, Hashable, Codable, CaseIterable {
        /// From what was declared: the targets of forks and entry points, the defaults of histories.
        case declared
        /// It was taken in a step that was recorded.
        case recorded
        /// It was found by exploration.
        case explored
        /// It was seen in a preview.
        case previewed
    }

    /// A transition from one vertex to others, with its trigger and how it was learnt.
    public struct Transition: Sendable, Hashable, Codable {
        /// The vertex that reacts.
        public let source: Int
        /// Where it leads; empty for an internal transition.
        public let targets: [Int]
        /// Whether the source is left.
        public let kind: Kind
        /// The event, or what else has the transition taken.
        public let trigger: Trigger
        /// The description of its guard.
        public let guardText: String?
        /// How it was learnt.
        public internal(set) var origins: Set<Origin>
        /// How often it was seen; a transition that is only declared was never seen.
        public internal(set) var count: Int

        /// Whether a transition leaves its source.
        public enum Kind: String, Sendable, Hashable, Codable {
            /// The source is left.
            case external
            /// The source stays.
            case local
            /// Nothing is left or entered.
            case `internal`
        }

        /// Makes a transition.
        public init(
            source: Int, targets: [Int], kind: Kind, trigger: Trigger, guardText: String? = nil, origins: Set<Origin>,
            count: Int = 1
        ) {
            self.source = source
            self.targets = targets
            self.kind = kind
            self.trigger = trigger
            self.guardText = guardText
            self.origins = origins
            self.count = count
        }
    }

    /// All vertices, in document order.
    public let vertices: [Vertex]
    /// The transitions that are known, in the order of their sources, targets and triggers.
    public private(set) var transitions: [Transition]
    /// The timers and activities that are known, in the order of their states.
    public internal(set) var work: [Work] = []
    /// The events that are known to be deferred, in the order of their states.
    public internal(set) var deferrals: [Deferral] = []

    private enum CodingKeys: String, CodingKey {
        case vertices, transitions, work, deferrals
    }

    /// Reads a graph; one that was written before ``work`` or ``deferrals`` existed has none.
    ///
    /// What is read is checked: that each vertex is inside one that comes before it, at most 512 deep, that everything
    /// that is referred to exists, and that numbers are possible.
    /// - Throws: `DecodingError` that says what is wrong.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        vertices = try container.decode([Vertex].self, forKey: .vertices)
        transitions = try container.decode([Transition].self, forKey: .transitions)
        work = try container.decodeIfPresent([Work].self, forKey: .work) ?? []
        deferrals = try container.decodeIfPresent([Deferral].self, forKey: .deferrals) ?? []
        if let problem = problem() {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: problem))
        }
        putInOrder()
    }

    /// Transitions and work are looked up by halving, and none is there twice.
    private mutating func putInOrder() {
        if !zip(transitions, transitions.dropFirst()).allSatisfy({ $0.comes(before: $1) }) {
            let read = transitions
            transitions = []
            for transition in read { learn(transition) }
        }
        if !zip(work, work.dropFirst()).allSatisfy({ $0.key < $1.key }) {
            let read = work
            work = []
            for one in read { learn(one) }
        }
        deferrals = Set(deferrals).sorted()
    }

    /// Writes the graph.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(vertices, forKey: .vertices)
        try container.encode(transitions, forKey: .transitions)
        if !work.isEmpty { try container.encode(work, forKey: .work) }
        if !deferrals.isEmpty { try container.encode(deferrals, forKey: .deferrals) }
    }

    /// Makes the graph of a chart's vertices, with the transitions that follow from their declarations.
    ///
    /// - Parameter vertices: all vertices of the chart, as ``Interpreter/vertices`` has them: empty before the start,
    ///   and so is the graph.
    public init(_ vertices: [StateID]) {
        let numbers = Dictionary(vertices.enumerated().map { ($1, $0) }) { first, _ in first }
        self.init(
            vertices: vertices.enumerated().map { number, vertex in
                Vertex(
                    id: number, kind: vertex.kind, name: vertex.name, path: vertex.path,
                    superior: vertex.superior.flatMap { numbers[$0] }, isRegion: vertex.isRegion,
                    hasRegions: vertex.hasRegions, initial: vertex.initial.flatMap { numbers[$0] },
                    history: History(vertex.history), methods: vertex.methods,
                    fixed: vertex.fixedVertices.compactMap { numbers[$0] }, childMachines: vertex.childMachines)
            })
    }

    /// Makes the graph of vertices that no chart has declared, or of another graph's, with the transitions that follow
    /// from their declarations.
    ///
    /// - Parameter vertices: in document order, the top first. The ``Vertex/id`` of each is its place among them.
    public init(vertices: [Vertex]) {
        self.vertices = vertices
        transitions = []
        for vertex in vertices { learnDeclared(vertex) }
    }

    private mutating func learnDeclared(_ vertex: Vertex) {
        switch vertex.kind {
        case .fork, .join, .entryPoint, .shallowHistory, .deepHistory: break
        case .top, .state, .orthogonal, .final, .submachine, .choice, .junction, .exitPoint, .terminate: return
        }
        for other in vertex.fixed {
            let (source, target) = vertex.kind == .join ? (other, vertex.id) : (vertex.id, other)
            learn(
                Transition(
                    source: source, targets: [target], kind: .external, trigger: .branch, origins: [.declared],
                    count: 0))
        }
    }

    /// Returns the number of the vertex with this path.
    public func vertex(at path: String) -> Int? { vertices.firstIndex { $0.path == path } }

    /// Returns the vertices directly inside one.
    public func children(of vertex: Int) -> [Int] { vertices.filter { $0.superior == vertex }.map(\.id) }

    /// Returns the transitions of a vertex.
    package func transitions(of vertex: Int) -> ArraySlice<Transition> { transitions.run(of: vertex) { $0.source } }

    /// Adds a transition; one that is known already gains the origins and the count of the new one.
    /// - Returns: its place in ``transitions``.
    @discardableResult
    public mutating func learn(_ transition: Transition) -> Int {
        let place = transitions.firstPlace { !$0.comes(before: transition) }
        if place < transitions.count, !transition.comes(before: transitions[place]) {
            transitions[place].origins.formUnion(transition.origins)
            let (sum, isTooMuch) = transitions[place].count.addingReportingOverflow(transition.count)
            transitions[place].count = isTooMuch ? .max : sum
            return place
        }
        transitions.insert(transition, at: place)
        return place
    }
}

extension ChartGraph.History {
    init(_ kind: HistoryKind) {
        switch kind {
        case .none: self = .none
        case .shallow: self = .shallow
        case .deep: self = .deep
        }
    }
}
