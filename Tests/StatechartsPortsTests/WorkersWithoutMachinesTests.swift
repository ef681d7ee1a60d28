import StatechartsSimulation
import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts

/// Workers without a machine: under test, and explored.
@Suite struct WorkersWithoutMachinesTests {
    @Test func `a chart under test takes a message when it is ready, and says what waits`() async throws {
        let failures = Guarded<[String]>([])
        let report = FailureReport { failure in failures.withLock { $0.append(failure.description) } }
        let chart = Worker()
        let test = TestMachine(chart, failures: report)
        try await test.start(.partial)
        for job in 1...3 { await test.receive(\.jobs, job, .partial) }
        #expect([chart.job, chart.jobs.bufferedCount] == [1, 2])
        test.finish()
        await test.advance(by: .seconds(1), .partial)
        #expect([chart.job, chart.jobs.bufferedCount] == [2, 1])
        await test.send(.leave, .partial)
        #expect([chart.jobs.bufferedCount, chart.jobs.undeliveredCount] == [1, 0])
        #expect(
            failures.withLock { $0.map { $0.contains("waiting in jobs, of which nobody takes messages now: 2") } } == [
                true
            ])
    }

    @Test(arguments: [Explorer<Hand>.Return.placing, .replaying])
    func `an explorer delivers a job only to a machine that is ready`(returning: Explorer<Hand>.Return) async throws {
        var explorer = Explorer(events: [Hand.Event.done, .rest, .wake]) { Hand(InputPort("jobs")) { _ in } }
        explorer.messages(\.jobs, 1)
        explorer.returning = returning
        let found = try await explorer.explore()
        #expect(found.configurations.map(\.description) == ["Resting", "Idle", "Busy"])
        #expect(
            found.reactions.map(\.description) == [
                "Resting: wake → Idle, once", "Idle: rest → Resting, once", "Idle: message jobs: 1 → Busy, once",
                "Busy: done → Idle, once",
            ])
    }

    @Test(arguments: [Explorer<Postponing>.Return.placing, .replaying])
    func `an explorer knows what the chart has sent itself that waits`(
        returning: Explorer<Postponing>.Return
    ) async throws {
        var explorer = Explorer { Postponing() }
        explorer.returning = returning
        let found = try await explorer.explore()
        #expect(found.configurations.map(\.description) == ["Resting", "Late", "Ready", "Done"])
        // Those two with up to two and with one or two waiting, Ready, and Done with up to one.
        #expect(found.situationCount == 3 + 2 + 1 + 2)
        #expect(found.isComplete, "\(found)")
    }
}

/// Sends itself what it takes when it is ready.
///
///     Postponing: receives jobs while Ready
///     ├─ Resting   later → Late / sends itself a job · wake → Ready
///     ├─ Late      back → Resting
///     ├─ Ready     job → Done
///     └─ Done
final class Postponing: TopState<Postponing.Event> {
    enum Event: CaseIterable { case later, back, wake, job }

    let jobs = InputPort<Event>("jobs")
    let resting = Resting(), late = Late(), ready = Ready(), done = Done()

    override func configure() {
        receive(jobs, while: ready) { $0 }
        substates(resting, late, ready, done)
    }

    final class Resting: State<Postponing, Postponing> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .later where top.jobs.bufferedCount < 2: .to(superior.late) { top.jobs.send(.job) }
            case .wake: .to(superior.ready)
            default: .unhandled
            }
        }
    }
    final class Late: State<Postponing, Postponing> {
        override func handle(_ event: Event) -> Reaction { event == .back ? .to(superior.resting) : .unhandled }
    }
    final class Ready: State<Postponing, Postponing> {
        override func handle(_ event: Event) -> Reaction { event == .job ? .to(superior.done) : .unhandled }
    }
    final class Done: State<Postponing, Postponing> {}
}
