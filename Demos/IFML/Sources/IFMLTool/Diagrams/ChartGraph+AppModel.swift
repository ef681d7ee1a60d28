public import IFMLGenerator
public import Statecharts

extension ChartGraph {
    /// The chart of an application, before anything is compiled: the graph that an exploration of the generated program
    /// finds, with what no exploration reaches.
    public init(_ app: AppModel) {
        var builder = ChartGraphBuilder(app)
        builder.addVertices()
        self.init(vertices: builder.vertices.map(\.declared))
        for transition in builder.transitions() { learn(transition) }
        for work in builder.work() { learn(work) }
    }
}

/// Numbers the vertices of an application's chart, as the generated program declares them.
struct ChartGraphBuilder {
    /// A vertex, as far as it is known yet.
    struct Vertex {
        var id: Int
        var kind: StateID.Kind
        var name: String
        var path: String
        var superior: Int?
        var isRegion = false
        var hasRegions = false
        var initial: Int?
        var methods: StateID.Methods = []

        var declared: ChartGraph.Vertex {
            ChartGraph.Vertex(
                id: id, kind: kind, name: name, path: path, superior: superior, isRegion: isRegion,
                hasRegions: hasRegions, initial: initial, methods: methods)
        }
    }

    let app: AppModel
    var vertices: [Vertex] = []
    /// The states in the order of their vertices, each with its number.
    var states: [(vertex: Int, state: AppModel.State)] = []
    /// Numbers of vertices by path.
    private(set) var numbers: [String: Int] = [:]
    /// The pseudostate of the way back, and those that begin a container, by the vertex around them.
    var previous: Int?
    var starts: [Int: Int] = [:]

    init(_ app: AppModel) { self.app = app }

    mutating func addVertices() { add(app.chart, in: nil, isRegion: false) }

    @discardableResult
    private mutating func add(_ state: AppModel.State, in superior: Int?, isRegion: Bool) -> Int {
        let isTop = superior == nil
        let kind: StateID.Kind = isTop ? .top : state.isOrthogonal ? .orthogonal : .state
        let vertex = add(kind, state.typeName, in: superior)
        vertices[vertex].isRegion = isRegion
        vertices[vertex].hasRegions = state.isOrthogonal
        vertices[vertex].methods = methods(state)
        states.append((vertex, state))
        let children = state.children.map { add($0, in: vertex, isRegion: state.isOrthogonal) }
        if state.start != nil {
            let start = add(.choice, "start", in: vertex)
            starts[vertex] = start
            vertices[vertex].initial = start
        } else if !state.isOrthogonal, !children.isEmpty {
            vertices[vertex].initial = children[state.initial]
        }
        if state.transitions.contains(where: { $0.event == "back" && $0.branches.first?.target == .previous }) {
            previous = add(.choice, "previous", in: vertex)
        }
        return vertex
    }

    private mutating func add(_ kind: StateID.Kind, _ name: String, in superior: Int?) -> Int {
        let outer = superior.map { vertices[$0] }
        let path = outer.map { $0.superior == nil ? name : "\($0.path).\(name)" } ?? name
        numbers[path] = vertices.count
        vertices.append(Vertex(id: vertices.count, kind: kind, name: name, path: path, superior: superior))
        return vertices.count - 1
    }

    /// The methods that the generated class overrides.
    private func methods(_ state: AppModel.State) -> StateID.Methods {
        var methods: StateID.Methods = []
        if !state.effectiveTransitions.isEmpty { methods.insert(.handle) }
        switch state.kind {
        case .performing: methods.formUnion([.entry, .failed])
        case .shown(let index) where app.containers[index].place != nil: methods.formUnion([.entry, .exit])
        case .hidden(let index): if app.showingEvent(of: index) != nil { methods.insert(.handle) }
        case .container(let index): if app.containers[index].substitute != nil { methods.insert(.always) }
        case .top: if app.tellsErrors { methods.insert(.failed) }
        case .content, .modal, .shown, .showing: break
        }
        let isEntered =
            !state.timers.isEmpty || !state.loads.isEmpty || !state.entries.isEmpty || !state.asks.isEmpty
            || !state.resets.isEmpty || !state.appearances.isEmpty
        if isEntered { methods.insert(.entry) }
        if !state.exits.isEmpty { methods.insert(.exit) }
        if !state.watches.isEmpty { methods.formUnion(state.kind == .top ? [.always] : [.always, .entry]) }
        return methods
    }

    // MARK: Places

    /// The vertex that the state of a container is, by the properties that lead to it.
    func vertex(ofContainer index: Int) -> Int? {
        states.first {
            switch $0.state.kind {
            case .container(index), .modal(index): true
            default: false
            }
        }?.vertex
    }

    func child(_ name: String, of vertex: Int) -> Int? {
        vertices.first { $0.superior == vertex && $0.name == name }?.id
    }

    func hidden(_ modal: Int) -> Int? { vertex(ofContainer: modal).flatMap { child("Hidden", of: $0) } }
}
