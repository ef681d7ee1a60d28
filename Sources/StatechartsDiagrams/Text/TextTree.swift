public import Statecharts

/// A chart as an indented list of its states and pseudostates, made from the chart that runs, so that it cannot drift
/// from it.
///
///     print(TextTree(interpreter.vertices, active: interpreter.configuration))
///
/// ```text
/// RunningLights *
///   Lights *
///     Red
///     Green *
///     Blue
///   Paused
/// ```
///
/// A star marks what is active. Pseudostates are never active; they are preceded by what they are, `«choice»`. So are
/// the child machines of a state, which come before what is inside it: `«child» player: Player`. A value: it shows the
/// moment in which it was made.
public struct TextTree: Sendable, Hashable, CustomStringConvertible {
    /// One state, pseudostate or child machine, with its depth.
    public struct Line: Sendable, Hashable {
        /// The state or pseudostate; for a child machine the state that owns it.
        public let vertex: StateID
        /// The child machine that the line is for; `nil` for a state or pseudostate.
        public let child: ChartGraph.ChildMachine?
        /// How many states contain it; 0 for the top.
        public let depth: Int
        /// Whether it is a state of the configuration; a chart does not tell whether a child machine lives.
        public let isActive: Bool

        /// The name of a state; other vertices, such as a choice, are preceded by what they are: `«choice» paid`.
        public var text: String { child?.treeText ?? vertex.kind.title(vertex.name) }
    }

    /// The lines, in document order.
    public let lines: [Line]

    /// Makes the tree of a chart.
    /// - Parameters:
    ///   - vertices: all vertices of the chart, as ``Statecharts/Interpreter/vertices`` has them; empty before the
    ///     start, and so is the tree then.
    ///   - configuration: what is to be marked as active.
    public init(_ vertices: [StateID], active configuration: Configuration = .empty) {
        let active = Set(configuration.states)
        lines = vertices.flatMap { vertex in
            var depth = 0
            var superior = vertex.superior
            while let outer = superior {
                depth += 1
                superior = outer.superior
            }
            return [Line(vertex: vertex, child: nil, depth: depth, isActive: active.contains(vertex))]
                + vertex.childMachines.map { Line(vertex: vertex, child: $0, depth: depth + 1, isActive: false) }
        }
    }

    /// The lines as text, two spaces for each level, ` *` after what is active.
    public var description: String {
        lines.map { String(repeating: "  ", count: $0.depth) + $0.text + ($0.isActive ? " *" : "") }
            .joined(separator: "\n")
    }
}
