import Statecharts

extension ChartDrawing {
    /// The chart as an indented list of its states and pseudostates, two spaces for each level, ` *` after what is
    /// active. A pseudostate is preceded by what it is, `«choice» paid`, and so are child machines, which come before
    /// what is inside their state: `«child» player: Player`. Unlike in pictures, what a leaf owns is below the leaf.
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
