import Foundation
import Statecharts
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsDiagrams

/// Child machines in graphs, drawings, records and systems.
struct ChildMachineTests {
    typealias Child = ChartGraph.ChildMachine

    /// The vertices of a studio that has not been started by anybody else.
    private func vertices() async throws -> [StateID] {
        let machine = Machine(Studio(), clock: ManualClock())
        try await machine.start()
        let vertices = await machine.vertices
        try await machine.stop()
        return vertices
    }

    /// A studio that has played a tape and taken two takes, of which one has ended.
    private func recorder() async throws -> Recorder {
        let clock = ManualClock(), recorder = Recorder(clock: clock)
        let machine = Machine(Studio(), clock: clock)
        recorder.record(machine, named: "Studio")
        try await machine.start()
        await clock.settle()
        try await machine.send(.play)
        await clock.settle()
        await clock.advance(by: .seconds(3))
        await clock.settle()
        for event in [Studio.Event.open, .add("one"), .add("two")] {
            try await machine.send(event)
            await clock.settle()
        }
        try await machine.send(.end("one"))
        await clock.settle()
        try await machine.send(.close)
        await clock.settle()
        try await machine.stop()
        return recorder
    }

    @Test func `a graph has the child machines that states declare, and nothing is made to know them`() async throws {
        let graph = ChartGraph(try await vertices())
        let progress = Child.Port(name: "progress", type: "Double")
        #expect(
            graph.vertices.filter { !$0.childMachines.isEmpty }.map(\.path) == ["Studio", "Playing", "Takes"])
        #expect(
            graph.vertices.flatMap(\.childMachines) == [
                Child(name: "clock", chart: "Pulse", isDetached: true, restart: .permanent),
                Child(
                    name: "player", chart: "Tape", ports: [progress],
                    connections: [
                        .init(port: progress, isInput: false, other: "levels"),
                        .init(port: .init(name: "volume", type: "Double"), isInput: true, other: "volume"),
                        .init(port: .init(name: "pictures", type: "Int"), isInput: false, other: "screen.pictures"),
                    ], output: "Int"),
                Child(name: "screen", chart: "Screen", restart: .transient),
                Child(name: "rows", chart: "Take", keys: "String", ports: [.init(name: "saved", type: "String")]),
            ])
        let read = try JSONDecoder().decode(ChartGraph.self, from: JSONEncoder().encode(graph))
        #expect(read == graph)
    }

    @Test func `of two charts of a class each has the child machines that it declares`() async throws {
        for isDetached in [true, false, true] {
            let machine = Machine(Undecided(isDetached), clock: ManualClock())
            try await machine.start()
            let children = await machine.vertices.flatMap(\.childMachines)
            #expect(children == [Child(name: "child", chart: "Pulse", isDetached: isDetached)])
            try await machine.stop()
        }
    }

    private final class Undecided: TopState<Int> {
        let child: Statecharts.Child<Undecided, Pulse>
        init(_ isDetached: Bool) {
            child = Statecharts.Child(of: Undecided.self) { _ in Pulse() }
            if isDetached { _ = child.detached() }
        }
        override func configure() { children(child) }
    }

    @Test(.needsMethodTables) func `each format shows child machines`() async throws {
        let drawing = ChartDrawing(try await recorder().recording.machines[0].graph)
        try Golden.compare(drawing.svg(), "Studio.svg")
        try Golden.compare(drawing.mermaid, "Studio.mermaid")
        try Golden.compare(drawing.plantUML, "Studio.plantuml")
        try Golden.compare(drawing.dot, "Studio.dot")
        try Golden.compare(drawing.scxml, "Studio.scxml")
        try Golden.compare(EventTable(drawing.graph).markdown, "Studio.md")
        try Golden.compare(EventTable(drawing.graph).text, "Studio.txt")
        try Golden.compare(drawing.tree, "Studio.tree")
    }

    @Test func `a tree of text has a line for each child machine`() async throws {
        let tree = TextTree(try await vertices())
        #expect(
            tree.description == """
                Studio
                  «child» clock: Pulse
                  Idle
                  Playing
                    «child» player: Tape
                    «child» screen: Screen
                    Loud
                    Mute
                  Takes
                    «children» rows[]: Take
                """)
        #expect(tree.lines.filter { $0.child != nil }.map(\.vertex.path) == ["Studio", "Playing", "Playing", "Takes"])
    }

    @Test(.needsMethodTables) func `an exploration learns what children bring`() async throws {
        var explorer = Explorer(events: [.play]) { Studio() }
        explorer.outcomes(of: Int.self, returns: 3)
        let graph = try await explorer.explore().graph
        let playing = try #require(graph.vertex(at: "Playing"))
        #expect(graph.events(ofChild: "player", in: playing) == ["played"])
        #expect(graph.workTexts(of: playing) == [])
    }

    // MARK: Records

    /// A line for each step of a machine: what set it off, and the child that this came from.
    private func steps(_ recording: Recording, of name: String) -> [String] {
        guard let machine = recording.machines.firstIndex(where: { $0.name == name }) else { return ["no \(name)"] }
        return recording.steps(of: machine).map { step in
            step.text + (step.origin?.child.map { " ← \($0)" } ?? "")
        }
    }

    @Test func `children are recorded with their owner, and a step says which child it came from`() async throws {
        let recording = try await recorder().recording
        let owners = recording.machines.map {
            "\($0.name) of \($0.owner?.machine ?? "nobody") at \($0.owner?.place ?? "-")"
        }
        #expect(
            owners.sorted() == [
                "Studio of nobody at -", "Studio/Playing/player of Studio at Playing/player",
                "Studio/Playing/screen of Studio at Playing/screen",
                "Studio/Takes/rows[one] of Studio at Takes/rows", "Studio/Takes/rows[two] of Studio at Takes/rows",
                "Studio/clock of Studio at clock",
            ])
        #expect(
            steps(recording, of: "Studio").sorted()
                == [
                    "add(\"one\")", "add(\"two\")", "activity of Takes ← rows[one]", "close", "end(\"one\")",
                    "heard(0.5) ← player", "level(0.5)", "open", "play", "played(3) ← player",
                    "saved(\"one\") ← rows[one]",
                    "start", "stop",
                ].sorted())
        #expect(steps(recording, of: "Studio/Playing/player") == ["start", "stop"])
        #expect(steps(recording, of: "Studio/Playing/screen") == ["start", "1", "stop"])
        #expect(steps(recording, of: "Studio/Takes/rows[one]") == ["start", "end"])
        #expect(steps(recording, of: "Studio/Takes/rows[two]") == ["start", "stop"])
        #expect(steps(recording, of: "Studio/clock") == ["start", "stop"])
        #expect(try Recording(lines: recording.lines) == recording)
        let takes = try #require(recording.machines[0].graph.vertex(at: "Takes"))
        #expect(recording.machines[0].graph.events(ofChild: "rows", in: takes) == ["saved"])
    }

    @Test func `an owner is replayed without its children, by what they brought`() async throws {
        let replay = try await recorder().recording.replay("Studio") { Studio() }
        #expect("\(replay)" == "Studio: 13 steps, all the same")
    }

    // MARK: Systems

    @Test func `a child is drawn beside its owner, and what it sends upwards as a connection`() async throws {
        let clock = ManualClock(), system = System(clock: clock)
        let machine = Machine(Studio(), clock: clock)
        await system.add(machine)
        try await machine.start()
        try await machine.send(.play)
        await clock.settle()
        let drawing = SystemDrawing(system)
        #expect(
            drawing.tree == """
                Studio
                  ▶ levels: Double
                  ◀ volume: Double
                  Studio/clock: Pulse
                  Studio/Playing/player: Tape
                    ◀ progress: Double
                    ◀ pictures: Int
                    ▶ volume: Double
                  Studio/Playing/screen: Screen
                    ▶ pictures: Int

                """)
        try Golden.compare(drawing.svg(), "Studio-system.svg")
        try Golden.compare(drawing.mermaid, "Studio-system.mermaid")
        try Golden.compare(drawing.plantUML, "Studio-system.plantuml")
        try Golden.compare(drawing.dot, "Studio-system.dot")
        try Golden.compare(drawing.markdown, "Studio-system.md")
        let recorder = Recorder(clock: clock)
        recorder.record(system)
        try await machine.send(.stop)
        await clock.settle()
        #expect(system.members.map(\.name) == ["Studio", "Studio/clock"])
        // What has been there stays in a recording.
        #expect(recorder.recording.system?.components == drawing.components)
        try await machine.stop()
    }

    @Test func `all of a system are recorded with their children, each once`() async throws {
        let clock = ManualClock(), system = System(clock: clock), recorder = Recorder(clock: clock)
        let early = Machine(Studio(), named: "early", clock: clock)
        await system.add(early)
        try await early.start()
        await clock.settle()
        recorder.recordAll(of: system)
        try await early.send(.open)
        try await early.send(.add("one"))
        await clock.settle()
        try await early.stop()
        let recording = recorder.recording
        #expect(steps(recording, of: "early") == ["open", "add(\"one\")", "stop"])
        #expect(steps(recording, of: "early/Takes/rows[one]") == ["start", "stop"])
        #expect(steps(recording, of: "early/clock") == ["stop"])
        #expect(recording.machines.map(\.name).sorted() == ["early", "early/Takes/rows[one]", "early/clock"])
    }

    // MARK: The page

    @Test(.needs(.chromium)) func `children come and go beside their owner with the time line`() async throws {
        let recording = try await recorder().recording
        let script = """
            const answer = [];
            for (let place = 0; place < inspector.length; place++) {
              inspector.go(place);
              answer.push([inspector.present().sort(), inspector.children(0)]);
            }
            return answer;
            """
        let text = try Browser.answer(recording.html(title: "Studio"), script)
        let shown = try JSONDecoder().decode([[[String]]].self, from: Data(text.utf8))
        // Each lives once here: from its first step to its last.
        var expected: [[[String]]] = []
        for place in recording.entries.indices {
            var captions = ["Studio"], boxes: Set<String> = []
            for (number, machine) in recording.machines.enumerated() {
                guard let owner = machine.owner else { continue }
                let own = recording.entries.indices.filter {
                    if case .step(let step) = recording.entries[$0] { step.machine == number } else { false }
                }
                guard let first = own.first, let last = own.last, (first...last).contains(place) else { continue }
                captions.append("\(machine.name): \(machine.chart)")
                boxes.insert(owner.place)
            }
            expected.append([captions.sorted(), boxes.sorted()])
        }
        #expect(shown == expected)
        #expect(Set(expected.flatMap { $0[1] }) == ["clock", "Playing/player", "Playing/screen", "Takes/rows"])
    }
}
