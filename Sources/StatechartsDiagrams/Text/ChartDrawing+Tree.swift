import Statecharts

extension ChartDrawing {
    /// The chart as an indented list of its states and pseudostates, two blanks for each level, ` *` behind what is
    /// active. In front of a pseudostate stands what it is: `«choice» paid`.
    public var tree: String {
        graph.vertices.map { vertex in
            String(repeating: "  ", count: around(vertex.id).count) + vertex.kind.title(vertex.name)
                + (active.contains(vertex.id) ? " *" : "") + "\n"
        }.joined()
    }
}
