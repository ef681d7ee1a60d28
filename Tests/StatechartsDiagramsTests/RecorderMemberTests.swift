import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsDiagrams

/// Members of a system that come and go faster than a recorder is told.
@Suite struct RecorderMemberTests {
    @Test func `a machine behind a member is recorded once, however fast one follows the other`() async throws {
        let system = System(clock: ManualClock()), recorder = Recorder(clock: ManualClock())
        let lives = (1...3).map { _ in Machine(Player()) }
        recorder.recordAll(of: system)
        let member = system.enter("Radio", type: "Player", machine: nil, [], inside: nil).0
        for life in lives { _ = system.renew(member, life, []) }
        // Changes are told in order: this one after those.
        let last = Machine(Player())
        await system.add(last, named: "Last")
        try await last.start()
        try await eventually {
            try await last.send(.note)
            return recorder.recording.machines.contains { $0.name == "Last" }
        }
        try await lives[2].start()
        try await lives[2].send(.power)
        let recording = recorder.recording
        #expect(recording.machines.map(\.name) == ["Last", "Radio"])
        #expect(recording.steps(of: 1).map(\.text) == ["start", "power"])
    }

    @Test(.timeLimit(.minutes(30)))
    func `a child that has gone before the recorder is told is drawn with its owner, in the same composite`()
        async throws
    {
        let system = System(clock: ManualClock()), recorder = Recorder(clock: ManualClock())
        recorder.record(system)
        // The last of many is told of when it has gone for long.
        for number in 1...50 {
            let house = system.add("House \(number)")
            let owner = system.add("Owner \(number)", inside: house)
            _ = system.enter("Child \(number)", type: "", machine: nil, [], inside: nil, of: owner)
            system.remove(house)
        }
        for await _ in recorder.changes {
            if recorder.recording.system?.components.contains(where: { $0.name == "Child 50" }) == true { break }
        }
        let components = try #require(recorder.recording.system?.components)
        #expect(components.count == 150)
        for number in 1...50 {
            let child = components.first { $0.name == "Child \(number)" }
            #expect(child?.owner == "Owner \(number)" && child?.composite == "House \(number)")
        }
        recorder.stop()
    }
}
