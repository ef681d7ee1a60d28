import CSupport
import DemoSupport
import Dispatch
import MessengerModel

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// `swift run -c release benchmark`: what the library costs, beside what it could cost at best.
@main
enum Benchmark {
    /// Everything runs in a detached task: a hop from the main actor costs a hundred times as much as any other. The
    /// main thread is the main actor's, which views are on; while instructions are counted it only waits, outside of
    /// Dispatch, whose way of giving up the main thread valgrind does not survive.
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        Task.detached {
            exit(await status(of: arguments))
        }
        if arguments.first == "--profile" { while true { pause() } }
        dispatchMain()
    }

    private static func status(of arguments: [String]) async -> Int32 {
        do {
            return try await run(
                Command.parse(arguments, known: subjects.map(\.name), growing: growthSubjects.map(\.name)))
        } catch let error as UsageError {
            StandardStreams.complain("benchmark: \(error)")
            return 64
        } catch {
            StandardStreams.complain("benchmark: \(error)")
            return 1
        }
    }

    static let subjects: [Subject] =
        interpreterSubjects + machineSubjects + suspendingSubjects + restingSubjects + childSubjects + crowdSubjects
        + viewSubjects
        + portSubjects
        + timerSubjects + sizeSubjects
        + explorerSubjects + drawingSubjects

    private static func run(_ command: Command) async throws -> Int32 {
        if let warning = warning(for: command) { StandardStreams.complain(warning) }
        switch command {
        case .help:
            StandardStreams.say(Command.usage)
        case .list:
            for subject in subjects {
                StandardStreams.say(
                    subject.name + String(repeating: " ", count: max(1, 15 - subject.name.count)) + subject.summary)
                StandardStreams.say(
                    String(repeating: " ", count: 15) + "beside: \(subject.floor); goal \(subject.goal)")
            }
        case .table(let names, let rounds, let json):
            try await table(
                names.isEmpty ? subjects.filter { !$0.isLong } : subjects.filter { names.contains($0.name) }, rounds,
                json)
        case .profile(let name, let count, let floor):
            try await profile(name, count, floor)
        case .allocations(let name):
            try await allocations(name)
        case .pingPong:
            try await PingPong.run()
        case .tikTok:
            try await TikTok.run()
        case .blocked:
            try await Blocked.run()
        case .messenger:
            let lines = try await MessengerFigures.lines { on in
                support_count_allocations(on ? 1 : 0) == 0 ? support_allocations() : -1
            }
            for line in lines { StandardStreams.say(line) }
        case .soak(let duration):
            return try await Soak.run(for: duration)
        case .growth(let names, let rounds, let isStrict):
            return await GrowthRun.run(names: names, rounds: rounds, isStrict: isStrict)
        case .growthList:
            GrowthRun.list()
        }
        return 0
    }

    /// What a debug build says before it measures anything; `nil` if it does not, or in a release build.
    static func warning(for command: Command) -> String? {
        #if DEBUG
            guard command.measures else { return nil }
            return "benchmark: a debug build measures nothing of interest; use swift run -c release benchmark"
        #else
            return nil
        #endif
    }

    private static func table(_ chosen: [Subject], _ rounds: Int, _ json: Bool) async throws {
        let harness = Harness(rounds: rounds)
        var results: [(Subject, Figures)] = []
        if !json { StandardStreams.say(Table.head) }
        for subject in chosen {
            let figures = try await harness.measure(subject)
            results.append((subject, figures))
            guard !json else { continue }
            StandardStreams.say(Table.line(subject, figures))
            for remark in Table.remarks(subject, figures) { StandardStreams.say(remark) }
        }
        if json {
            StandardStreams.say(JSON.array(results))
        } else {
            StandardStreams.say("Times in nanoseconds for one operation unless a unit is given.")
        }
    }

    /// Runs one subject, or its floor, and nothing else: for `perf` and `valgrind`.
    private static func profile(_ name: String, _ count: Int?, _ floor: Bool) async throws {
        for subject in subjects where subject.name == name {
            switch subject.method {
            case .pair(let make):
                let pair = try await make()
                let loop = floor ? pair.floor : pair.subject
                if let count { return try await loop(count) }
                let end = ContinuousClock().now + .seconds(5)
                while ContinuousClock().now < end { try await loop(1_000) }
            case .once(let measure):
                _ = try await measure(count ?? 1)
            }
        }
    }

    /// Prints the allocations of one operation: for the comparison with the budgets.
    private static func allocations(_ name: String) async throws {
        for subject in subjects where subject.name == name {
            guard case .pair(let make) = subject.method else { continue }
            let counted = try await Harness.allocations(of: make().subject, count: 20_000)
            StandardStreams.say(counted.map { Number.fixed($0, 3) } ?? "null")
        }
    }
}
