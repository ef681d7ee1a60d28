import Statecharts

/// A chart that takes recorded inputs.
struct ReplayRun<Top: Statechart> where Top.Event: Decodable {
    private let recording: Recording
    private let number: Int
    private var simulation: Simulation<Top>?
    /// Steps that were taken and not compared yet.
    private let taken = Taken()
    private let patience: Duration
    private let isolation: (any Actor)?
    private var wait: PatientWait?

    private final class Taken {
        var steps: [Macrostep<Top.Event>] = []
    }

    private let secrets: Recording.Secrets
    private let errors: (String) -> (any Error)?
    private var obstacles: ReplayObstacles
    private let answers: ReplayAnswers
    /// When the present life began.
    private var start = 0.0
    /// The last entry of this life whose step has looked at the machine of a child.
    private var look: Int?

    init(
        _ recording: Recording, _ number: Int, _ secrets: Recording.Secrets,
        _ errors: @escaping (String) -> (any Error)?, _ patience: Duration, _ isolation: (any Actor)?
    ) {
        self.recording = recording
        self.secrets = secrets
        self.number = number
        self.patience = patience
        self.isolation = isolation
        self.errors = errors
        obstacles = ReplayObstacles(recording.machines[number])
        answers = ReplayAnswers(recording.steps(of: number), secrets, errors)
    }

    /// What set off the first step that nothing was compared with.
    var leftover: String? { taken.steps.first.map { "\($0.trigger)" } }

    /// What may be the reason of a difference. Most looks have no consequence, such as `rows[3]?.post(event)`: children
    /// take nothing in a replay. So it is told only where there is a difference.
    var suspicion: [String] {
        guard let look else { return [] }
        return [
            "entry \(look): the machine of a child was looked at, which is nil in a replay; use send, ask, post and keys "
                + "of the declaration"
        ]
    }

    var machine: Recording.Machine { recording.machines[number] }

    /// Takes the input of a step, if it has one of its own, and answers how the next step differs from it.
    mutating func take(_ step: Recording.Step, at place: Int, _ makeChart: () -> Top) async throws -> [String] {
        let (line, name) = (recording.line(of: place) ?? 0, machine.name)
        func refuse(_ code: RecordingError.Code, _ message: String) -> RecordingError {
            RecordingError(code, line: line, "\(name), entry \(place): \(message)")
        }
        let obstacle = obstacles.next(step)
        if step.input == .start { look = nil }
        if step.seesMachines == true { look = place }
        if step.input != .recalled {
            if let extra = taken.steps.first { return ["recorded: nothing more", "now: \(extra.trigger)"] }
            if let obstacle { throw refuse(.notReplayable, obstacle) }
            guard try await feed(step, makeChart, refuse) else {
                return ["recorded: \(step.text)", "now: there is no such timer or activity, or the machine has ended"]
            }
        }
        guard !taken.steps.isEmpty else { return ["recorded: \(step.text)", "now: nothing happens"] }
        let now = taken.steps.removeFirst()
        let same = Recording.Step(
            Recording.Note(now, nil, recording.secrets.numbers), now, nil, of: number, machine.places, 0, "", nil)
        return differences(step.consequences, same.consequences)
    }

    /// Answers `false` if the chart has nothing that could bring the input.
    private mutating func feed(
        _ step: Recording.Step, _ makeChart: () -> Top, _ refuse: (RecordingError.Code, String) -> RecordingError
    ) async throws -> Bool {
        if step.input == .start {
            let wait = PatientWait()
            let fresh = Simulation(makeChart(), patience: patience) { wait.giveUp($0) }
            fresh.takesPorts = false
            fresh.onStep = { [taken, answers] in
                taken.steps.append($0)
                answers.stepIsOver()
            }
            fresh.recordedAnswer = { [answers] in try answers.next($0) }
            (simulation, self.wait, start) = (fresh, wait, step.time)
            try await patiently(refuse) {
                try await fresh.start()
                return true
            }
            let vertices = ChartGraph(fresh.interpreter.vertices).vertices
            guard vertices == machine.graph.vertices else {
                throw refuse(.otherChart, "the chart that was made now has other states than the one that was recorded")
            }
            return true
        }
        guard let simulation else { return false }
        if step.origin?.kind != .timer { moveTime(of: simulation, to: step) }
        if let origin = step.origin {
            let path = machine.graph.vertices[origin.state].path
            switch origin.kind {
            case .timer: return try await patiently(refuse) { await simulation.fireTimer(of: path, reading: step.text) }
            case .sent:
                guard let event = try event(of: step, simulation, refuse) else { return false }
                return try await patiently(refuse) { await simulation.takeSent(event, of: path) }
            case .result, .failed, .silent, .error:
                let event = try event(of: step, simulation, refuse), error = origin.error ?? "error", errors = errors
                return try await patiently(refuse) {
                    await simulation.endActivity(
                        origin.rank, of: path, .init(rawValue: origin.kind.rawValue) ?? .silent, event,
                        error: (error, errors(error)))
                }
            }
        }
        switch step.input {
        case .event:
            guard let event = try event(of: step, simulation, refuse) else { return false }
            if let inside = step.inside {
                let top = machine.graph.vertices[inside].path
                return try await patiently(refuse) { await simulation.takeMessage(event, insideOf: top) }
            }
            guard let event = event as? Top.Event else { return false }
            return try await patiently(refuse) {
                _ = await simulation.send(event)
                return true
            }
        case .stop:
            return try await patiently(refuse) {
                await simulation.stop()
                return true
            }
        case .start, .recalled, .changed, .activity: break
        }
        return true
    }

    /// Lets the time be that of a recorded step, if that is later: limits of restarts depend on it.
    private func moveTime(of simulation: Simulation<Top>, to step: Recording.Step) {
        let elapsed = step.time - start
        // A century, for a damaged recording.
        guard elapsed > 0, elapsed < 3e9 else { return }
        simulation.now = max(simulation.now, .seconds(elapsed))
    }

    /// The event that a step was set off by; `nil` if it was kept as text.
    private func event(
        of step: Recording.Step, _ simulation: Simulation<Top>,
        _ refuse: (RecordingError.Code, String) -> RecordingError
    ) throws -> (any Sendable)? {
        if let missing = step.secrets?.first(where: { secrets[$0] == nil }) {
            throw refuse(
                .undecodable,
                "the event \(step.text.short) needs \(SecretCoding.text(of: missing)), which was not given; "
                    + "give {\"\(SecretCoding.text(of: missing))\": …} with its value")
        }
        guard let text = step.event else { return nil }
        do {
            let secrets = secrets
            let chart = machine.graph.vertices[step.inside ?? 0].path
            return try simulation.event(of: chart) {
                try JSONText.value($0, of: text, secrets: .given { secrets[$0] })
            }
        } catch let error as SecretError {
            throw refuse(.undecodable, "the event \(step.text.short) cannot be read: \(error)")
        } catch {
            let reason = (error as? DecodingError)?.words ?? "it cannot be read"
            throw refuse(.undecodable, "the event \(step.text.short) cannot be read: \(reason): \(text.short)")
        }
    }

    /// Does something that takes steps; gives up if an action of these does not come back.
    @discardableResult
    private func patiently(
        _ refuse: (RecordingError.Code, String) -> RecordingError, _ body: @escaping () async throws -> Bool
    ) async throws -> Bool {
        guard let wait else { return false }
        do {
            return try await wait.run(isolation: isolation, PatientWork(body: body))
        } catch let error as PatientWait.GivenUp {
            throw refuse(.stuck, error.text)
        }
    }
}
