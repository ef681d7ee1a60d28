import Statecharts

/// Makes identifiers of texts that have letters, digits, underscores and separators only: they begin with a letter, are
/// no words of DOT, Mermaid or PlantUML, and no two are the same.
struct IdentifierMaker {
    private let prefix: String
    private let separator: String
    private var used: Set<String> = []
    /// The number that was tried last for an identifier: many may want the same one.
    private var numbers: [String: Int] = [:]

    /// DOT reads its keywords in any case, and so does Mermaid in state diagrams.
    private static let reserved: Set = [
        "call", "class", "classdef", "click", "default", "digraph", "direction", "edge", "end", "flowchart", "graph",
        "href", "interpolate", "linkstyle", "node", "note", "state", "strict", "style", "subgraph",
    ]

    /// - Parameters:
    ///   - prefix: what stands before a text that does not begin with a letter; it does.
    ///   - separator: what stands before the number of one that is wanted again.
    init(prefix: String, separator: String) {
        self.prefix = prefix
        self.separator = separator
    }

    /// The text itself, if it can be.
    mutating func make(_ text: String) -> String {
        var base = text.first.map { $0.isLetter && $0.isASCII } == true ? text : prefix + text
        if Self.reserved.contains(base.lowercased()) { base += "_" }
        var name = base
        while !used.insert(name).inserted {
            let number = numbers[base, default: 1] + 1
            numbers[base] = number
            name = base + separator + "\(number)"
        }
        return name
    }
}

/// Identifiers of vertices: their paths, as far as possible.
struct Identifiers {
    private let names: [String]

    /// - Parameter separator: what stands between the components of a path.
    init(_ graph: ChartGraph, separator: String) {
        var maker = IdentifierMaker(prefix: "s_", separator: separator)
        names = graph.vertices.map { vertex in
            maker.make(vertex.path.split(separator: ".").map(Self.plain).joined(separator: separator))
        }
    }

    subscript(_ vertex: Int) -> String { names[vertex] }

    private static func plain(_ text: some StringProtocol) -> String {
        var plain = ""
        for scalar in text.unicodeScalars {
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            plain += isPlain || scalar == "_" ? String(scalar) : "_"
        }
        return plain
    }
}

/// Lines with an indentation.
struct TextWriter {
    private(set) var lines: [String] = []
    private var depth = 0
    private let indent: String

    init(indent: String = "  ") { self.indent = indent }

    mutating func line(_ text: String) {
        lines.append(text.isEmpty ? "" : String(repeating: indent, count: depth) + text)
    }

    mutating func nested(_ first: String, _ last: String, _ body: (inout TextWriter) -> Void) {
        line(first)
        depth += 1
        body(&self)
        depth -= 1
        line(last)
    }

    var text: String { lines.joined(separator: "\n") + "\n" }

    /// A quoted string as DOT writes it, with line breaks.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f: quoted += " "
            case _: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension ChartDrawing {
    /// For each vertex what is drawn directly inside it; the key -1 has the top.
    var shownChildren: [Int: [Int]] {
        let shown = shownVertices
        return Dictionary(grouping: graph.vertices.map(\.id).filter(shown.contains)) { box(around: $0) ?? -1 }
    }

    /// The vertex in which one is drawn: its superior. What a leaf owns, a fork or a join, is drawn beside the leaf, as
    /// a state with something inside is a composite in every format.
    func box(around vertex: Int) -> Int? {
        guard let superior = graph.vertices[vertex].superior else { return nil }
        guard !graph.vertices[vertex].kind.isState, isLeaf(superior) else { return superior }
        return graph.vertices[superior].superior ?? superior
    }

    /// True if no states are inside.
    private func isLeaf(_ vertex: Int) -> Bool {
        !graph.vertices[(vertex + 1)...].contains { $0.superior == vertex && $0.kind.isState }
    }

    /// The vertices in which one is drawn, the innermost first.
    func around(_ vertex: Int) -> [Int] {
        var all: [Int] = []
        var next = box(around: vertex)
        while let outer = next {
            all.append(outer)
            next = box(around: outer)
        }
        return all
    }

    /// The innermost vertex that strictly contains all of these; -1 if only the whole drawing does.
    func container(of vertices: [Int]) -> Int {
        let lists = vertices.map(around)
        return lists.first?.first { outer in lists.allSatisfy { $0.contains(outer) } } ?? -1
    }

    /// Arrows between vertices that are shown.
    var shownArrows: [Arrow] {
        let shown = shownVertices
        return arrows.filter { ([$0.source] + $0.targets).allSatisfy(shown.contains) }
    }

    /// Arrows by the box in which they are written. What leads from region to region is written outside of both: the
    /// formats do not know the states of one region in another.
    var arrowsByContainer: [Int: [Arrow]] {
        Dictionary(grouping: shownArrows) { arrow in
            var outer = container(of: [arrow.source] + arrow.targets)
            while outer >= 0, graph.vertices[outer].hasRegions { outer = graph.vertices[outer].superior ?? -1 }
            return outer
        }
    }
}
