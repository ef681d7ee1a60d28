import StatechartsSimulation
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Two supervised workers at a channel, in any order of jobs, readiness, failures and ends, against a slow reference.
@Suite struct HandsTests {
    enum Move: Hashable, Sendable, CustomStringConvertible {
        case job, post(Hand.Event, Int), settle

        var description: String {
            switch self {
            case .job: "a job"
            case .post(let event, let one): "\(event) to \(one)"
            case .settle: "rest"
            }
        }
    }

    private static let events: [Hand.Event] = [.done, .rest, .wake, .fail, .leave]
    private static let moves = [Move.job, .settle] + events.flatMap { [.post($0, 0), .post($0, 1)] }

    private enum Note: Sendable { case asked(Hand.Event, Int), life(Int) }

    /// Answers what is wrong with what the workers did.
    private static func run(_ moves: [Move], _ restart: Supervisor.Restart) async throws -> String? {
        let clock = ManualClock(), host = Host()
        let notes = Guarded<[Note]>([])
        let channel = PointToPointChannel<Int>("jobs"), office = OutputPort<Int>("office")
        connect(office, to: channel)
        let supervisor = Supervisor(limit: RestartLimit(1_000, in: .seconds(1)), backOff: .none, clock: clock)
        let workers = (0...1).map { one in
            let jobs = InputPort<Int>("jobs")
            connect(channel, to: jobs)
            return supervisor.add("\(one)", restart: restart, mailbox: .kept) {
                notes.withLock { $0.append(.life(one)) }
                return Machine(
                    Hand(jobs) { event in notes.withLock { $0.append(.asked(event, one)) } }, on: host, clock: clock)
            }
        }
        let run = Task { try await supervisor.run() }
        await clock.settle()
        notes.withLock { $0 = [] }
        var reference = HandsReference(workers: 2, goesOn: restart == .fromLastSnapshot)
        var sent = 0
        for batch in (moves + [.settle]).split(separator: .settle, omittingEmptySubsequences: true) {
            let first = sent
            await host.act {
                var job = first
                for move in batch {
                    switch move {
                    case .job:
                        job += 1
                        office.send(job)
                    case .post(let event, let one): workers[one].post(event)
                    case .settle: break
                    }
                }
            }
            let before = reference.worlds
            for move in batch {
                switch move {
                case .job:
                    sent += 1
                    reference.send(sent)
                case .post(let event, let one): reference.post(event, to: one)
                case .settle: break
                }
            }
            await clock.settle()
            let told = notes.withLock { notes in
                defer { notes = [] }
                return notes
            }
            for note in told {
                switch note {
                case .asked(let event, let one): reference.tell(event, of: one)
                case .life(let one): reference.tellLife(of: one)
                }
                if reference.worlds.isEmpty { return "\(batch): not after this: \(note) of \(told), from \(before)" }
            }
            reference.settle()
            let possible = Set(reference.worlds.map(\.waiting.count))
            if possible != [channel.bufferedCount] {
                return "\(batch): \(channel.bufferedCount) wait, not \(possible), after \(told), from \(before)"
            }
        }
        run.cancel()
        try await run.value
        return nil
    }

    /// All words of a length in which a job comes, and the first worker is posted to before the second.
    private static func words(_ length: Int, beginningWith first: Move) -> [[Move]] {
        var words = [[first]]
        for _ in 1..<length { words = words.flatMap { word in moves.map { word + [$0] } } }
        return words.filter { word in
            let ones = word.compactMap { if case .post(_, let one) = $0 { one } else { nil } }
            return word.contains(.job) && word.last != .settle && ones.first != 1
        }
    }

    // Without method tables every action is awaited, so that the workers' steps of one batch mix. The reference knows
    // one worker after the other.
    @Test(.needsMethodTables, arguments: [Supervisor.Restart.fresh, .fromLastSnapshot], moves)
    func `every job is done once, by a worker that is ready`(restart: Supervisor.Restart, first: Move) async throws {
        if case .post(_, 1) = first { return }
        // Both have been woken, so that few moves come far.
        for start in [[], [Move.post(.wake, 0), .post(.wake, 1), .settle]] {
            for word in Self.words(3, beginningWith: first) {
                if let mistake = try await Self.run(start + word, restart) { return #expect(mistake == "") }
            }
        }
    }

    @Test(.needsMethodTables, arguments: [Supervisor.Restart.fresh, .fromLastSnapshot], 0..<amount(10, long: 40))
    func `every job is done once, by a worker that is ready, in long runs`(
        restart: Supervisor.Restart, seed: Int
    ) async throws {
        var random = SplitMix(seed: UInt64(seed))
        let ending: Hand.Event = seed.isMultiple(of: 2) ? .wake : .leave
        let moves = (0..<200).map { number -> Move in
            switch Int.random(in: 0..<12, using: &random) {
            case 0...3: .job
            case 4...5: .settle
            case 6: .post(number > 150 ? ending : .wake, .random(in: 0...1, using: &random))
            case 7: .post(.fail, .random(in: 0...1, using: &random))
            case 8: .post(.rest, .random(in: 0...1, using: &random))
            case 9: .post(.wake, .random(in: 0...1, using: &random))
            default: .post(.done, .random(in: 0...1, using: &random))
            }
        }
        if let mistake = try await Self.run(moves, restart) { #expect(mistake == "") }
    }
}
