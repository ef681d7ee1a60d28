public import Statecharts

/// The result of feeding the inputs of a recorded machine to a fresh chart.
public struct Replay: Sendable, Hashable, CustomStringConvertible {
    /// The first step that differs from the recorded one.
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The number of the entry in the recording, as the inspector counts it too.
        public let entry: Int
        /// The line of the file that the recording was read from; `nil` if it was not read.
        public let line: Int?
        /// What differs, a line each: what was recorded, and what happened now; behind that the last step that has
        /// looked at the machine of a child, which may be why.
        public let reasons: [String]

        /// The place, and below it what differs.
        public var description: String {
            let place = line.map { "line \($0), entry \(entry)" } ?? "entry \(entry)"
            return ([place] + reasons.map { "  " + $0 }).joined(separator: "\n")
        }
    }

    /// The name of the machine.
    public let machine: String
    /// How many steps were the same.
    public let stepCount: Int
    /// The first step that differs; `nil` if all were the same.
    public let difference: Difference?

    /// One line if all steps were the same.
    public var description: String {
        guard let difference else { return "\(machine): \(CountText.of(stepCount, "step")), all the same" }
        return "\(machine): \(CountText.of(stepCount, "step is", "steps are")) the same, then differs \(difference)"
    }
}

extension Recording {
    /// Feeds the recorded inputs of a machine to a fresh chart and compares each step with the recorded one.
    ///
    /// Inputs are the start, events from outside, messages through ports, expiries of timers, what activities send and
    /// how they end, and the stop. Everything else follows from these: raised and deferred events, the branches taken,
    /// what is left and entered. It is compared, not repeated. Time moves as the recorder's clock did, and with the
    /// timers that expire; work of activities is not done, messages that the chart sends go nowhere, and children
    /// answer what they have answered then. Where the recording has a second start, as after a restart, the next fresh
    /// chart takes over.
    ///
    /// Suspending actions are awaited, as long as they really take: let whatever they await in the fresh chart answer
    /// at once. Steps that only the fresh chart takes after the last recorded one are a difference too, unless the
    /// recording was cut there.
    ///
    /// Runs where it is called and returns at the first difference.
    /// - Parameters:
    ///   - name: the name of the machine in the recording.
    ///   - secrets: the values of secrets by their numbers; only those in events from outside are needed.
    ///   - errors: makes an error again from its text, with which an activity or a child failed; `nil` if it cannot, and
    ///     another error stands for it. Only charts that look at errors need it; ``warnings`` names the first one.
    ///   - patience: how long, in real time, a suspending action may take. One that takes longer, up to twice that, is
    ///     cancelled and given up. Time in which the process has other tasks to run counts a tenth.
    ///   - isolation: where the chart runs; by default where this is called.
    ///   - makeChart: makes a chart like that of the recorded machine before its start.
    /// - Throws: ``RecordingError`` if there is no such machine or its inputs cannot be fed: its events are not
    ///   `Codable`, the recording does not begin with its start, data were changed from outside, or, before the first
    ///   step that needs it, a secret was not given; also, with its name, if a suspending action takes too long.
    ///   `ChartError` if the chart cannot start. `CancellationError` if the task is cancelled meanwhile.
    public func replay<Top: Statechart>(
        _ name: String, secrets: Secrets = Secrets(), errors: @escaping (String) -> (any Error)? = { _ in nil },
        patience: Duration = .seconds(60),
        isolation: isolated (any Actor)? = #isolation, _ makeChart: () -> Top
    ) async throws -> Replay where Top.Event: Decodable {
        guard let number = machines.firstIndex(where: { $0.name == name }) else {
            let known = machines.map(\.name).joined(separator: ", ")
            throw RecordingError(
                .noSuchMachine, "no machine is called \(name); there are: \(known.withoutControls)")
        }
        guard machines[number].isReplayable else {
            throw RecordingError(
                .notReplayable,
                "\(name): its events were kept as text and cannot be replayed; make the chart's events Codable")
        }
        var run = ReplayRun<Top>(self, number, secrets, errors, patience, isolation)
        var count = 0
        var last = 0
        for (place, entry) in entries.enumerated() {
            guard case .step(let step) = entry, step.machine == number else { continue }
            let reasons = try await run.take(step, at: place, makeChart)
            // A cancelled action throws, and leads elsewhere.
            try Task.checkCancellation()
            guard reasons.isEmpty else {
                let difference = Replay.Difference(
                    entry: place, line: line(of: place), reasons: reasons + run.suspicion)
                return Replay(machine: name, stepCount: count, difference: difference)
            }
            count += 1
            last = place
        }
        let difference =
            isCut
            ? nil
            : run.leftover.map { more in
                Replay.Difference(
                    entry: last, line: line(of: last),
                    reasons: ["recorded: nothing after it", "now: \(more)"] + run.suspicion)
            }
        return Replay(machine: name, stepCount: count, difference: difference)
    }
}
