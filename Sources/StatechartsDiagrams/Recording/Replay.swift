public import Statecharts

/// What became of the inputs of a recorded machine when they were fed to a fresh chart.
public struct Replay: Sendable, Hashable, CustomStringConvertible {
    /// The first step that was another one than in the recording.
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The entry of the recording, as the inspector counts them too.
        public let entry: Int
        /// The line of the file that the recording was read from; `nil` if it was not read.
        public let line: Int?
        /// What differs, a line each: what was recorded, and what happened now.
        public let reasons: [String]

        /// The place, and below it what differs.
        public var description: String {
            let place = line.map { "line \($0), entry \(entry)" } ?? "entry \(entry)"
            return ([place] + reasons.map { "  " + $0 }).joined(separator: "\n")
        }
    }

    /// What the machine is called.
    public let machine: String
    /// How many steps were the same.
    public let stepCount: Int
    /// The first that was not; `nil` if all were the same.
    public let difference: Difference?

    /// One line if all steps were the same.
    public var description: String {
        guard let difference else { return "\(machine): \(stepCount) steps, all the same" }
        return "\(machine): \(stepCount) steps are the same, then differs \(difference)"
    }
}

extension Recording {
    /// Feeds the recorded inputs of a machine to a fresh chart and compares each step with the recorded one.
    ///
    /// Inputs are the start, events from outside, messages through ports, expiries of timers, what activities send and how they end, and the stop.
    /// Everything else follows from these: raised and deferred events, the branches taken, what is left and entered. It is compared,
    /// not repeated. Time moves with the timers that expire, work of activities is not done, messages that the chart sends reach nobody. Where the
    /// recording has a second start, as after a restart, the next fresh chart takes over.
    ///
    /// Runs where it is called and returns at the first difference.
    /// - Parameters:
    ///   - name: which machine of the recording.
    ///   - makeChart: makes the chart as the recorded machine's was before its start.
    /// - Throws: ``RecordingError`` if there is no such machine or its inputs cannot be fed: its events are not `Codable`, the recording does not
    ///   begin with its start, or data were changed from outside. `ChartError` if the chart cannot start.
    public func replay<Top: Statechart>(_ name: String, _ makeChart: () -> Top) async throws -> Replay
    where Top.Event: Decodable {
        guard let number = machines.firstIndex(where: { $0.name == name }) else {
            let known = machines.map(\.name).joined(separator: ", ")
            throw RecordingError(line: 0, message: "no machine is called \(name); there are: \(known)")
        }
        guard machines[number].isReplayable else {
            throw RecordingError(line: 0, message: "\(name): its events were kept as text and cannot be replayed")
        }
        var run = ReplayRun<Top>(self, number)
        var count = 0
        for (place, entry) in entries.enumerated() {
            guard case .step(let step) = entry, step.machine == number else { continue }
            let reasons = try await run.take(step, at: place, makeChart)
            guard reasons.isEmpty else {
                let difference = Replay.Difference(entry: place, line: line(of: place), reasons: reasons)
                return Replay(machine: name, stepCount: count, difference: difference)
            }
            count += 1
        }
        return Replay(machine: name, stepCount: count, difference: nil)
    }
}

/// A chart that takes recorded inputs.
private struct ReplayRun<Top: Statechart> where Top.Event: Decodable {
    private let recording: Recording
    private let number: Int
    private var simulation: Simulation<Top>?
    /// Steps that were taken and not compared yet.
    private let taken = Taken()

    private final class Taken {
        var steps: [Macrostep<Top.Event>] = []
    }

    init(_ recording: Recording, _ number: Int) {
        self.recording = recording
        self.number = number
    }

    private var machine: Recording.Machine { recording.machines[number] }

    /// Takes the input of a step, if it has one of its own, and answers how the next step differs from it.
    mutating func take(_ step: Recording.Step, at place: Int, _ makeChart: () -> Top) async throws -> [String] {
        let (line, name) = (recording.line(of: place) ?? 0, machine.name)
        func refuse(_ message: String) -> RecordingError {
            RecordingError(line: line, message: "\(name), entry \(place): \(message)")
        }
        if step.input != .recalled {
            if let extra = taken.steps.first { return ["recorded: nothing more", "now: \(extra.trigger)"] }
            guard try await feed(step, makeChart, refuse) else {
                return ["recorded: \(step.text)", "now: there is no such timer or activity, or the machine has ended"]
            }
        }
        guard !taken.steps.isEmpty else { return ["recorded: \(step.text)", "now: nothing happens"] }
        let now = taken.steps.removeFirst()
        let same = Recording.Step(
            Recording.Note(now), now, from: nil, of: number, machine.places, 0, "", nil)
        return differences(step.consequences, same.consequences)
    }

