@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import TestSupport
import Testing

/// What a message causes later than in its own step.
@Suite struct LateCauseTests {
    private let clock = ManualClock()
    private let system = System()
    private let words: InputPort<String>
    private let said: AsyncStream<String>
    private let machine: Machine<Errands>

    init() async throws {
        let chart = Errands()
        words = chart.words
        said = chart.said.stream()
        machine = Machine(chart, clock: clock)
        await system.add(machine, named: "Errands")
        try await machine.start()
    }

    @Test func `what a timer delivers is caused by the message that armed it`() async throws {
        let recorder = system.recorder()
        words.send("wait")
        await clock.advance(by: .seconds(1))
        words.send("x")
        #expect(await said.first(2) == ["rang", "x"])
        #expect(
            try await tree(recorder) == """
                #1 outside → Errands.words: wait
                └─ #2 Errands.said → stream: rang
                #3 outside → Errands.words: x
                └─ #4 Errands.said → stream: x
                """)
    }

    @Test func `each tick of a periodic timer is caused by the message that armed it`() async throws {
        let recorder = system.recorder()
        words.send("beat")
        await clock.advance(by: .seconds(1))
        words.send("x")
        await clock.advance(by: .seconds(1))
        #expect(await said.first(3) == ["tick", "x", "tick"])
        #expect(
            try await tree(recorder) == """
                #1 outside → Errands.words: beat
                ├─ #2 Errands.said → stream: tick
                └─ #5 Errands.said → stream: tick
                #3 outside → Errands.words: x
                └─ #4 Errands.said → stream: x
                """)
    }

    @Test(arguments: [("fetch", ["fetched", "done"]), ("work", ["completed"])])
    func `what an activity leads to is caused by the message that began it`(word: String, answers: [String])
        async throws
    {
        let recorder = system.recorder()
        words.send(word)
        #expect(await said.first(answers.count) == answers)
        _ = try await self.records(recorder)
        words.send("x")
        #expect(await said.first(1) == ["x"])
        let records = try await self.records(recorder)
        #expect(records.map { "\($0.message)" } == [word] + answers + ["x", "x"])
        let causes = [nil] + answers.map { _ in 1 } + [nil, UInt64(answers.count + 2)]
        #expect(records.map { $0.cause?.number } == causes)
    }

    @Test func `a deferred event is caused by the message that brought it, not by the one that let it go`() async throws
    {
        let recorder = system.recorder()
        // The machine is busy until all are there.
        try await machine.withTop { [words] _ in
            for word in ["lock", "a", "slowly", "b", "unlock", "c"] { words.send(word) }
        }
        #expect(await said.first(4) == ["a", "slowly", "b", "c"])
        #expect(
            try await tree(recorder) == """
                #1 outside → Errands.words: lock
                #2 outside → Errands.words: a
                └─ #7 Errands.said → stream: a
                #3 outside → Errands.words: slowly
                └─ #8 Errands.said → stream: slowly
                #4 outside → Errands.words: b
                └─ #9 Errands.said → stream: b
                #5 outside → Errands.words: unlock
                #6 outside → Errands.words: c
                └─ #10 Errands.said → stream: c
                """)
    }

    @Test func `a deferred message that arms a timer is still the cause when the timer fires`() async throws {
        let recorder = system.recorder()
        for word in ["lock", "wait", "unlock"] { words.send(word) }
        _ = await machine.configuration
        await clock.advance(by: .seconds(1))
        #expect(await said.first(1) == ["rang"])
        #expect(try await records(recorder).last?.cause?.number == 2)
    }

    @Test func `what was deferred, armed and begun while nobody watched has no cause, and nothing of it is lost`()
        async throws
    {
        words.send("lock")
        words.send("a")
        _ = try await machine.send("b")
        let recorder = system.recorder()
        words.send("c")
        words.send("unlock")
        #expect(await said.first(3) == ["a", "b", "c"])
        #expect(try await records(recorder).map { $0.cause?.number } == [nil, nil, nil, nil, 1])
        // And the other way about.
        words.send("lock")
        words.send("d")
        _ = await machine.configuration
        recorder.stop()
        words.send("unlock")
        words.send("lock")
        words.send("e")
        words.send("unlock")
        #expect(await said.first(2) == ["d", "e"])
    }

    @Test func `an event that is posted or sent while a message is handled is caused by it`() async throws {
        let desk = InputPort<String>("desk")
        let machine = machine
        let task = desk.handle { word in
            if word == "post" { machine.post("posted") } else { _ = try? await machine.send("sent") }
        }
        system.add("Desk", ports: desk)
        let recorder = system.recorder()
        desk.send("post")
        #expect(await said.first(1) == ["posted"])
        desk.send("send")
        #expect(await said.first(1) == ["sent"])
        machine.post("alone")
        #expect(await said.first(1) == ["alone"])
        #expect(
            try await tree(recorder) == """
                #1 outside → Desk.desk: post
                └─ #2 Errands.said → stream: posted
                #3 outside → Desk.desk: send
                └─ #4 Errands.said → stream: sent
                #5 Errands.said → stream: alone
                """)
        task.cancel()
    }

    @Test func `an event sent behind a suspended step is caused by its sender's message`() async throws {
        let gate = Gate()
        let slow = Machine(Sluggish(gate: gate))
        let out = await slow.port(\.said)
        let heard = out.stream()
        await system.add(slow, named: "Sluggish")
        try await slow.start()
        let desk = InputPort<String>("desk")
        system.add("Desk", ports: desk)
        let recorder = system.recorder()
        slow.post("wait")
        await gate.arrival()
        let task = desk.handle { word in _ = try? await slow.send(word) }
        desk.send("late")
        // The handler's event is in the mailbox before the step goes on.
        try await eventually { !slow.mailbox.isEmpty }
        await gate.open()
        #expect(await heard.first(2) == ["wait", "late"])
        try await slow.withTop { _ in }
        #expect(recorder.records.map { $0.cause?.number } == [nil, nil, 1])
        task.cancel()
    }

    private func tree(_ recorder: MessageRecorder) async throws -> String {
        try await MessageTree(records(recorder)).description
    }

    /// What is recorded when the machine has come to rest: who reads a stream may be faster than the record of what was read.
    private func records(_ recorder: MessageRecorder) async throws -> [MessageRecord] {
        try await machine.withTop { _ in }
        return recorder.records
    }
}
