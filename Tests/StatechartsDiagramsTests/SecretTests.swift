import Foundation
import StatechartsDiagrams
import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

//   Safe
//   ●─▶ Locked ──code [right]──▶ Open ──code, late──▶ Locked        Locked keeps wrong codes; Open arms a timer with one

/// Takes codes that nobody is to read.
private final class Safe: TopState<Safe.Event> {
    enum Event: Sendable, Codable {
        case code(Secret<String>), owner(Secret<[String: Int]>), late(Secret<String>), knock
    }
    let locked = Locked(), open = Open()
    override func configure() { substates(locked, open) }

    final class Locked: State<Safe, Safe> {
        @Scoped var last = Secret("")
        @Scoped var count = 0
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .code(Secret("sesame")): .to(superior.open)
            case .code(let code):
                .handled {
                    self.last = code
                    self.count += 1
                }
            case .owner: .handled
            case .knock: .deferred
            case .late: .unhandled
            }
        }
    }
    final class Open: State<Safe, Safe> {
        override func entry() { after(.seconds(1), send: .late(Secret("made here"))) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .code, .late: .to(superior.locked)
            case .owner, .knock: .handled
            }
        }
    }
}

private final class Door: TopState<Door.Event> {
    // snippet: secret
    enum Event: Sendable, Codable {
        case password(Secret<String>)  // traces and recordings say `password(secret)`
        case login
    }
    // end snippet
}

/// Secrets: where they are not printed, not written, and how a replay gets them.
@Suite struct SecretTests {
    private func recorded(_ events: [Safe.Event]) async throws -> Recording {
        let recorder = Recorder(clock: ManualClock())
        let clock = ManualClock()
        let machine = Machine(Safe(), clock: clock)
        recorder.record(machine, named: "Safe")
        try await machine.start()
        for event in events { try await machine.send(event) }
        await clock.advance(by: .seconds(2))
        try await machine.stop()
        return recorder.recording
    }

    private static let typed: [Safe.Event] = [
        .code(Secret("hunter2")), .code(Secret("swordfish")), .code(Secret("hunter2")), .owner(Secret(["ada": 1815])),
        .code(Secret("sesame")),
    ]
    private static let hidden = ["hunter2", "swordfish", "sesame", "1815", "made here"]

