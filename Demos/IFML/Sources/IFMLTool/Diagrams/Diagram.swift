public import IFMLGenerator
import Statecharts
import StatechartsDiagrams

/// Pictures and texts of a model and of its chart.
public enum Diagram {
    /// What `ifml diagram` can write.
    public enum Format: String, Sendable, CaseIterable {
        /// The chart, by the framework.
        case svg, mermaid, plantuml, dot, scxml, tree, table
        /// The model, in IFML's notation.
        case ifml

        /// How a file of it ends.
        public var ending: String {
            switch self {
            case .svg: "svg"
            case .mermaid: "mmd"
            case .plantuml: "puml"
            case .dot: "dot"
            case .scxml: "scxml"
            case .tree: "txt"
            case .table: "md"
            case .ifml: "ifml.svg"
            }
        }
    }

    /// A model in a format, the same bytes each time.
    /// - Parameter width: what pictures should not be wider than, in pixels; nil for the format's own.
    public static func text(_ model: Model, as format: Format, width: Int? = nil) -> String {
        if format == .ifml { return IFMLPicture.svg(model, width: width ?? 1200, style: SVGStyle.sheet) }
        let graph = ChartGraph(AppModel(model))
        let drawing = ChartDrawing(graph)
        return switch format {
        case .svg, .ifml: drawing.svg(width: Double(width ?? 800))
        case .mermaid: drawing.mermaid
        case .plantuml: drawing.plantUML
        case .dot: drawing.dot
        case .scxml: drawing.scxml
        case .tree: drawing.tree
        case .table: EventTable(graph).markdown
        }
    }
}
