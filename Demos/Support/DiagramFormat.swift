public import Statecharts
public import StatechartsDiagrams

/// What `--diagram` can draw.
public enum DiagramFormat: String, CaseIterable, Sendable {
    case svg, mermaid, plantuml, dot, scxml, tree, table

    /// `--diagram` for the parser of a demo.
    public static var option: OptionParser.Option {
        .value("diagram", "FORMAT", "draw it as \(names) and exit")
    }

    /// What the command line asks for; `nil` if for no drawing.
    /// - Throws: ``UsageError`` that names the formats.
    public init?(_ options: OptionParser.Options) throws(UsageError) {
        guard let name = options["diagram"] else { return nil }
        guard let format = Self(rawValue: name) else {
            throw UsageError("unknown format '\(name.printable)'; accepted are \(Self.names)")
        }
        self = format
    }

    private static var names: String { allCases.map(\.rawValue).formatted(last: "or") }

    /// A chart in this format, without the last line's end.
    public func text(of graph: ChartGraph) -> String {
        let drawing = ChartDrawing(graph)
        let text =
            switch self {
            case .svg: drawing.svg()
            case .mermaid: drawing.mermaid
            case .plantuml: drawing.plantUML
            case .dot: drawing.dot
            case .scxml: drawing.scxml
            case .tree: drawing.tree
            case .table: EventTable(graph).markdown
            }
        return text.withoutLastEnd
    }

    /// A system in this format, without the last line's end.
    /// - Throws: ``UsageError`` for SCXML, which has no systems.
    public func text(of system: SystemDrawing) throws(UsageError) -> String {
        let text =
            switch self {
            case .svg: system.svg()
            case .mermaid: system.mermaid
            case .plantuml: system.plantUML
            case .dot: system.dot
            case .scxml: throw UsageError("SCXML is for charts, and this is a system: name one with --chart")
            case .tree: system.tree
            case .table: system.markdown
            }
        return text.withoutLastEnd
    }
}

extension [String] {
    /// `a, b or c`
    func formatted(last word: String) -> String {
        count < 2 ? joined() : dropLast().joined(separator: ", ") + " \(word) " + self[count - 1]
    }
}

extension String {
    fileprivate var withoutLastEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
