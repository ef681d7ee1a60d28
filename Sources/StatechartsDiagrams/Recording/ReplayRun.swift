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
    /// True if a life of the machine is over in the recording.
    private var isOver = false

    init(
        _ recording: Recording, _ number: Int, _ secrets: Recording.Secrets, _ patience: Duration,
        _ isolation: (any Actor)?
    ) {
        self.recording = recording
        self.secrets = secrets
        self.number = number
        self.patience = patience
        self.isolation = isolation
    }

    /// What set off the first step that nothing was compared with.
    var leftover: String? { taken.steps.first.map { "\($0.trigger)" } }

    var machine: Recording.Machine { recording.machines[number] }

    /// Takes the input of a step, if it has one of its own, and answers how the next step differs from it.
    mutating func take(_ step: Recording.Step, at place: Int, _ makeChart: () -> Top) async throws -> [String] {
        let (line, name) = (recording.line(of: place) ?? 0, machine.name)
        func refuse(_ code: RecordingError.Code, _ message: String) -> RecordingError {
            RecordingError(code, line: line, "\(name), entry \(place): \(message)")
        }
        if isOver, step.input != .start {
            throw refuse(
                .notReplayable,
                "the machine had ended, and another one went on from a snapshot, which is not in the recording; replay "
                    + "a recording of lives that begin with their start")
        }
        isOver = step.isLast
        if step.input != .recalled {
            if let extra = taken.steps.first { return ["recorded: nothing more", "now: \(extra.trigger)"] }
            guard try await feed(step, makeChart, refuse) else {
                return ["recorded: \(step.text)", "now: there is no such timer or activity, or the machine has ended"]
            }
        }
        guard !taken.steps.isEmpty else { return ["recorded: \(step.text)", "now: nothing happens"] }
        let now = taken.steps.removeFirst()
        let same = Recording.Step(
            Recording.Note(now, recording.secrets.numbers), now, from: nil, of: number, machine.places, 0, "", nil)
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
            fresh.onStep = { [taken] in taken.steps.append($0) }
            (simulation, self.wait) = (fresh, wait)
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
        guard let simulation else {
            throw refuse(
                .notReplayable,
                "the recording does not begin with the start of the machine; record it before it is started, and one "
                    + "that continues from a snapshot cannot be replayed")
        }
        if let origin = step.origin {
            let path = machine.graph.vertices[origin.state].path
            switch origin.kind {
            case .timer: return try await patiently(refuse) { await simulation.fireTimer(of: path, reading: step.text) }
            case .sent:
                guard let event = try event(of: step, refuse) else {
                    throw refuse(.notReplayable, "the event \(step.text.short) of an embedded chart was kept as text")
                }
                return try await patiently(refuse) { await simulation.takeSent(event, of: path) }
            case .result, .failed, .silent, .error:
                let event = try event(of: step, refuse)
                return try await patiently(refuse) {
                    await simulation.endActivity(
                        origin.rank, of: path, .init(rawValue: origin.kind.rawValue) ?? .silent, event,
                        error: origin.error)
                }
            }
        }
        switch step.input {
        case .event:
            guard let event = try event(of: step, refuse) else {
                throw refuse(.notReplayable, "the event \(step.text.short) was kept as text and cannot be fed")
            }
            return try await patiently(refuse) {
                _ = await simulation.send(event)
                return true
            }
        case .stop:
            return try await patiently(refuse) {
                await simulation.stop()
                return true
            }
        case .changed: throw refuse(.notReplayable, "data were changed from outside, which cannot be repeated")
        case .activity: throw refuse(.notReplayable, "which activity ended was not recorded")
        case .start, .recalled: break
        }
        return true
    }

    /// The event that a step was set off by; `nil` if it was kept as text.
    private func event(of step: Recording.Step, _ refuse: (RecordingError.Code, String) -> RecordingError) throws -> Top
        .Event?
    {
        if let missing = step.secrets?.first(where: { secrets[$0] == nil }) {
            throw refuse(
                .undecodable,
                "the event \(step.text.short) needs \(SecretCoding.text(of: missing)), which was not given; "
                    + "give {\"\(SecretCoding.text(of: missing))\": …} with its value")
        }
        guard let text = step.event else { return nil }
        do {
            let secrets = secrets
            return try JSONText.value(Top.Event.self, of: text, secrets: .given { secrets[$0] })
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