    @Test func `a secret prints nothing of its value, in whatever way`() {
        let event = Safe.Event.code(Secret("hunter2"))
        var dumped = ""
        dump([event], to: &dumped)
        let texts = [
            "\(event)", String(reflecting: event), "\(Secret(424_242))", String(reflecting: Secret(424_242)), dumped,
            "\(Mirror(reflecting: Secret("hunter2")).children.map(\.value))", "\([Secret("hunter2"): Secret(424_242)])",
        ]
        #expect(texts[0] == "code(secret)")
        for text in texts { #expect(!text.contains("hunter2") && !text.contains("424242")) }
        #expect(Secret("a") == Secret("a") && Secret("a") != Secret("b"))
        #expect(Secret("hunter2").reveal() == "hunter2")
    }

    @Test func `no encoder writes a secret unless somebody says how`() throws {
        #expect(throws: SecretError.self) { try JSONEncoder().encode(["password": Secret("hunter2")]) }
        #expect(throws: SecretError.self) { try SnapshotValue(encoding: Secret("hunter2")) }
        let read = try JSONDecoder().decode([Secret<Int>].self, from: Data("[1,2]".utf8))
        #expect(read == [Secret(1), Secret(2)])
        do {
            _ = try JSONDecoder().decode([Secret<Int>].self, from: Data("[\"hunter2\"]".utf8))
            Issue.record("read")
        } catch { #expect(!"\(error)".contains("hunter2")) }
    }

    @Test func `a recording has numbers, the same for equal secrets, and nothing of their values`() async throws {
        let recording = try await recorded(Self.typed)
        let steps = recording.steps(of: 0)
        #expect(
            steps.dropFirst().prefix(5).map(\.event) == [
                "{\"code\":{\"_0\":\"secret 1\"}}", "{\"code\":{\"_0\":\"secret 2\"}}",
                "{\"code\":{\"_0\":\"secret 1\"}}", "{\"owner\":{\"_0\":\"secret 3\"}}",
                "{\"code\":{\"_0\":\"secret 4\"}}",
            ])
        #expect(steps.map(\.secrets) == [nil, [1], [2], [1], [3], [4], [5], nil])
        #expect(recording.secretNumbers == [1, 2, 3, 4, 5])
        var dumped = ""
        dump(recording, to: &dumped)
        let value = String(decoding: try JSONEncoder().encode(recording), as: UTF8.self)
        for text in [recording.lines, recording.html(title: "x"), dumped, value, "\(steps)"] {
            for secret in Self.hidden { #expect(!text.contains(secret), "\(secret)") }
        }
        #expect(try Recording(lines: recording.lines) == recording)
    }

    @Test func `a replay is given the secrets, and tells nothing of them`() async throws {
        let recording = try Recording(lines: try await recorded(Self.typed).lines)
        // What the chart makes itself, number 5, is made again.
        let secrets = try Recording.Secrets(
            json: """
                {"secret 1": "hunter2", "secret 2": "swordfish", "secret 3": {"ada": 1815}, "secret 4": "sesame"}
                """)
        #expect("\(secrets)" == "secret 1, secret 2, secret 3, secret 4" && secrets.numbers == [1, 2, 3, 4])
        var dumped = ""
        dump(secrets, to: &dumped)
        for secret in Self.hidden { #expect(!dumped.contains(secret)) }
        let replay = try await recording.replay("Safe", secrets: secrets) { Safe() }
        #expect("\(replay)" == "Safe: 8 steps, all the same")

        var wrong = secrets
        try wrong.set(4, to: "seasame")
        let other = try await recording.replay("Safe", secrets: wrong) { Safe() }
        #expect(other.stepCount == 5 && other.difference != nil)
        #expect(!"\(other)".contains("seasame"))
    }

    @Test func `without its secrets a replay stops before the first step that needs one`() async throws {
        let recording = try Recording(lines: try await recorded(Self.typed).lines)
        func refusal(_ secrets: Recording.Secrets) async -> String {
            do {
                return "\(try await recording.replay("Safe", secrets: secrets) { Safe() })"
            } catch { return "\(error)" }
        }
        #expect(
            await refusal(Recording.Secrets()) == """
                line 4: Safe, entry 1: the event code(secret) needs secret 1, which was not given; \
                give {"secret 1": …} with its value [undecodable]
                """)
        var some = Recording.Secrets()
        try some.set(1, to: "hunter2")
        #expect(await refusal(some).hasPrefix("line 5: Safe, entry 2: the event code(secret) needs secret 2"))
        try some.set(2, to: 999)
        let told = await refusal(some)
        #expect(told.contains("what was given for secret 2 is no value of its type") && !told.contains("999"))
    }

    @Test(arguments: [
        "", "7", "[]", "{\"secret\": 1}", "{\"secret 0\": 1}", "{\"secret 01\": 1}", "{\"secret 1\": \"x}",
    ])
    func `secrets that cannot be read are refused without being told`(text: String) {
        do {
            _ = try Recording.Secrets(json: text)
            Issue.record("read")
        } catch {
            #expect("\(error)".contains("one object of JSON, such as") && !"\(error)".contains("x}"))
        }
    }

    @Test func `a replay of a door is given its secret`() async throws {
        let recorder = Recorder(clock: ManualClock())
        let door = Machine(Door(), clock: ManualClock())
        recorder.record(door, named: "Door")
        try await door.start()
        try await door.send(.password(Secret("engine")))
        try await door.send(.login)
        let recording = recorder.recording
        #expect(recording.steps(of: 0)[1].text == "password(secret)")
        // snippet: secrets of a recording
        let secrets = try Recording.Secrets(json: #"{"secret 1": "engine"}"#)
        let replay = try await recording.replay("Door", secrets: secrets) { Door() }
        // end snippet
        #expect(replay.difference == nil)
        try await door.stop()
    }

    @Test func `a recording from before an event had secrets is replayed without any`() async throws {
        let lines = try await recorded([.code(Secret("sesame"))]).lines
        let old = lines.replacing("\\\"secret 1\\\"", with: "\\\"sesame\\\"").replacing("\"secrets\":[1],", with: "")
        #expect(old != lines)
        let replay = try await Recording(lines: old).replay("Safe") { Safe() }
        #expect(replay.difference == nil)
    }

    @Test func `a snapshot leaves out a scoped property with a secret, and refuses an event that waits with one`()
        async throws
    {
        let machine = Machine(Safe(), clock: ManualClock())
        try await machine.start()
        try await machine.send(.code(Secret("hunter2")))
        let snapshot = try await machine.snapshot()
        let text = String(decoding: try JSONEncoder().encode(snapshot), as: UTF8.self)
        #expect(!text.contains("hunter2"))
        #expect(snapshot.omitted.map(\.property) == ["last"])
        let restored = Machine(restoring: snapshot, Safe(), clock: ManualClock())
        try await restored.start()
        #expect(try await restored.withTop { $0.locked.count } == 1)
        #expect(try await restored.withTop { $0.locked.last } == Secret(""))
        // The timer of Open has one.
        try await machine.send(.code(Secret("sesame")))
        do {
            _ = try await machine.snapshot()
            Issue.record("taken")
        } catch let error as SnapshotError {
            #expect(error.code == .notCodable && error.underlying is SecretError)
            #expect(error.fix.contains("secret") && !"\(error)".contains("made here"))
        }
        try await machine.stop()
        try await restored.stop()
    }

    @Test func `many secrets from many tasks have one number each`() async {
        let numbers = SecretNumbers()
        let found = await withTaskGroup(of: [Int].self) { group in
            for _ in 0..<8 { group.addTask { (0..<200).map { numbers.number(of: "s\($0)") } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(found).count == 1)
        #expect(Set(found[0]) == Set(1...200))
        #expect(numbers.number(of: 1) != numbers.number(of: "1"))
    }
}
