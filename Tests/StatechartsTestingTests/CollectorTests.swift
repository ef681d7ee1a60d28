import Foundation
import Statecharts
import StatechartsTesting
import Testing

//   Valve: ●──▶ Shut ⇄ Open
private final class Valve: TopState<Valve.Event> {
    enum Event: Sendable, CaseIterable { case turn }
    let shut = Shut(), open = Open()
    override func configure() {
        requirement("R-0")
        substates(shut, open)
    }
    final class Shut: State<Valve, Valve> {
        override func configure() {
            requirement("R-1")
            requirement("R-2")
        }
        override func handle(_ event: Event) -> Reaction { .to(superior.open) }
    }
    final class Open: State<Valve, Valve> {
        override func configure() { requirement("R-3") }
        override func handle(_ event: Event) -> Reaction { .to(superior.shut) }
    }
}

//   Pipe: ●──▶ Flow, with a valve inside
private final class Pipe: TopState<Pipe.Event> {
    enum Event: Sendable, CaseIterable { case flow }
    let valve = Submachine<Pipe, Pipe, Valve>(Valve()) { _ in nil }
    override func configure() { substates(valve) }
}

@Suite struct CollectorTests {
    private func steps(turns: Int) throws -> [Macrostep<Valve.Event>] {
        let valve = Interpreter(Valve())
        var steps = [try valve.startStep()]
        for _ in 0..<turns { steps.append(try valve.step(.turn)) }
        return steps
    }

    private func file() -> String {
        FileManager.default.temporaryDirectory.appendingPathComponent("coverage-\(UUID().uuidString).json").path
    }

    private func remove(_ path: String) {
        for file in [path, path + ".lock"] { try? FileManager.default.removeItem(atPath: file) }
    }

    @Test func `requirements that states name are there to be covered, those of embedded charts too`() async throws {
        var coverage = try await Explorer { Valve() }.explore().emptyCoverage
        #expect(coverage.counts[.requirements] == ["R-0": 0, "R-1": 0, "R-2": 0, "R-3": 0])
        coverage.add(try steps(turns: 0))
        #expect(coverage.open(.requirements) == ["R-3"])
        coverage.add(try steps(turns: 1))
        #expect(coverage.counts[.requirements] == ["R-0": 3, "R-1": 2, "R-2": 2, "R-3": 1])
        let inside = try await Explorer { Pipe() }.explore().emptyCoverage
        #expect(inside.open(.requirements) == ["R-0", "R-1", "R-2", "R-3"])
    }

    @Test func `a machine takes no notice of requirements, and outside configure they are refused`() async throws {
        let machine = Machine(Valve())
        try await machine.start()
        #expect(try await machine.send(.turn) == .handled)
        let exit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Valve().requirement("R-9")
        }
        let text = String(decoding: exit?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains(
                "requirement(\"R-9\") was called outside configure(); override configure() and say it there"))
    }

    @Test func `a path without a state is told`() async throws {
        var coverage = try await Explorer { Valve() }.explore().emptyCoverage
        coverage.requirement("R-7", at: "Opne")
        coverage.requirement("R-8", at: "Open")
        #expect(
            coverage.open(.requirements).suffix(2) == ["R-7, said of Opne, which the chart does not have", "R-8"])
    }

    @Test func `tests at the same time add to one collector, and processes to one file`() async throws {
        let empty = try await Explorer { Valve() }.explore().emptyCoverage
        let path = file()
        defer { remove(path) }
        let collectors = (0..<4).map { _ in Coverage.Collector(empty) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for turn in 0..<200 {
                group.addTask {
                    collectors[turn % 4].add(try self.steps(turns: 2))
                    try collectors[turn % 4].save(to: path)
                }
            }
            try await group.waitForAll()
        }
        var expected = empty
        for _ in 0..<200 { expected.add(try steps(turns: 2)) }
        #expect(try JSONDecoder().decode(Coverage.self, from: Data(contentsOf: URL(fileURLWithPath: path))) == expected)
        #expect(try collectors[0].save(to: path) == expected)
        var all = empty
        for collector in collectors { try all.merge(collector.coverage) }
        #expect(all == expected)
    }

    @Test func `a file of another chart is refused, and nothing is lost`() async throws {
        let path = file()
        defer { remove(path) }
        try Coverage.Collector(Coverage(chart: "Other")).save(to: path)
        let collector = Coverage.Collector(Coverage(chart: "Valve"))
        collector.add(try steps(turns: 1))
        let error = #expect(throws: (any Error).self) { try collector.save(to: path) }
        #expect(error.map { "\($0)" } == "\(path) is of the chart Other, not of Valve")
        remove(path)
        #expect(try collector.save(to: path) == collector.coverage)
        #expect(collector.coverage.counts[.states] == ["Valve": 2, "Shut": 1, "Open": 1])
    }
}
