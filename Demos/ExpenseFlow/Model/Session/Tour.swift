import Statecharts
public import StatechartsDiagrams
import StatechartsSimulation

/// A session that leads through all that the components do: what their charts are drawn from.
public enum Tour {
    /// Logs in, fetches, opens, creates and deletes; all of it once more with failures; then the service crashes until
    /// it is given up.
    private static let lines = [
        "email ada; email ada@example.org; password eng; password enginee; login; password engine; login",
        "advance 1s; open 2; advance 1s; tab debts; refresh; advance 1s; tab expenses; back; advance 300ms",
        "open 2; advance 300ms; back; advance 300ms; add; cancel; add; amount 12.50; category lunch; create; advance 1s",
        "tab debts; tab expenses; delete 1; advance 1s; refresh; fail next; advance 1s; refresh; advance 1s",
        "tab debts; refresh; fail next; advance 1s; refresh; advance 1s; tab expenses",
        "add; amount 7.77; category coffee; create; fail next; advance 1s; advance 4s",
        "delete 2; fail next; advance 1s; open 2; advance 300ms; delete 2; back; advance 4s; refresh; delete 2; advance 3s",
        "refresh; advance 500ms; logout; email alan@example.org; password enigma; login; advance 2s; add; cancel; logout",
        "email ada@example.org; password engine; login; advance 500ms; crash; advance 2s; crash; advance 5s; crash; advance 2s",
        "refresh; advance 500ms; crash; tab debts; refresh; advance 60s; logout; advance 1s",
    ]

    /// Takes the tour and answers with its recording.
    public static func recording() async throws -> Recording {
        try await recording(of: lines.flatMap { $0.split(separator: ";") }.map(String.init))
    }

    /// Performs these lines, on a clock that stands still in between, and answers with the recording.
    static func recording(of lines: [String]) async throws -> Recording {
        let clock = ManualClock()
        let recorder = Recorder(clock: clock)
        let flow = ExpenseFlow(clock: clock, on: Lane())
        flow.record(by: recorder)
        try await flow.start()
        flow.deliverInTurns()
        let session = Session(flow)
        for line in lines where !(await session.perform(line).isOver) {}
        try await flow.stop()
        recorder.stop()
        return recorder.recording
    }

    /// Feeds a recording's inputs to fresh machines, each alone, and says what became of it.
    /// - Parameter secrets: the passwords that were typed.
    /// - Throws: `RecordingError` if the recording is not one of these machines, or if a password is missing.
    public static func replay(_ recording: Recording, secrets: Recording.Secrets = .init()) async throws -> [Replay] {
        let database = Database(.demo)
        return [
            try await recording.replay("Application", secrets: secrets) {
                Application(accounts: .demo, animation: .milliseconds(300))
            },
            try await recording.replay("ExpenseModel") { ExpenseModel() },
            try await recording.replay("DebtsModel") { DebtsModel() },
            try await recording.replay("WebService") { WebService(database: database, latency: .seconds(1)) },
        ]
    }

    /// What all machines take turns on.
    private actor Lane {}
}
