import Statecharts

extension ChartDrawing {
    /// The chart as an indented list of its states and pseudostates, two blanks for each level, ` *` behind what is
    /// active. In front of a pseudostate stands what it is: `«choice» paid`, and so it does for child machines, which come
    /// before what is inside of their state: `«child» player: Player`.
    public var tree: String {
        graph.vertices.map { vertex in
            let margin = String(repeating: "  ", count: around(vertex.id).count)
            return margin + vertex.kind.title(vertex.name) + (active.contains(vertex.id) ? " *" : "") + "\n"
                + vertex.childMachines.map { "\(margin)  \($0.treeText)\n" }.joined()
        }.joined()
    }
}
