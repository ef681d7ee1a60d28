import Foundation
import Statecharts
import StatechartsTesting
import Synchronization
import TestSupport
import Testing

@testable import StatechartsDiagrams

/// When a recorder draws its system, and how often: never where a message is sent, and once for much that has come.
@Suite struct RecorderDrawingTests {
    private enum Sending {
        @TaskLocal static var isOn = false
    }

    private final class Counter: Sendable {
        private let value = Atomic(0)
        var count: Int { value.load(ordering: .acquiring) }
        func add() { value.add(1, ordering: .acquiringAndReleasing) }
    }

    /// Passes on what it gets.
    private final class Link: TopState<Int> {
        let input = InputPort<Int>("in")
        let output = OutputPort<Int>("out")
        override func configure() { receive(input) { $0 } }
        override func handle(_ event: Int) -> Reaction { .handled { self.output.send(event) } }
    }

    /// Counts how often a recorder draws where something is sent.
    private func drawingsWhileSending(_ recorder: Recorder) -> Counter {
        let counter = Counter()
        recorder.contents.withLock { contents in
            let draw = contents.draw
            contents.draw = {
                if Sending.isOn { counter.add() }
                return draw?()
            }
        }
        return counter
    }

    private func ways(_ drawing: SystemDrawing) -> [String] {
        drawing.connections.map { "\($0.from) → \($0.to)" }
    }

    private func withFile<Result>(_ body: (URL) throws -> Result) rethrows -> Result {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        return try body(file)
    }

    @Test func `the first message of a connection draws nothing, and the connection is drawn though it has gone`()
        throws
    {
        let system = System(clock: ManualClock()), recorder = Recorder(clock: ManualClock())
        recorder.record(system)
        let drawings = drawingsWhileSending(recorder)
        for number in 1...200 {
            let out = OutputPort<Int>("out"), sink = InputPort<Int>("in")
            let source = system.add("Source \(number)", ports: out)
            let target = system.add("Target \(number)", ports: sink)
            let connection = connect(out, to: sink)
            Sending.$isOn.withValue(true) { out.send(number) }
            // Whether the connection goes before its ends, behind one of them, or never.
            if number % 3 == 0 { connection.disconnect() }
            system.remove(target)
            if number % 2 == 0 { system.remove(source) }
        }
        #expect(drawings.count == 0)
        let drawing = try #require(recorder.recording.system)
        #expect(drawing.components.count == 400)
        #expect(ways(drawing).sorted() == (1...200).map { "Source \($0).out → Target \($0).in" }.sorted())
    }

    @Test(.timeLimit(.minutes(30))) func `a message down a chain of machines draws in none of them`() async throws {
        let system = System(clock: ManualClock()), recorder = Recorder(clock: ManualClock())
        var last: OutputPort<Int>?
        var machines: [Machine<Link>] = []
        for number in 1...100 {
            let machine = Machine(Link())
            await system.add(machine, named: "Link \(number)")
            try await machine.start()
            let ports = try await machine.withTop { ($0.input, $0.output) }
            if let last { connect(last, to: ports.0) }
            last = ports.1
            machines.append(machine)
        }
        recorder.recordAll(of: system)
        let drawings = drawingsWhileSending(recorder)
        let first = try #require(machines.first)
        try await Sending.$isOn.withValue(true) { try await first.send(1) }
        // A message for each machine, the last one for nobody, and their steps.
        try await eventually { recorder.recording.entries.count >= 200 }
        #expect(drawings.count == 0)
        #expect(recorder.recording.system?.connections.count == 99)
        recorder.stop()
    }

    @Test func `a file has few drawings of a system that many join, and the newest one when it is asked for`() throws {
        try withFile { file in
            let system = System(clock: ManualClock()), recorder = Recorder(clock: ManualClock())
            recorder.record(system)
            try recorder.write(to: file)
            for number in 1...200 {
                system.add("Member \(number)", ports: OutputPort<Int>("out"))
                #expect(recorder.recording.system?.components.count == number)
                if number == 100 {
                    try recorder.flush()
                    #expect(try Recording(contentsOf: file) == recorder.recording)
                }
            }
            recorder.stop()
            #expect(try Recording(contentsOf: file) == recorder.recording)
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            #expect(lines.filter { $0.hasPrefix("{\"system\"") }.count == 3)
        }
    }

    @Test func `the drawings in a file are not much larger than the rest`() throws {
        try withFile { file in
            let system = System(clock: ManualClock()), recorder = Recorder(clock: ManualClock())
            recorder.record(system)
            try recorder.write(to: file)
            let out = OutputPort<Int>("out")
            system.add("Source", ports: out)
            for number in 1...200 {
                system.add("Member \(number)", ports: OutputPort<Int>("out"))
                out.send(number)
                _ = recorder.recording
            }
            recorder.stop()
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let drawings = lines.filter { $0.hasPrefix("{\"system\"") }.map(\.utf8.count)
            let rest = lines.map(\.utf8.count).reduce(0, +) - drawings.reduce(0, +)
            let largest = drawings.max() ?? 0
            #expect(drawings.count > 3 && drawings.reduce(0, +) <= rest + 2 * largest)
            #expect(try Recording(contentsOf: file) == recorder.recording)
        }
    }

