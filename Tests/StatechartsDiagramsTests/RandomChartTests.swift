import Foundation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore
@testable import StatechartsDiagrams

/// Random charts with everything that a chart can have, and the rules that every picture keeps.
struct RandomChartTests {
    private typealias Kind = StateID.Kind
    private static let names = [
        "A", "Idle", "waiting for <it> & \"more\"", "Übergang", "長い名前", "x\ny", "Processing order", "",
    ]

    static func random(_ seed: UInt64) -> ChartGraph {
        var random = SplitMix(seed: seed)
        func pick<Element>(_ all: [Element]) -> Element { all[Int.random(in: all.indices, using: &random)] }
        func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }
        let count = Int.random(in: 1...18, using: &random)
        var kinds: [Kind] = [.top], superiors: [Int?] = [nil]
        for _ in 1..<max(2, count) where count > 1 {
            let outer = pick(kinds.indices.filter { kinds[$0] != .final && kinds[$0].isState })
            superiors.append(outer)
            kinds.append(
                pick(
                    [.state, .state, .state, .state, .orthogonal, .submachine]
                        + (chance(0.4) ? Kind.allCases.filter { $0 != .top } : [])))
        }
        func isRegions(_ vertex: Int) -> Bool { kinds[vertex] == .orthogonal }
        let vertices = kinds.indices.map { number -> ChartGraph.Vertex in
            let inside = kinds.indices.filter { superiors[$0] == number && kinds[$0] != .final }
            let outer = superiors[number]
            return ChartGraph.Vertex(
                id: number, kind: kinds[number], name: pick(names) + "\(number)", path: "path.\(number)",
                superior: outer,
                isRegion: outer.map(isRegions) == true && kinds[number].isState, hasRegions: isRegions(number),
                initial: isRegions(number) || inside.isEmpty || chance(0.2) ? nil : pick(inside),
                history: chance(0.8) ? .none : chance(0.5) ? .shallow : .deep,
                methods: .init(rawValue: UInt8.random(in: 0...3, using: &random)), fixed: [])
        }
        var graph = ChartGraph(vertices: vertices)
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let source = pick(Array(kinds.indices))
            let targets = (0..<pick([0, 1, 1, 1, 1, 2, 3])).map { _ in pick(Array(kinds.indices)) }
            let triggers: [ChartGraph.Trigger] = [
                .event(pick(names)), .event("go"), .eventless, .completion, .branch, .failure,
            ]
            graph.learn(
                ChartGraph.Transition(
                    source: source, targets: targets,
                    kind: targets.isEmpty ? .internal : chance(0.8) ? .external : .local, trigger: pick(triggers),
                    guardText: chance(0.3) ? "a guard with rather many words in it" : nil, origins: [.explored]))
        }
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            graph.learn(
                ChartGraph.Work(
                    state: pick(Array(kinds.indices)), kind: chance(0.5) ? .timer : .activity, event: pick(names),
                    interval: chance(0.5) ? .milliseconds(1_500) : nil, repeats: chance(0.5)))
        }
        return graph
    }

    @Test
    func `no box, label or arrow is where it must not be, in random charts, and all are drawn the same again`()
        throws
    {
        for seed in 1...UInt64(amount(20, long: 300)) {
            let drawing = ChartDrawing(Self.random(seed))
            let width = [300.0, 600, 900][Int(seed % 3)]
            let boxes = ChartBoxes(drawing, width: width)
            let faults = LayoutTests.faults(boxes.graph, boxes.graph.layout())
            #expect(faults.isEmpty, "seed \(seed): \(faults.prefix(4))")
            if !faults.isEmpty { break }
            guard seed % 10 == 0 else { continue }
            let read = try JSONDecoder().decode(ChartDrawing.self, from: try JSONEncoder().encode(drawing))
            #expect(read == drawing && read.svg(width: width) == drawing.svg(width: width), "seed \(seed)")
            for text in [drawing.mermaid, drawing.plantUML, drawing.dot, drawing.tree, drawing.scxml] {
                #expect(!text.isEmpty)
            }
        }
    }

    @Test func `the charts of the fixtures and demos keep the rules too, and as far as they can to the width`() throws {
        // At 400 pixels long names and arrows side by side make some of them wider: so wide and no wider. At 800 one
        // may become an eighth wider if that makes it a quarter lower.
        for (width, limit) in [(400.0, 640.0), (800, 900)] {
            for (name, graph) in try ChartGraph.drawn() {
                let boxes = ChartBoxes(ChartDrawing(graph), width: width)
                let layout = boxes.graph.layout()
                let faults = LayoutTests.faults(boxes.graph, layout)
                #expect(faults.isEmpty, "\(name) at \(width): \(faults)")
                #expect(layout.size.width <= limit, "\(name) at \(width): \(layout.size.width)")
            }
        }
    }
}