    /// Answers `false` if the chart has nothing that could bring the input.
    private mutating func feed(
        _ step: Recording.Step, _ makeChart: () -> Top, _ refuse: (String) -> RecordingError
    ) async throws -> Bool {
        if step.input == .start {
            let fresh = Simulation(makeChart())
            fresh.takesPorts = false
            fresh.onStep = { [taken] in taken.steps.append($0) }
            simulation = fresh
            try await fresh.start()
            let vertices = ChartGraph(fresh.interpreter.vertices).vertices
            guard vertices == machine.graph.vertices else {
                throw refuse("the chart that was made now has other states than the one that was recorded")
            }
            return true
        }
        guard let simulation else { throw refuse("the recording does not begin with the start of the machine") }
        let event = try step.event.map { text in
            do { return try JSONText.value(Top.Event.self, of: text) } catch {
                throw refuse("the event \(step.text) cannot be read: \(text.prefix(80))")
            }
        }
        if let origin = step.origin {
            let path = machine.graph.vertices[origin.state].path
            switch origin.kind {
            case .timer: return await simulation.fireTimer(of: path, reading: step.text)
            case .sent:
                guard let event else { throw refuse("the event \(step.text) of an embedded chart was kept as text") }
                return await simulation.takeSent(event, of: path)
            case .result, .failed, .silent, .error:
                return await simulation.endActivity(
                    origin.rank, of: path, .init(rawValue: origin.kind.rawValue) ?? .silent, event, error: origin.error)
            }
        }
        switch step.input {
        case .event:
            guard let event else { throw refuse("the event \(step.text) was kept as text and cannot be fed") }
            _ = await simulation.send(event)
        case .stop: await simulation.stop()
        case .changed: throw refuse("data were changed from outside, which cannot be repeated")
        case .activity: throw refuse("which activity ended was not recorded")
        case .start, .recalled: break
        }
        return true
    }

    private func differences(_ recorded: Recording.Step, _ now: Recording.Step) -> [String] {
        guard recorded != now else { return [] }
        func paths(_ places: [Int]) -> String {
            let names = places.map { machine.graph.vertices[$0].path }
            return names.isEmpty ? "none" : names.joined(separator: ", ")
        }
        var reasons: [String] = []
        func compare(_ what: String, _ a: String, _ b: String) {
            if a != b { reasons += ["\(what) recorded: \(a)", "\(what) now: \(b)"] }
        }
        compare("input", recorded.text, now.text)
        compare("outcome", recorded.outcome, now.outcome)
        compare("failure", recorded.failure ?? "none", now.failure ?? "none")
        compare("microsteps", "\(recorded.microsteps.count)", "\(now.microsteps.count)")
        for (number, (a, b)) in zip(recorded.microsteps, now.microsteps).enumerated() where a != b {
            func say(_ transitions: [Recording.Transition]) -> String {
                transitions.map { transition in
                    let words = transition.guardText.map { " [\($0)]" } ?? ""
                    return "\(paths([transition.source])) → \(paths(transition.targets))\(words)"
                }.joined(separator: "; ")
            }
            let place = recorded.microsteps.count > 1 ? "microstep \(number + 1): " : ""
            compare(place + "trigger", a.trigger, b.trigger)
            compare(place + "transitions", say(a.transitions), say(b.transitions))
            compare(place + "preempted", say(a.preempted), say(b.preempted))
            compare(place + "exits", paths(a.exits), paths(b.exits))
            compare(place + "effects", paths(a.effects), paths(b.effects))
            compare(place + "entries", paths(a.entries), paths(b.entries))
        }
        compare("active", paths(recorded.leaves), paths(now.leaves))
        return reasons.isEmpty ? ["the records differ in their details"] : reasons
    }
}