    @Test func `a slow reader of lines gets the newest drawing only`() {
        let lines = UntoldLines([.header(version: 2, dropped: 0, learns: true)])
        for number in 1...200 { lines.append(.system(drawing(["Member \(number)"], []))) }
        #expect(lines.take().map(\.text).last?.contains("Member 200") == true)
        lines.append(.system(drawing(["Late"], [])))
        #expect(lines.take().count == 1)
    }

    // MARK: Connections that went before they were drawn

    private func drawing(_ names: [String], _ connections: [String], type: String = "Int") -> SystemDrawing {
        SystemDrawing(
            components: names.map {
                .init(name: $0, type: "", composite: nil, ports: [], process: nil, owner: nil)
            },
            connections: connections.map { text in
                let ends = text.split(separator: " → ").map { end(String($0)) }
                return .init(from: ends[0], to: ends[1], type: type, isMapped: false, process: nil)
            })
    }

    private func end(_ text: String) -> SystemDrawing.End {
        let parts = text.split(separator: ".").map(String.init)
        return .init(component: parts.count > 1 ? parts[0] : "", port: parts[parts.count - 1])
    }

    /// What is drawn of a message by its ports, as far as its connections are not known.
    private func drawn(
        _ sender: String, _ proxies: [String], _ receivers: [String], isForeign: Bool = false, known: [String] = []
    ) -> [String] {
        let way = MessageWay(
            sender: end(sender), proxies: proxies.map(end), receivers: receivers.map(end), type: "Int",
            isForeign: isForeign)
        let names = ["A", "B", "C", "D"]
        return ways(
            drawing(names, []).merged(with: drawing(names, known), [.message(way), .message(way)], composites: [:]))
    }

    @Test func `connections that have gone are those between the ports that a message passed, in their order`() {
        #expect(drawn("A.x", [], ["B.x", "C.x"]) == ["A.x → B.x", "A.x → C.x"])
        #expect(drawn("A.x", ["B.x", "C.x"], ["D.x"]) == ["A.x → B.x", "B.x → C.x", "C.x → D.x"])
        // What is known is not guessed.
        #expect(drawn("A.x", ["B.x"], ["C.x"], known: ["A.x → B.x", "A.x → C.x"]) == ["A.x → B.x", "A.x → C.x"])
        // The owner of C's port has left, and the port is connected still.
        #expect(drawn("A.x", ["B.x"], ["C.y"], known: ["A.x → B.x", "A.x → y"]) == ["A.x → C.y", "A.x → B.x"])
        // Whoever is elsewhere, or nobody, has no connection here.
        #expect(drawn("A.x", [], ["y", "bridge.x"]) == [])
        #expect(drawn("A.x", ["B.x"], ["C.x"], isForeign: true) == [])
    }

    // MARK: Merging

    /// The same with each connection compared to each: what merging has to come to.
    private func slowlyMerged(_ old: SystemDrawing, _ new: SystemDrawing) -> [SystemDrawing.Connection] {
        let names = Set((old.components + new.components).map(\.name))
        var connections = old.connections.filter {
            new.connections.contains($0) || (names.contains($0.from.component) && names.contains($0.to.component))
        }
        func isSame(_ known: SystemDrawing.End, _ end: SystemDrawing.End) -> Bool {
            known == end || (!names.contains(end.component) && known.port == end.port)
        }
        for newer in new.connections {
            let isKnown = connections.contains {
                isSame($0.from, newer.from) && isSame($0.to, newer.to) && $0.type == newer.type
            }
            if !isKnown { connections.append(newer) }
        }
        return connections
    }

    @Test func `merging looks connections up as comparing all of them would`() {
        var random = SplitMix(seed: 1)
        let names = ["A", "B", "C", "D"]
        func any() -> SystemDrawing {
            let connections = (0..<random.below(9)).map { _ in
                let ends = (0..<2).map { _ in
                    (random.pick(["", "A.", "B.", "C.", "D."]) ?? "") + (random.pick(["x", "y"]) ?? "")
                }
                return ends.joined(separator: " → ")
            }
            return drawing(names.filter { _ in random.chance(70) }, connections)
        }
        for _ in 0..<2_000 {
            let (old, new) = (any(), any())
            if old.components.isEmpty && old.connections.isEmpty { continue }
            let merged = old.merged(with: new).connections
            let expected = slowlyMerged(old, new)
            #expect(merged == expected || (merged == new.connections && Set(expected) == Set(merged)))
        }
    }
}
