import Statecharts

/// Some of the machines, with one task that loads them at random, looks after them, and makes new ones for those that
/// ended.
struct Crew: ~Copyable {
    private struct Member {
        var machine: Machine<Worker>
        let account: Account
    }

    private let tally: Machine<Tally>
    private let ends: InputPort<Worker.Ended>
    private var members: [Member] = []
    private var random: Random
    private(set) var failures = 0
    private(set) var restarts = 0
    private(set) var checks = 0

    init(size: Int, seed: UInt64) async throws {
        random = Random(seed: seed)
        let counting = Tally()
        ends = counting.ends
        tally = Machine(counting)
        try await tally.start()
        for _ in 0..<size {
            let account = Account()
            members.append(Member(machine: try await Self.hire(account, ends), account: account))
        }
    }

    private static func hire(_ account: Account, _ ends: InputPort<Worker.Ended>) async throws -> Machine<Worker> {
        let worker = Worker(account: account)
        connect(worker.ends, to: ends)
        let machine = Machine(worker)
        try await machine.start()
        return machine
    }

    /// Loads the machines until `end`, then waits until everything given has ended.
    /// - Returns: how many jobs are lost, with those that the tally did not hear of.
    mutating func work(until end: ContinuousClock.Instant) async throws -> Int {
        let clock = ContinuousClock()
        while clock.now < end {
            for _ in 0..<100 { try await act() }
            // The load is bounded by the machines, not by the cores.
            try await Task.sleep(for: .milliseconds(1))
        }
        let patience = clock.now + .seconds(20)
        while outstanding > 0, clock.now < patience { try await Task.sleep(for: .milliseconds(2)) }
        for member in members { try await inspect(member) }
        let announced = try await tally.withTop { $0.count }
        return outstanding + abs(accepted - outstanding - announced)
    }

    private mutating func act() async throws {
        let place = random.below(members.count)
        let member = members[place]
        switch random.below(1_000) {
        case 0..<20:
            try await inspect(member)
            checks += 1
        case 20..<60 where member.account.outstanding == 0:
            try await restart(place, byFailure: random.below(2) == 0)
        default:
            guard member.account.outstanding < 6 else { return }
            let roll = random.below(100)
            let job: Worker.Job = roll < 80 ? .easy : roll < 90 ? .waiting : roll < 97 ? .failing : .endless
            // Counted first: the job may end before `post` returns.
            member.account.open()
            if !member.machine.post(.job(job)) { throw SoakError(description: "a running machine refused an event") }
        }
    }

    private func inspect(_ member: Member) async throws {
        if try await !member.machine.withTop({ $0.isConsistent }) { member.account.blame() }
    }

    private mutating func restart(_ place: Int, byFailure: Bool) async throws {
        let member = members[place]
        if byFailure {
            failures += 1
            member.machine.post(.crash)
            let error = await Self.end(of: member.machine)
            guard let error = error as? StepError, error.code == .unhandledError else {
                throw SoakError(description: "a crashed machine ended with \(String(describing: error))")
            }
        } else {
            try await member.machine.stop()
        }
        restarts += 1
        members[place].machine = try await Self.hire(member.account, ends)
    }

    private static func end(of machine: Machine<Worker>) async -> (any Error)? {
        do { try await machine.finished } catch { return error }
        return nil
    }

    var accepted: Int { members.reduce(0) { $0 + $1.account.accepted } }
    var outstanding: Int { members.reduce(0) { $0 + $1.account.outstanding } }
    var violations: Int { members.reduce(0) { $0 + $1.account.violations } }

    func stop() async throws {
        for member in members { try await member.machine.stop() }
        try await tally.stop()
    }
}

/// The soak found something that must not be.
struct SoakError: Error, CustomStringConvertible {
    let description: String
}
