import Statecharts

extension Benchmark {
    /// Supervisors.
    static let supervisionGrowth: [GrowthSubject] = [
        GrowthSubject("supervised", "n machines, started and stopped by a supervisor", from: 100) { n in
            let supervisor = Supervisor()
            return {
                for number in 0..<n { supervisor.add("\(number)") { Machine(Failing()) } }
                try await run(supervisor) { try await hasStarted(supervisor, n) }
            }
        },
        GrowthSubject("supervised-added", "n machines, added to a supervisor that runs", from: 100) { n in
            let supervisor = Supervisor(staysOpen: true)
            return {
                try await run(supervisor) {
                    var last: SupervisedMachine<Failing>?
                    for number in 0..<n { last = supervisor.add("\(number)") { Machine(Failing()) } }
                    while last?.status != .running { await Task.yield() }
                }
            }
        },
        GrowthSubject("supervised-removed", "n machines, removed in their order", from: 100) { n in
            let supervisor = Supervisor(staysOpen: true)
            return {
                for number in 0..<n { supervisor.add("\(number)") { Machine(Failing()) } }
                try await run(supervisor) { for number in 0..<n { try await supervisor.remove("\(number)") } }
            }
        },
        GrowthSubject("supervised-failed", "n machines that fail once each, and are restarted", from: 100) { n in
            let supervisor = Supervisor(limit: .init(.max, in: .seconds(3_600)))
            let all = (0..<n).map { number in supervisor.add("\(number)") { Machine(Failing()) } }
            return {
                try await run(supervisor) {
                    for child in all { _ = try? await child.send(.fail) }
                    for child in all { try await child.send(.go) }
                }
            }
        },
        GrowthSubject("supervised-finished", "n machines that come to their ends", from: 100) { n in
            let supervisor = Supervisor()
            let all = (0..<n).map { number in supervisor.add("\(number)") { Machine(Failing()) } }
            return {
                try await run(supervisor) {
                    for child in all { child.post(.finish) }
                    for child in all { while child.status != .over { await Task.yield() } }
                }
            }
        },
        GrowthSubject("supervised-restarts", "n failures of one machine", from: 100) { n in
            let supervisor = Supervisor(limit: .init(.max, in: .seconds(3_600)))
            let child = supervisor.add("one") { Machine(Failing()) }
            return { try await run(supervisor) { for _ in 0..<n { _ = try? await child.send(.fail) } } }
        },
        GrowthSubject("supervised-all", "n machines, restarted for the failure of one", from: 100) { n in
            let supervisor = Supervisor(.oneForAll, limit: .init(.max, in: .seconds(3_600)))
            let all = (0..<n).map { number in supervisor.add("\(number)") { Machine(Failing()) } }
            return {
                try await run(supervisor) {
                    try await all[n - 1].send(.go)
                    _ = try? await all[0].send(.fail)
                    try await all[n - 1].send(.go)
                    try await all[0].send(.go)
                }
            }
        },
    ]

    private static func run(_ supervisor: Supervisor, while body: () async throws -> Void) async throws {
        let running = Task { try await supervisor.run() }
        do { try await body() } catch {
            running.cancel()
            throw error
        }
        running.cancel()
        _ = try await running.value
    }

    private static func hasStarted(_ supervisor: Supervisor, _ count: Int) async throws {
        let last = supervisor.add("last") { Machine(Failing()) }
        while last.status != .running { await Task.yield() }
    }
}

private final class Failing: TopState<Failing.Event> {
    enum Event: Sendable { case go, fail, finish }
    struct Failure: Error {}

    let rest = Rest(), finished = FinalState<Failing, Failing>()
    override func configure() { substates(rest, finished) }

    final class Rest: State<Failing, Failing> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .go: .handled
            case .fail: .handled { throw Failure() }
            case .finish: .to(superior.finished)
            }
        }
    }
}
