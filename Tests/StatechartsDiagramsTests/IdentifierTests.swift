import Foundation
import Statecharts
import Testing

@testable import StatechartsDiagrams

/// What states and components are called in formats that have words of their own.
@Suite struct IdentifierTests {
    /// The keywords of DOT, which it reads in any case.
    private static let keywords = ["Node", "edge", "Graph", "DIGRAPH", "Subgraph", "Strict"]

    private func chart(_ names: [String]) -> ChartGraph {
        let top = ChartGraph.Vertex(id: 0, kind: .top, name: "Top", path: "Top")
        return ChartGraph(
            vertices: [top]
                + names.enumerated().map { .init(id: $0 + 1, kind: .state, name: $1, path: $1, superior: 0) })
    }

    private func drawing(_ names: [String]) -> SystemDrawing {
        SystemDrawing(
            components: names.map {
                .init(name: $0, type: "", composite: nil, ports: [], process: nil, owner: nil)
            },
            connections: zip(names, names.dropFirst()).map {
                .init(
                    from: .init(component: $0, port: "out"), to: .init(component: $1, port: "in"), type: "Int",
                    isMapped: false, process: nil)
            })
    }

    /// The first words of the lines inside of all braces; those of defaults are not among them.
    private func firstWords(_ dot: String) -> [String] {
        dot.split(separator: "\n").dropFirst().map { String($0.drop { $0 == " " }.prefix { $0 != " " && $0 != "=" }) }
            .filter { !["compound", "newrank", "rankdir", "label", "}"].contains($0) }
    }

    @Test func `no state and no component has a keyword of DOT as its identifier`() {
        let names = Identifiers(chart(Self.keywords), separator: "_")
        #expect(
            Self.keywords.indices.map { names[$0 + 1] } == [
                "Node_", "edge_", "Graph_", "DIGRAPH_", "Subgraph_", "Strict_",
            ])
        let lines = firstWords(drawing(Self.keywords).dot)
        // The two lines are the defaults of all nodes and edges.
        #expect(lines.filter { $0 == "node" || $0 == "edge" } == ["node", "edge"])
        #expect(lines.contains("Node_") && lines.contains("edge_") && lines.contains("Strict_"))
        #expect(!lines.contains { ["graph", "digraph", "subgraph", "strict"].contains($0.lowercased()) })
    }

    @Test(.needs(.dot)) func `Graphviz draws states and components that are called like its keywords`() throws {
        for text in [ChartDrawing(chart(Self.keywords)).dot, drawing(Self.keywords).dot] {
            let result = try Tool.dot.run(["-Tsvg"], input: text)
            #expect(result.status == 0 && !result.output.contains("rror:"), "\(result.output.prefix(300))")
            #expect(result.output.contains(">Strict</text>"))
        }
    }

    @Test func `each of several vertices of one path has an identifier that begins with a letter`() {
        let names = Identifiers(chart(["1_", "1_", "End", "End"]), separator: "_")
        #expect((1...4).map { names[$0] } == ["s_1_", "s_1__2", "End_", "End__2"])
    }

    @Test func `a port of a composite is no component that is called like both`() {
        let inner = SystemDrawing.Component(
            name: "Till", type: "", composite: "Shop", ports: [], process: nil, owner: nil)
        let shop = SystemDrawing.Component(
            name: "Shop", type: "", composite: nil, ports: [.init(name: "orders", isInput: true, type: "Int")],
            process: nil, owner: nil)
        let other = SystemDrawing.Component(
            name: "Shop_orders", type: "", composite: nil, ports: [], process: nil, owner: nil)
        let text = SystemDrawing(
            components: [shop, inner, other],
            connections: [
                .init(
                    from: .init(component: "Shop_orders", port: "out"), to: .init(component: "Shop", port: "orders"),
                    type: "Int", isMapped: false, process: nil)
            ]
        ).dot
        #expect(text.contains("Shop_orders_2 -> Shop_orders ["))
        #expect(text.contains("Shop_orders_2 [label=\"Shop_orders\"];"))
    }

    @Test func `of several components of one name each is drawn, and the first one has the connections`() {
        let drawing = drawing(["Kettle", "Cup"])
        let twice = SystemDrawing(
            components: drawing.components + [drawing.components[0]], connections: drawing.connections)
        #expect(firstWords(twice.dot).suffix(4) == ["Kettle", "Cup", "Kettle_2", "Kettle"])
        #expect(twice.svg().components(separatedBy: "data-component=\"Kettle\"").count == 3)
    }

    @Test func `components with one number are drawn`() {
        let member = System().add("Kettle")
        let drawing = SystemDrawing(members: [member, member], connections: [])
        #expect(drawing.components.map(\.name) == ["Kettle", "Kettle"])
    }
}
