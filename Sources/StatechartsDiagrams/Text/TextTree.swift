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
/// A star marks what is active. Pseudostates are never active: what they are stands in front of their names,
/// `«choice»`. A value: it shows the moment in which it was made.
public struct TextTree: Sendable, Hashable, CustomStringConvertible {
    /// One state or pseudostate, with how deep it lies.
    public struct Line: Sendable, Hashable {
        /// The state or pseudostate.
        public let vertex: StateID
        /// How many states it is inside of; 0 for the top.
        public let depth: Int
        /// True for the states of the configuration.
        public let isActive: Bool

        /// The name of a state; of what is none, such as a choice, with what it is in front: `«choice» paid`.
        public var text: String { vertex.kind.title(vertex.name) }
    }

    /// The lines, in document order.
    public let lines: [Line]

    /// Makes the tree of a chart.
    /// - Parameters:
    ///   - vertices: all of the chart's, as ``Statecharts/Interpreter/vertices`` has them; empty before the start, and
    ///     so is the tree then.
    ///   - configuration: what is to be marked as active.
    public init(_ vertices: [StateID], active configuration: Configuration = .empty) {
        let active = Set(configuration.states)
        lines = vertices.map { vertex in
            var depth = 0
            var superior = vertex.superior
            while let outer = superior {
                depth += 1
                superior = outer.superior
            }
            return Line(vertex: vertex, depth: depth, isActive: active.contains(vertex))
        }
    }

    /// The lines as text, two blanks for each level, ` *` behind what is active.
    public var description: String {
        lines.map { String(repeating: "  ", count: $0.depth) + $0.text + ($0.isActive ? " *" : "") }
            .joined(separator: "\n")
    }
}
