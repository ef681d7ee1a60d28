import Statecharts

extension ChartDrawing {
    /// The chart as an indented list of its states and pseudostates, two blanks for each level, ` *` behind what is
    /// active. In front of a pseudostate stands what it is: `«choice» paid`. Other than in pictures, what a leaf owns
    /// stands below the leaf.
    public var tree: String {
        var depths: [Int] = []
        return graph.vertices.map { vertex in
            depths.append(vertex.superior.map { depths[$0] + 1 } ?? 0)
            return String(repeating: "  ", count: depths[vertex.id]) + vertex.kind.title(vertex.name)
                + (active.contains(vertex.id) ? " *" : "") + "\n"
        }.joined()
    }
}
