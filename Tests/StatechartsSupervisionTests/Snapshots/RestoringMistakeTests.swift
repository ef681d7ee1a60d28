import Statecharts
import Testing

/// What the chart's own code does wrong while a snapshot is taken over refuses the snapshot, and not more.
@Suite struct RestoringMistakeTests {
    private func saved(_ events: Note.Event...) throws -> Snapshot {
        let interpreter = Interpreter(Note())
        try interpreter.start()
        for event in events { try interpreter.send(event) }
        return try interpreter.snapshot()
    }

    private static let slips: [(use: @Sendable (Note) -> Void, message: String)] = [
        ({ $0.draft = $0.writing.text }, "used Writing.text while Writing is not active"),
        ({ $0.writing.text = "mine" }, "used Writing.text while Writing is not active"),
        ({ $0.resting.rests += 1 }, "used Resting.rests while Resting is not active"),
    ]

    /// In the configuration of the snapshot Writing is active and Resting is not.
    @Test(arguments: slips.indices)
    func `restore(_:) that uses scoped data is an error of the snapshot, whatever is active`(number: Int) async throws {
        let (use, message) = Self.slips[number]
        let snapshot = try saved(.write, .letter)
        let interpreter = Interpreter(restoring: snapshot, Note(restoring: use))
        let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
        #expect(error.code == .misused)
        #expect(
            error.description == """
                restore(_:) of Note \(message); leave scoped values to the snapshot, which has those that are Codable, or \
                set them in restored(); the same goes for timers and activities [misused]
                """)
        #expect((error.underlying as? StepError)?.code == .notActive)
        #expect(interpreter.status == .new && interpreter.configuration == .empty)
        let machine = Machine(restoring: snapshot, Note(restoring: use))
        let refusal = await #expect(throws: SnapshotError.self) { try await machine.start() }
        #expect(refusal?.description == error.description)
        // The snapshot is as good as before.
        let next = Machine(restoring: snapshot, Note())
        try await next.start()
        #expect(try await next.withTop { $0.writing.text } == "newa")
    }

    @Test func `a timer that restore(_:) arms is an error of the snapshot`() async throws {
        let machine = Machine(
            restoring: try saved(.write), Note { $0.writing.after(.seconds(1), send: .letter) })
        let error = await #expect(throws: SnapshotError.self) { try await machine.start() }
        #expect(error?.code == .misused)
        #expect(error?.message.hasPrefix("restore(_:) of Note called after(_:send:) of Writing") == true)
    }

    @Test func `initial values that snapshots do not hold are made of the data that were restored`() throws {
        let interpreter = Interpreter(restoring: try saved(.title, .write), Note())
        try interpreter.start()
        #expect(interpreter.configuration.description == "Writing")
        #expect(interpreter.top.writing.heading == "# Diary")
    }

    @Test func `an initial value that asks for data of another state is an error of the snapshot`() async throws {
        let snapshot = try saved(.write)
        for _ in 1...2 {
            let machine = Machine(restoring: snapshot, Note(isCurious: true))
            let error = await #expect(throws: SnapshotError.self) { try await machine.start() }
            #expect(
                error?.message
                    == "the initial value of heading of Writing used Resting.rests while Resting is not active")
        }
    }

    @Test func `save() that uses data of a state that is not active says so`() throws {
        let interpreter = Interpreter(Note(isCurious: true))
        try interpreter.start()
        let error = try #require(throws: SnapshotError.self) { _ = try interpreter.snapshot() }
        #expect(
            error.description == """
                save() of Note used Writing.text while Writing is not active; leave scoped values to the snapshot, which has \
                those that are Codable of active states [misused]
                """)
    }
}

//    ┌ Note (draft) ─────────────────────────────┐
//    │ ●→ Resting (rests) ──write──► Writing      │
//    │    title / draft        (text, heading)    │
//    └───────────────────────────────────────────┘
private final class Note: TopState<Note.Event>, Snapshotting {
    enum Event: String, Codable, Sendable { case write, letter, title }
    let resting = Resting(), writing = Writing()
    var draft = ""
    let restoring: @Sendable (Note) -> Void
    /// Whether it asks for what is not there.
    let isCurious: Bool

    init(isCurious: Bool = false, restoring: @escaping @Sendable (Note) -> Void = { _ in }) {
        self.isCurious = isCurious
        self.restoring = restoring
    }
    override func configure() { substates(resting, writing) }
    func save() -> String { isCurious ? writing.text : draft }
    func restore(_ saved: String) {
        draft = saved
        restoring(self)
    }

    final class Resting: State<Note, Note> {
        @Scoped var rests = 0
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .write: .to(superior.writing)
            case .title: .handled { top.draft = "Diary" }
            case .letter: .unhandled
            }
        }
    }
    final class Writing: State<Note, Note> {
        @Scoped var text = "new"
        @Scoped(
            .transient,
            { (writing: Writing) in
                writing.top.isCurious ? "\(writing.top.resting.rests)" : "# \(writing.top.draft)"
            }) var heading: String
        override func handle(_ event: Event) -> Reaction {
            event == .letter ? .handled { text += "a" } : .unhandled
        }
    }
}
