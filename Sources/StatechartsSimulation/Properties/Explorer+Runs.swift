import Statecharts

extension Explorer {
    /// Runs the chart at random and looks for violations of its oracles and for steps that fail.
    ///
    /// What is found is shrunk: steps are left out as long as the violation still happens. When the task is cancelled,
    /// no further run begins and nothing more is left out; `runCount` says how many runs there were.
    /// - Throws: `ChartError` if the chart cannot start.
    public func randomRuns(_ runs: RandomRuns) async throws -> RunResult<Event> {
        var random = SplitMix64(seed: runs.seed)
        var runCount = 0, steps = 0
        var inconclusive: [String: Int] = [:]
        var unknown = Set(runs.weights.keys)
        var example: Counterexample<Event>?
        while runCount < runs.runs, example == nil, !Task.isCancelled {
            runCount += 1
            var own = SplitMix64(seed: random.next())
            var trial = try await Trial(self)
            var path: [Stimulus] = [], tries = 0
            while trial.violation == nil, trial.isRunning, tries < runs.steps {
                guard let stimulus = trial.choose(runs.weights, &unknown, &own) else { break }
                // What was not possible, such as work that does not end, is no step of a path.
                if await trial.perform(stimulus) { path.append(stimulus) }
                tries += 1
            }
            steps += tries
            await trial.end()
            if let violation = trial.violation {
                let (last, smallest) = try await shrink(violation, path, tries: runs.shrinking)
                example = await self.example(last, smallest, path.count, runs.seed)
            } else {
                for name in trial.inconclusive { inconclusive[name, default: 0] += 1 }
            }
        }
        return RunResult(
            counterexample: example, runCount: runCount, stepCount: steps, inconclusive: inconclusive,
            unknownWeights: unknown.sorted())
    }

    /// Runs a path once more, such as one from a file of a counterexample: its steps line by line, `#` begins a
    /// comment.
    ///
    /// - Returns: what is violated on it; `nil` if nothing is any more.
    /// - Throws: `ChartError` if the chart cannot start; an error that names a step that is not possible any more.
    public func replay(_ file: String) async throws -> Counterexample<Event>? {
        var trial = try await Trial(self)
        var path: [Stimulus] = []
        for (number, line) in file.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard trial.violation == nil, !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard let stimulus = trial.stimulus(fileLine: String(line)), await trial.perform(stimulus) else {
                let possible = trial.possible.map(\.description)
                await trial.end()
                throw ReplayError(line: number + 1, text: String(line), possible: possible)
            }
            path.append(stimulus)
        }
        await trial.end()
        guard let violation = trial.violation else { return nil }
        return await example(violation, path, path.count, 0)
    }

    /// Leaves steps out of a path as long as it violates the same thing.
    func shrink(
        _ violation: Trial<Top>.Violation, _ path: [Stimulus], tries: Int
    ) async throws -> (Trial<Top>.Violation, [Stimulus]) {
        var smallest = path, last = violation
        var left = tries
        // Pieces of half the length are left out, then of a quarter, and so on; then once more, as long as that helps.
        var piece = max(smallest.count / 2, 1)
        while left > 0, !smallest.isEmpty, !Task.isCancelled {
            var position = 0, hasShrunk = false
            while position < smallest.count, left > 0, !Task.isCancelled {
                let candidate = Array(smallest[..<position] + smallest[min(position + piece, smallest.count)...])
                left -= 1
                if case .violates(let found, let length) = try await walk(candidate),
                    found.subject == violation.subject
                {
                    (smallest, last, hasShrunk) = (Array(candidate.prefix(length)), found, true)
                } else {
                    position += piece
                }
            }
            if piece == 1, !hasShrunk { break }
            piece = max(piece / 2, 1)
        }
        return (last, smallest)
    }

    /// What comes of a path.
    enum Walked {
        /// It violates something first after so many steps.
        case violates(Trial<Top>.Violation, length: Int)
        /// It violates nothing.
        case isSound
        /// It cannot be gone to its end.
        case isLost
    }

    /// Goes a path with a new chart.
    func walk(_ path: [Stimulus]) async throws -> Walked {
        var trial = try await Trial(self)
        var length = 0
        for stimulus in path where trial.violation == nil {
            guard await trial.perform(stimulus) else { break }
            length += 1
        }
        let isWhole = trial.violation != nil || length == path.count
        await trial.end()
        guard isWhole else { return .isLost }
        return trial.violation.map { .violates($0, length: length) } ?? .isSound
    }

    private func example(
        _ violation: Trial<Top>.Violation, _ path: [Stimulus], _ length: Int, _ seed: UInt64
    ) async -> Counterexample<Event> {
        let steps = await records(of: path)
        return Counterexample(
            subject: violation.subject, message: violation.message, path: path, originalLength: length, seed: seed,
            steps: steps, test: test(named: "counterexample of \(violation.subject)", path, steps.last?.configuration))
    }
}

/// A step of a file that the chart cannot take any more.
public struct ReplayError: Error, Sendable, CustomStringConvertible {
    /// What is wrong with it.
    public enum Code: String, Sendable, CaseIterable {
        /// Nothing of the kind can happen where the chart is.
        case notPossible
    }

    /// What is wrong with it.
    public let code = Code.notPossible
    /// The line of the file, counted from 1.
    public let line: Int
    /// The text of the line.
    public let text: String
    /// What would be possible instead.
    public let possible: [String]

    /// The line, what is possible, and the code.
    public var description: String {
        "line \(line): '\(text)' is not possible here; possible are \(possible.joined(separator: ", ")) [\(code.rawValue)]"
    }
}

extension Stimulus {
    /// What stands in a file: the description, with `\\n` for the end of a line within it and `\\\\` for a backslash.
    var line: String { description.replacing("\\", with: "\\\\").replacing("\n", with: "\\n") }

    /// What ``line`` has made of a description.
    static func unescaped(_ fileLine: String) -> String {
        var text = "", isEscaped = false
        for character in fileLine {
            if isEscaped {
                text.append(character == "n" ? "\n" : character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// Reads what ``description`` writes.
    init(line: String) {
        for kind in Kind.allCases where kind != .event {
            guard line.hasPrefix("\(kind) ") else { continue }
            let rest = line.dropFirst("\(kind) ".count)
            if kind == .question {
                self.init(kind: kind, place: "", text: String(rest))
                return
            }
            guard let colon = rest.firstRange(of: ": ") else { continue }
            self.init(kind: kind, place: String(rest[..<colon.lowerBound]), text: String(rest[colon.upperBound...]))
            return
        }
        self.init(kind: .event, place: "", text: line)
    }
}
