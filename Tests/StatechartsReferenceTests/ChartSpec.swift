import Statecharts

/// A chart as plain data: what the reference interprets, and what a real chart is built from.
///
/// Vertices are numbered in document order; 0 is the top.
struct ChartSpec {
    enum Kind: String {
        /// The top of the whole chart, and that of a chart that is embedded.
        case top
        case state, orthogonal, final, submachine
        case choice, junction, fork, join, shallowHistory, deepHistory, entryPoint, exitPoint, terminate

        var isState: Bool {
            switch self {
            case .top, .state, .orthogonal, .final, .submachine: true
            case .choice, .junction, .fork, .join, .shallowHistory, .deepHistory, .entryPoint, .exitPoint, .terminate:
                false
            }
        }

        var isHistory: Bool { self == .shallowHistory || self == .deepHistory }
    }

    enum Initial: Equatable {
        case first, none
        case vertex(Int)
    }

    /// When a rule holds: a function of the counter in the top, or of what is active.
    enum Condition: Equatable {
        case always
        case counter(modulus: Int, equals: Int)
        case active(Int)
        case inactive(Int)
    }

    /// What an entry, exit or effect does besides leaving a line in the log.
    struct Action: Equatable {
        /// Added to the counter.
        var add = 1
        var raise: Int?
        var post: Int?
        /// When it throws.
        var fault: Condition?
        /// A state whose activity is noted in the log.
        var probe = 0
    }

    struct Reaction: Equatable {
        enum Kind: String {
            case unhandled, handled, external, local, deferred
        }
        var kind: Kind
        var targets: [Int] = []
        var effect: Action?
    }

    struct Rule: Equatable {
        /// The event it is for; -1 for rules that have no event.
        var event = -1
        var condition = Condition.always
        var reaction: Reaction
    }

    struct Vertex: Equatable {
        var kind: Kind
        var parent: Int
        var children: [Int] = []
        var hasRegions = false
        var initial = Initial.first
        var history = HistoryKind.none
        /// The targets of a fork, entry point or history, the sources of a join.
        var fixed: [Int] = []
        var waitsForReaction = false
        /// Of a submachine: for each event of its host that of the chart inside, and the other way round.
        var inward: [Int?] = []
        var outward: [Int?] = []
        var entry: Action?
        var exit: Action?
        var handle: [Rule] = []
        var always: [Rule] = []
        var completed: [Rule] = []
        var failed: [Rule] = []
        var branch: [Rule] = []
    }

    var vertices: [Vertex] = []
    var deferralLimit = 10_000

    // MARK: Shape

    // What is asked all the time, apart from the vertices, which are large to copy.

    /// Everything strictly inside each vertex.
    private(set) var insides: [NodeSet] = []
    private(set) var depths: [Int] = []
    private(set) var kinds: [Kind] = []
    private(set) var parents: [Int] = []
    /// The top of the chart that each vertex belongs to: 0, or one that is embedded.
    private(set) var scopes: [Int] = []
    private(set) var childLists: [[Int]] = []
    private(set) var regionful = NodeSet()
    private(set) var stateSet = NodeSet()

    mutating func measure() {
        precondition(vertices.count <= NodeSet.limit, "a chart of \(vertices.count) vertices is too large")
        kinds = vertices.map(\.kind)
        parents = vertices.map(\.parent)
        childLists = vertices.map(\.children)
        regionful = NodeSet(vertices.indices.filter { vertices[$0].hasRegions })
        stateSet = NodeSet(vertices.indices.filter { vertices[$0].kind.isState })
        insides = Array(repeating: NodeSet(), count: vertices.count)
        depths = Array(repeating: 0, count: vertices.count)
        for index in vertices.indices.reversed() {
            for child in vertices[index].children {
                insides[index].insert(child)
                insides[index] |= insides[child]
            }
        }
        scopes = Array(repeating: 0, count: vertices.count)
        for index in vertices.indices.dropFirst() {
            let parent = vertices[index].parent
            depths[index] = depths[parent] + 1
            scopes[index] = kinds[index] == .top ? index : scopes[parent]
        }
    }

    subscript(index: Int) -> Vertex {
        _read { yield vertices[index] }
        _modify { yield &vertices[index] }
    }

    func contains(_ outer: Int, _ inner: Int) -> Bool { insides[outer].contains(inner) }

    /// The vertices around one, from the innermost to the top.
    func ancestors(of index: Int) -> [Int] {
        var found: [Int] = []
        var node = parents[index]
        while node >= 0 {
            found.append(node)
            node = parents[node]
        }
        return found
    }

    /// An event of one chart as another one that is embedded in it, at any depth, understands it.
    func translation(_ event: Int, from scope: Int, to inner: Int) -> Int? {
        if inner == scope { return event }
        guard inner > 0, let outer = translation(event, from: scope, to: scopes[parents[inner]]) else { return nil }
        return vertices[parents[inner]].inward[outer]
    }

    func regions(of index: Int) -> [Int] { childLists[index].filter { stateSet.contains($0) } }

    /// What a default entry enters, any depth inside; `nil` to rest.
    func initial(of index: Int) -> Int? {
        if regionful.contains(index) { return nil }
        switch vertices[index].initial {
        case .first: return childLists[index].first { stateSet.contains($0) }
        case .none: return nil
        case .vertex(let vertex): return vertex
        }
    }

    var states: [Int] { stateSet.ascending }

    /// Whether the state is a region: a state directly inside an orthogonal one.
    func isRegion(_ index: Int) -> Bool {
        stateSet.contains(index) && parents[index] >= 0 && regionful.contains(parents[index])
    }

    /// Whether there are states inside: forks and joins may be a leaf's.
    func hasSubstates(_ index: Int) -> Bool { childLists[index].contains { stateSet.contains($0) } }

    /// Whether a default entry of the composite rests on it.
    func rests(_ index: Int) -> Bool {
        hasSubstates(index) && !regionful.contains(index) && initial(of: index) == nil
    }

    /// One inside the other (or the same), or in different regions of an orthogonal state.
    func canBeActiveTogether(_ a: Int, _ b: Int) -> Bool {
        a == b || contains(a, b) || contains(b, a) || areInDifferentRegions(a, b)
    }

    /// Whether both can be targets of one transition: neither is the other or inside it.
    func areInDifferentRegions(_ a: Int, _ b: Int) -> Bool {
        if a == b || contains(a, b) || contains(b, a) { return false }
        guard let common = ancestors(of: a).first(where: { contains($0, b) }) else { return false }
        return regionful.contains(common)
            && [a, b].allSatisfy { target in
                regions(of: common).contains { $0 == target || contains($0, target) }
            }
    }
}

/// What is done to a running chart from outside.
struct Operation: Equatable, CustomStringConvertible {
    enum Kind: Equatable {
        case start
        case send(Int)
        /// An event that belongs to a state, as that of a timer does; nothing if the state is not active.
        case offer(Int, owner: Int)
        /// Adds to the counter and asks the chart to look at its data again.
        case change(Int)
        /// Raises an event between steps; the next step takes it.
        case raise(Int)
        case stop
    }
    var kind: Kind
    /// Whether somebody wants a record; without one the engine may take short cuts.
    var isRecorded = true
    /// Whether the chart is asked beforehand what it makes of an event. Asking puts right what a step may have left
    /// wrong, so it is not always done.
    var isForeseen = false

    var description: String { "\(kind)" + (isRecorded ? "" : " unrecorded") + (isForeseen ? " foreseen" : "") }
}
