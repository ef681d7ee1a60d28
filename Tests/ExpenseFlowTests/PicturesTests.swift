import DemoSupport
import Foundation
import Statecharts
import StatechartsDiagrams
import StatechartsTesting
import TestSupport
import Testing

@testable import ExpenseFlow

/// What can be seen of the whole application: drawings, recordings, messages one at a time.
@Suite struct PicturesTests {
    private static let scripts = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Demos/ExpenseFlow/Scripts")

    private func expected(_ name: String) throws -> String {
        try String(contentsOf: Self.scripts.appending(path: "\(name).expected"), encoding: .utf8)
    }

    @Test(.needsMethodTables)
    func `the drawings of the system and of its machines are those of the scripted runs`() async throws {
        let flow = ExpenseFlow(clock: ManualClock())
        try await flow.start()
        let drawing = flow.drawing
        try await flow.stop()
        let application = try #require(try await Tour.recording().machines.first { $0.name == "Application" })
        for format in DiagramFormat.allCases {
            if format != .scxml {
                #expect(try format.text(of: drawing) + "\n" == (try expected("diagram-\(format)")), "\(format)")
            }
            #expect(
                format.text(of: application.graph) + "\n" == (try expected("application-\(format)")), "\(format)")
        }
        #expect(throws: UsageError.self) { try DiagramFormat.scxml.text(of: drawing) }
    }

    @Test func `the tour enters every state and finds the same transitions each time`() async throws {
        let recording = try await Tour.recording()
        // Of machines that do something at the same time the order of entries is not.
        func ways(_ recording: Recording) -> [[String]] {
            recording.machines.map { $0.graph.transitions.map { "\($0.source) \($0.trigger) \($0.targets)" } }.sorted {
                $0.count < $1.count
            }
        }
        #expect(ways(try await Tour.recording()) == ways(recording))
        for (number, machine) in recording.machines.enumerated() {
            let entered = Set(recording.steps(of: number).flatMap(\.active))
            let missing = machine.graph.vertices.filter { $0.kind.isState && !entered.contains($0.id) }
            #expect(missing.map(\.path) == [], "\(machine.name)")
        }
    }

    @Test func `the tour's recording is replayed step by step by machines that stand alone`() async throws {
        let recording = try Recording(lines: try await Tour.recording().lines)
        // In the order in which the tour types them.
        let passwords = try Recording.Secrets(
            json: #"{"secret 1": "eng", "secret 2": "enginee", "secret 3": "engine", "secret 4": "enigma"}"#)
        for replay in try await Tour.replay(recording, secrets: passwords) {
            #expect(replay.difference == nil, "\(replay)")
        }
    }

    /// The files that the scripted runs `replay` and `replay-changed` read. `UPDATE=1 swift test --filter ExpenseFlowTests.PicturesTests` writes them
    /// anew, then `UPDATE=1 .ci/run scripts` what the runs print.
    @Test func `the recording of the happy path is that of this program, and the changed one differs in a line`()
        async throws
    {
        let script = try String(contentsOf: Self.scripts.appending(path: "happy-path.script"), encoding: .utf8)
        let lines = try await Tour.recording(of: script.split(separator: "\n").map(String.init)).lines
        var changed = lines.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let place = try #require(changed.firstIndex { $0.contains("{\\\"open\\\":{\\\"_0\\\":2}}") })
        changed[place].replace("{\\\"open\\\":{\\\"_0\\\":2}}", with: "{\\\"open\\\":{\\\"_0\\\":9}}")
        for (name, text) in [("happy-path", lines), ("happy-path-changed", changed.joined(separator: "\n"))] {
            let file = Self.scripts.appending(path: "\(name).jsonl")
            if ProcessInfo.processInfo.environment["UPDATE"] != nil {
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            let read = try Recording(lines: String(contentsOf: file, encoding: .utf8))
            #expect(steps(read) == steps(try Recording(lines: text)), "\(name)")
        }
    }

    private func steps(_ recording: Recording) -> [String: [String]] {
        var steps: [String: [String]] = [:]
        for (number, machine) in recording.machines.enumerated() {
            // When everything is stopped the services may end before the caretaker who watches them, or after.
            let taken = recording.steps(of: number).prefix { $0.text != "stop" && $0.text != "activity of Supervising" }
            steps[machine.name] = taken.map { "\($0.text) \($0.event ?? "") \($0.leaves)" }
        }
        return steps
    }

    @Test func `messages wait for a step, those of another port may overtake, and resume lets all through`()
        async throws
    {
        let desk = try await Desk()
        desk.flow.deliverInTurns()
        await desk.flow.setStepping(true)
        _ = await desk.flow.give(.email("ada@example.org"))
        #expect(await !desk.screen.lines.joined().contains("ada@"))
        #expect(desk.flow.waiting == ["#1 Phone.commands: email ada@example.org"])
        #expect(
            await desk.flow.step(nil) == "#1 Phone.commands → Application.commands: email ada@example.org")
        #expect(await desk.screen.lines.joined().contains("ada@example.org"))
        #expect(await desk.flow.step(nil) == nil)
        _ = await desk.flow.give(.password("engine"))
        _ = await desk.flow.give(.login)
        #expect(await desk.flow.step(3) == nil, "the first of its port goes first")
        _ = await desk.flow.step(nil)
        _ = await desk.flow.step(nil)
        let debts = try #require(desk.flow.waiting.first { $0.contains("debts") })
        let number = Int(debts.dropFirst().prefix { $0 != " " })
        #expect(await desk.flow.step(number)?.contains("fetch debts") == true)
        await desk.flow.setStepping(false)
        #expect(desk.flow.waiting == [])
        await desk.clock.advance(by: .seconds(3))
        try await desk.flow.stop()
    }
}
