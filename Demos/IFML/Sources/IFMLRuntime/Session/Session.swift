public import Statecharts
public import StatechartsSimulation

/// An application without a terminal: commands in, screens out. Time passes when a command says so.
///
///     let session = Session { MovieManager(actions: store) } printing: { print($0) }
///     try await session.start()
///     try await session.perform("select 2")
///
/// The screen is printed when everything is at rest, at the start and after each command that has changed it.
public final class Session<App: Application> {
    /// The clock that the application goes by.
    public let clock: ManualClock
    /// What the stubs of the application ask.
    public let outcomes: Outcomes
    /// The application's machine.
    public private(set) var machine: Machine<App>
    /// Where the application hears of its device.
    let port: InputPort<DeviceEvent>?
    private let output: (String) -> Void
    /// False where nobody looks at the screens between commands; what is refused is told of all the same.
    var printsScreens = true
    private var shown: App.Screen?
    private var lastSteps: [Macrostep<App.Event>] = []

    /// Makes a session; nothing runs before ``start()``.
    /// - Parameters:
    ///   - clock: what the application goes by; the command `advance` moves it.
    ///   - outcomes: what the stubs of the application ask; the command `outcome` sets it.
    ///   - snapshot: where to continue; `nil` to begin.
    ///   - application: makes the application.
    ///   - output: gets what is printed.
    public init(
        on clock: ManualClock = ManualClock(), outcomes: Outcomes = Outcomes(), restoring snapshot: Snapshot? = nil,
        _ application: () -> sending App, printing output: @escaping (String) -> Void
    ) {
        self.clock = clock
        self.outcomes = outcomes
        self.output = output
        let app = application()
        port = app.devicePort
        machine =
            if let snapshot {
                Machine(restoring: snapshot, app, clock: clock)
            } else {
                Machine(app, clock: clock)
            }
    }

    /// Starts the application, tells it that it was launched, and prints its first screen.
    /// - Throws: what `Machine.start()` throws.
    public func start() async throws { try await start(isLaunched: true) }

    /// Starts the application, and tells it that it was launched if it is.
    func start(isLaunched: Bool) async throws {
        if isLaunched { port?.send(.application(.appDidLaunch)) }
        try await noting { try await machine.start() }
        try await show()
    }

    /// Tells the application that it will terminate, and ends it.
    public func end() async throws {
        try await noting {
            port?.send(.application(.appWillTerminate))
            await clock.settle()
        }
        try await machine.stop()
    }

    /// The present screen.
    public var screen: App.Screen {
        get async throws { try await machine.withTop { $0.screen } }
    }

    /// The variables of the application's context.
    var context: App.Context {
        get async throws { try await machine.withTop { $0.context } }
    }

    /// The records of the steps of the last command.
    public var steps: [Macrostep<App.Event>] { lastSteps }

    /// Does what a line says and prints what comes of it: the screen if it has changed, or `not now:` and the line for
    /// what is not possible at present.
    /// - Parameter isEchoed: whether the line is printed before, as `> line`; comments never are.
    /// - Returns: `false` for `quit`.
    /// - Throws: ``NotUnderstood`` for a line that is no command of this application; what `Machine.send(_:)` throws.
    @discardableResult
    public func perform(_ line: String, echoing isEchoed: Bool = false) async throws -> Bool {
        if isEchoed, !line.isEmpty, !line.hasPrefix("#") { output("> \(line)") }
        guard let command = try Command(line) else { return true }
        if case .quit = command { return false }
        if case .help = command {
            for form in Command.forms { output(form) }
            return true
        }
        if case .trace = command {
            for step in lastSteps { output(step.description) }
            return true
        }
        let refusal = try await noting { try await perform(command) }
        switch refusal {
        case .line(let rest): output("not now: \(Self.trimmed(line))\(rest)")
        case .words(let words): output("not now: \(words)")
        case nil: break
        }
        try await show()
        return true
    }

    /// Keeps the records of the steps that an operation takes.
    private func noting<Result>(_ body: () async throws -> Result) async throws -> Result {
        let steps = machine.steps
        let result = try await body()
        await clock.settle()
        lastSteps = await Self.drained(steps)
        return result
    }

    /// The steps that have been taken since a subscription began, which then ends.
    static func drained(_ steps: Machine<App>.Steps) async -> [Macrostep<App.Event>] {
        // A cancelled reader reads what has arrived and ends.
        let reader = Task { await steps.reduce(into: []) { $0.append($1) } }
        reader.cancel()
        return await reader.value
    }

    private func show() async throws {
        guard printsScreens else { return }
        let screen = try await screen
        guard screen != shown else { return }
        shown = screen
        for line in screen.lines { output(line) }
    }

    private static func trimmed(_ line: String) -> String {
        line.split { $0 == " " || $0 == "\t" || $0 == "\r" }.joined(separator: " ")
    }

    /// Gives the application an event. Answers whether it was taken.
    func send(_ event: App.Event) async throws -> Bool { try await machine.send(event) == .handled }
}
