import Statecharts

extension ChartDrawing {
    /// The chart as an indented list of its states and pseudostates, two blanks for each level, ` *` behind what is
    /// active. In front of a pseudostate stands what it is: `«choice» paid`, and so it does for child machines, which come
    /// before what is inside of their state: `«child» player: Player`. Other than in pictures, what a leaf owns stands
    /// below the leaf.
    public var tree: String {
        var depths: [Int] = []
        return graph.vertices.map { vertex in
            depths.append(vertex.superior.map { depths[$0] + 1 } ?? 0)
            let margin = String(repeating: "  ", count: depths[vertex.id])
            return margin + vertex.kind.title(vertex.name) + (active.contains(vertex.id) ? " *" : "") + "\n"
                + vertex.childMachines.map { "\(margin)  \($0.treeText)\n" }.joined()
        }.joined()
    }
}
