extension ChartGraph {
    /// How deep the vertices of a graph that is read may lie inside each other: deeper than any chart that is drawn,
    /// and not so deep that drawing it exhausts a thread's stack.
    package static var greatestDepth: Int { 512 }

    /// The most that a number which is only counted up may have when it is read: it is added to.
    package static var greatestCount: Int { 1 << 53 }

    /// Why no chart can have this graph; `nil` if one can. What uses a graph relies on it.
    func problem() -> String? {
        problemOfVertices() ?? transitions.lazy.compactMap(problem).first ?? work.lazy.compactMap(problem).first
            ?? deferrals.lazy.compactMap(problem).first
    }

    private func problemOfVertices() -> String? {
        var depths: [Int] = []
        for (place, vertex) in vertices.enumerated() {
            guard vertex.id == place else {
                return "the vertex at place \(place) has the id \(vertex.id); it has to be its place"
            }
            let what = "vertex \(place) (\(vertex.path.shortened))"
            switch (place, vertex.superior) {
            case (0, nil): depths.append(0)
            case (0, .some): return "\(what) is the first one, and is said to be inside another"
            case (_, nil): return "\(what) is inside none; only the first one can be"
            case (_, let superior?):
                guard vertices[..<place].indices.contains(superior) else {
                    return "\(what) is said to be inside vertex \(superior), which does not come before it"
                }
                guard vertices[superior].kind.contains else {
                    return "\(what) is said to be inside vertex \(superior), a \(vertices[superior].kind)"
                }
                depths.append(depths[superior] + 1)
                guard depths[place] <= Self.greatestDepth else {
                    return "\(what) lies deeper than \(Self.greatestDepth) vertices"
                }
            }
            if let missing = vertex.fixed.first(where: { !vertices.indices.contains($0) }) {
                return "\(what) is bound to vertex \(missing), which there is not"
            }
        }
        for vertex in vertices {
            guard let initial = vertex.initial else { continue }
            guard vertices.indices.contains(initial), isInside(vertex.id, initial) else {
                return "vertex \(vertex.id) (\(vertex.path.shortened)) enters vertex \(initial) first, "
                    + "which is not inside it"
            }
        }
        return nil
    }

    /// Whether a vertex lies in another one; each is inside one that comes before it.
    private func isInside(_ outer: Int, _ inner: Int) -> Bool {
        var next = vertices[inner].superior
        while let vertex = next, vertex > outer { next = vertices[vertex].superior }
        return next == outer
    }

    private func problem(of transition: Transition) -> String? {
        for vertex in [transition.source] + transition.targets where !vertices.indices.contains(vertex) {
            return "a transition of vertex \(transition.source) names vertex \(vertex), which there is not"
        }
        guard (0...Self.greatestCount).contains(transition.count) else {
            return "a transition of vertex \(transition.source) was seen \(transition.count) times, which cannot be"
        }
        return nil
    }

    private func problem(of deferral: Deferral) -> String? {
        vertices.indices.contains(deferral.state)
            ? nil : "an event is deferred by vertex \(deferral.state), which there is not"
    }

    private func problem(of work: Work) -> String? {
        guard vertices.indices.contains(work.state) else {
            return "a timer or activity is of vertex \(work.state), which there is not"
        }
        if let interval = work.interval, interval < .zero || interval > .longestTimer {
            return "a timer of vertex \(work.state) runs for \(interval), which cannot be"
        }
        return nil
    }
}

extension StateID.Kind {
    /// Whether other vertices can be inside.
    fileprivate var contains: Bool {
        switch self {
        case .top, .state, .orthogonal, .submachine: true
        case .final, .choice, .junction, .fork, .join, .shallowHistory, .deepHistory, .entryPoint, .exitPoint,
            .terminate:
            false
        }
    }
}

extension String {
    /// For an error: the beginning of a text that somebody else has written.
    fileprivate var shortened: String { count > 40 ? prefix(40) + "…" : self }
}
