import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import Testing

/// Examples of the reference: each is run.
@Suite struct TypesOfPicturesTests {
    @Test func `rows of tables`() async throws {
        let explored = try await Explorer { Valve() }.explore()
        let valve = Interpreter(Valve())
        try valve.start()
        // snippet: rows of tables
        let table = EventTable(explored.graph)
        for row in table.rows where row.kind == .state { print(row.path, row.cells) }
        let tree = TextTree(valve.vertices, active: valve.configuration)
        for line in tree.lines where line.isActive { print(line.depth, line.vertex.name) }
        // end snippet
    }

    @Test func `dates of recorders`() async throws {
        // snippet: dates of recorders
        // The same text each time; with .wall each step has its date.
        let recorder = Recorder(clock: ManualClock(), dates: .none)
        // end snippet
        recorder.stop()
    }

    @Test func `what a recording holds`() async throws {
        let clock = ManualClock(), recorder = Recorder(clock: clock), machine = Machine(Heater(), clock: clock)
        recorder.record(machine, named: "Heater")
        try await machine.start()
        try await machine.send(.on)
        await clock.advance(by: .seconds(5))
        // snippet: what a recording holds
        let recording = recorder.recording
        for case .step(let step) in recording.entries where step.input == .event {
            let vertices = recording.machines[step.machine].graph.vertices
            let isTimer = step.origin?.kind == .timer
            for transition in step.microsteps.flatMap(\.transitions) {
                print(step.time, vertices[transition.source].path, step.text, isTimer)
            }
            for answer in step.answers ?? [] { print(answer.value ?? answer.error ?? "not Codable") }  // of children
        }
        for case .message(let message) in recording.entries { print(message.sender, message.text, message.receivers) }
        // end snippet
    }

    @Test func `replays`() async throws {
        let recorder = Recorder(clock: ManualClock()), machine = Machine(Heater(), clock: ManualClock())
        recorder.record(machine, named: "Heater")
        try await machine.start()
        try await machine.send(.on)
        let recording = recorder.recording
        // snippet: replays
        do {
            let replay = try await recording.replay("Heater") { Heater() }
            if let difference = replay.difference { print(difference.line ?? 0, difference.reasons) }
            print(replay.stepCount)
        } catch let error as RecordingError where error.code == .noSuchMachine {
            print(error.message)
        }
        // end snippet
    }

    @Test func `drawings of systems`() async throws {
        let system = System(), wishes = OutputPort<Int>("wishes"), kitchen = InputPort<Int>("wishes")
        system.add("Guests", ports: wishes)
        system.add("Kitchen", ports: kitchen)
        connect(wishes, to: kitchen)
        // snippet: drawings of systems
        let drawing = SystemDrawing(system)
        for component in drawing.components { print(component.name, component.ports.filter(\.isInput).map(\.name)) }
        for connection in drawing.connections { print(connection.from, connection.to.component, connection.type) }
        // end snippet
    }

    @Test func `a picture of one's own`() async throws {
        // snippet: a picture of one's own
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg" class="sc" viewBox="0 0 80 30">
            <style>\(SVGStyle.sheet)</style>
            <rect class="box" x="4" y="4" width="72" height="22" rx="6"/><text x="20" y="20">Till</text>
            </svg>
            """
        // end snippet
        #expect(picture.contains("<style>"))
    }
}
