import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import TestSupport
import Testing

/// How many files each part damages. `MUTATIONS=2500` damages 10,000 of each kind; in debug builds that takes minutes.
private let mutations = ProcessInfo.processInfo.environment["MUTATIONS"].flatMap(Int.init) ?? amount(40, long: 100)

/// Recordings and graphs that were damaged by their structure: numbers, references, nesting, what is missing or there twice, other types. Each
/// is refused with an error that says where and what to do, or can be used in every way.
@Suite struct MutatedRecordingTests {
    /// A machine with every kind of input, a system with a composite and a bridge, messages.
    private func recorded() async throws -> [String] {
        let clock = ManualClock()
        let recorder = Recorder(clock: clock)
        let machine = Machine(Kiosk(), clock: clock)
        recorder.record(machine, named: "Kiosk") { "paid \($0.paid)" }
        try await machine.start()
        try await machine.send(.coin(1))
        try await machine.send(.coin(2))
        await clock.settle()
        try await machine.send(.coin(5))
        await clock.advance(by: .seconds(1))
        try await machine.stop()
        let system = """
            {"system":{"_0":{"components":[{"composite":"Shop","name":"Kiosk","ports":[{"isInput":true,"name":"coins","type":"Int"}],\
            "type":"Kiosk"},{"name":"Shop","ports":[{"isInput":true,"name":"door","type":"Int"}],"type":""},{"name":"far","ports":[{"isInput":\
            false,"name":"money","type":"Int"}],"process":"far","type":""}],"connections":[{"from":{"component":"Shop","port":"door"},\
            "isMapped":true,"to":{"component":"Kiosk","port":"coins"},"type":"Int"},{"from":{"component":"far","port":"money"},"isMapped":\
            false,"process":"far","to":{"component":"Shop","port":"door"},"type":"Int"}]}}}
            """
        let message = """
            {"entry":{"_0":{"cause":1,"date":"","id":2,"isForeign":true,"kind":"message","proxies":["Shop.door"],"receivers":\
            ["Kiosk.coins"],"sender":"far.money","text":"5","time":0.5,"type":"Int"}}}
            """
        let lines = recorder.recording.lines.split(separator: "\n").map(String.init)
        return lines.prefix(2) + [system] + lines.dropFirst(2).prefix(3) + [message] + lines.dropFirst(5)
    }

    private func draw(_ graph: ChartGraph) throws {
        var drawing = ChartDrawing(graph)
        drawing.mark(active: graph.vertices.map(\.path))
        for text in [drawing.mermaid, drawing.plantUML, drawing.dot, drawing.scxml] {
            #expect(!text.isEmpty)
        }
        #expect(drawing.tree.split(separator: "\n", omittingEmptySubsequences: false).count > graph.vertices.count)
        let table = EventTable(graph)
        #expect(!table.markdown.isEmpty && !table.text.isEmpty)
        for vertex in graph.vertices { _ = graph.workTexts(of: vertex.id) }
        var learning = graph
        for transition in graph.transitions.prefix(3) { learning.learn(transition) }
        #expect(learning.transitions.map(\.source) == graph.transitions.map(\.source))
    }

    /// - Parameter drawn: what was drawn before is not drawn again.
    private func use(_ recording: Recording, drawn: inout Drawn, _ seed: Int) async throws {
        var isNew = seed % 20 == 0
        for machine in recording.machines {
            if drawn.graphs.insert(machine.graph).inserted {
                isNew = true
                try draw(machine.graph)
            }
            _ = try? await recording.replay(machine.name, patience: .milliseconds(500)) { Kiosk() }
        }
        if let system = recording.system, drawn.systems.insert(system).inserted {
            isNew = true
            _ = (system.mermaid, system.plantUML, system.dot, system.tree, system.markdown)
            #expect(system.merged(with: system) == system || !system.components.isEmpty)
        }
        guard isNew else { return }
        #expect(recording.html(title: "page").hasSuffix("</html>\n"))
        #expect(try Recording(lines: recording.lines) == recording && recording.warnings.count < 9)
    }

    private struct Drawn {
        var graphs: Set<ChartGraph> = []
        var systems: Set<SystemDrawing> = []
    }

    @Test(arguments: 0..<4)
    func `damaged recordings are refused by their line, or can be drawn, shown and replayed`(
        part: Int
    ) async throws {
        let lines = try await recorded()
        let trees = lines.map { JSONTree($0) }
        #expect(trees.map(\.text) == lines)
        let nodes = trees.map(\.nodes)
        var drawn = Drawn()
        var (refused, read) = (0, 0)
        for seed in 0..<mutations {
            var random = SplitMix(seed: UInt64(seed * 4 + part))
            var damaged = lines
            func damage(_ line: Int) {
                var tree = trees[line]
                for _ in 0...random.below(2) { tree.damage(nodes[line], &random) }
                damaged[line] = tree.text
            }
            let (a, b) = (random.below(trees.count), random.below(trees.count))
            switch random.below(12) {
            case 0: damaged.remove(at: a)
            case 1: damaged.insert(damaged[a], at: b)
            case 2: damaged.swapAt(a, b)
            // The lines that describe are looked at most often.
            case 3..<8: damage(random.below(3))
            default: for _ in 0...random.below(2) { damage(random.below(trees.count)) }
            }
            var text = damaged.joined(separator: "\n") + "\n"
            if random.chance(3) { text = String(text.dropLast(random.below(text.count))) }
            if random.chance(3) { text = text.replacing("\n", with: "\r\n") }
            do {
                let recording = try Recording(lines: text)
                read += 1
                try await use(recording, drawn: &drawn, seed)
            } catch let error as RecordingError {
                refused += 1
                #expect((0...damaged.count + 1).contains(error.line) && !error.message.isEmpty)
                #expect(error.description.count < 800 && !error.description.contains("\u{1b}"))
            }
        }
        #expect(refused > mutations / 5 && read > mutations / 10, "\(refused) refused, \(read) read")
    }

    @Test(arguments: 0..<4)
    func `damaged graphs are refused with a reason, or can be drawn in every format`(part: Int) throws {
        let (player, _, _) = try Player.drawing()
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let small = (1...40).map { RandomChartTests.random($0) }.filter { $0.vertices.count < 9 }
        let graphs = try ([player] + small).map { graph in
            JSONTree(String(decoding: try encoder.encode(graph), as: UTF8.self))
        }
        let nodes = graphs.map(\.nodes)
        var (refused, read) = (0, 0)
        for seed in 0..<mutations {
            var random = SplitMix(seed: UInt64(seed * 4 + part))
            let which = random.below(graphs.count)
            var damaged = graphs[which]
            for _ in 0...random.below(2) { damaged.damage(nodes[which], &random) }
            do {
                let graph = try JSONDecoder().decode(ChartGraph.self, from: Data(damaged.text.utf8))
                read += 1
                try draw(graph)
                #expect(ChartDrawing(graph).svg().hasSuffix("</svg>\n"))
                #expect(try JSONDecoder().decode(ChartGraph.self, from: JSONEncoder().encode(graph)) == graph)
            } catch is DecodingError {
                refused += 1
            }
        }
        #expect(refused > mutations / 5 && read > mutations / 10, "\(refused) refused, \(read) read")
    }
}
