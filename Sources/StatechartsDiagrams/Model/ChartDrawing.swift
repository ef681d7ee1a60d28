public import Statecharts

/// What a picture of a chart shows: its graph, and what is marked in it.
///
/// The graph comes from the chart that runs (its states) and from steps, previews or an exploration of it (its
/// transitions), so that the picture cannot drift from the code.
///
///     var drawing = ChartDrawing(interpreter.vertices, active: interpreter.configuration)
///     drawing.learn(from: steps)
///     try drawing.svg().write(toFile: "chart.svg", atomically: true, encoding: .utf8)
///     print(drawing.mermaid)
///
/// A plain value. Renderers know nothing of machines; the same drawing gives the same bytes.
public struct ChartDrawing: Sendable, Hashable, Codable {
    /// The states and transitions.
    public var graph: ChartGraph
    /// The vertices that are marked as active.
    public var active: Set<Int> = []
    /// The transitions that are marked as taken last, as places in the graph's transitions.
    public var taken: Set<Int> = []

    private enum CodingKeys: String, CodingKey {
        case graph, active, taken
    }

    /// Reads a drawing.
    /// - Throws: `DecodingError` if something is marked that is not in the graph, or if the graph is not possible.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        graph = try container.decode(ChartGraph.self, forKey: .graph)
        active = try container.decode(Set<Int>.self, forKey: .active)
        taken = try container.decode(Set<Int>.self, forKey: .taken)
        func check(_ marks: Set<Int>, _ places: Range<Int>, _ key: CodingKeys) throws {
            guard let missing = marks.sorted().first(where: { !places.contains($0) }) else { return }
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container, debugDescription: "there is no number \(missing) to be marked")
        }
        try check(active, graph.vertices.indices, .active)
        try check(taken, graph.transitions.indices, .taken)
    }

    /// Draws a graph, with nothing marked.
    public init(_ graph: ChartGraph) { self.graph = graph }

    /// Draws a chart's states and the transitions that follow from their declarations.
    /// - Parameters:
    ///   - vertices: all vertices of the chart, as `Interpreter.vertices` has them: empty before the start, and so is
    ///     the drawing.
    ///   - configuration: what is to be marked as active.
    public init(_ vertices: [StateID], active configuration: Configuration = .empty) {
        self.init(ChartGraph(vertices))
        mark(active: configuration.states.map(\.path))
    }

    /// Adds the transitions of recorded steps, and marks the configuration after the last one and the transitions that
    /// it took.
    /// - Parameters:
    ///   - steps: as `Machine.steps` or `Interpreter.step(_:)` give them.
    ///   - label: the text for an event; by default its case without the payload.
    public mutating func learn<Event>(
        from steps: some Sequence<Macrostep<Event>>, label: (Event) -> String = { ChartGraph.eventName("\($0)") }
    ) {
        let steps = Array(steps)
        graph.learn(from: steps, label: label)
        guard let last = steps.last else { return }
        mark(active: last.configuration.states.map(\.path))
        taken = []
        for transition in last.microsteps.flatMap(\.transitions) {
            mark(taken: transition.source.path, to: transition.targets.map(\.path))
        }
    }

    /// Marks the states with these paths as active, and no others.
    public mutating func mark(active paths: [String]) {
        let paths = Set(paths)
        active = Set(graph.vertices.filter { $0.kind.isState && paths.contains($0.path) }.map(\.id))
    }

    /// Marks the transitions from a path to others as taken, in addition to those that are.
    public mutating func mark(taken source: String, to targets: [String]) {
        for (place, transition) in graph.transitions.enumerated()
        where graph.vertices[transition.source].path == source
            && transition.targets.map({ graph.vertices[$0].path }) == targets
        {
            taken.insert(place)
        }
    }
}
