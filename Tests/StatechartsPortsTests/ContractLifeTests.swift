@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import Testing

/// Contracts of components that are restarted.
@Suite struct ContractLifeTests {
    private let clock = ManualClock()
    private let complaints = Complaints()
    private let guest = OutputPort<Office.Request>("guest")
    private let requests = InputPort<Office.Request>("requests"), answers = OutputPort<Int>("answers")

    private func contract(onDeadline policy: Contract<AnswerRules>.DeadlinePolicy = .report) -> Contract<AnswerRules> {
        let complaints = complaints
        connect(guest, to: requests)
        let contract = Contract(AnswerRules(), clock: clock, onDeadline: policy) { complaints.note($0) }
        requests.enforce(contract) { .asked($0.number) }
        answers.enforce(contract) { .answered($0) }
        return contract
    }

    /// An office that is restarted a second after it has failed.
    private func supervised(_ restart: Supervisor.Restart) -> (Supervisor, SupervisedMachine<Office>) {
        let supervisor = Supervisor(backOff: .exponential(from: .seconds(1), cap: .seconds(1)), clock: clock)
        let (requests, answers, clock) = (requests, answers, clock)
        let child = supervisor.add("Office", restart: restart) {
            Machine(Office(requests, answers), named: "Office", clock: clock)
        }
        return (supervisor, child)
    }

    @Test func `an answer of the next life is one`() async throws {
        let contract = contract()
        let (supervisor, child) = supervised(.fromLastSnapshot)
        var events = supervisor.events.makeAsyncIterator()
        let run = Task { try await supervisor.run() }
        #expect(await events.next() == .started("Office"))
        guest.send(.init(number: 1, way: .never))
        guest.send(.init(number: 2, way: .failing))
        await clock.advance(by: .seconds(2))
        try await child.send(.answerAll)
        #expect(complaints.texts == [])
        await clock.advance(by: .seconds(60))
        #expect(complaints.violations.map(\.event) == ["tooLate(2)"])
        run.cancel()
        try await run.value
        withExtendedLifetime(contract) {}
    }

    @Test func `rules are told of lives where they begin and end`() async throws {
        let contract = contract()
        let (supervisor, child) = supervised(.fresh)
        contract.follow(child, failed: .gone, restarted: .forgotten, ended: .gone)
        var events = supervisor.events.makeAsyncIterator()
        let run = Task { try await supervisor.run() }
        #expect(await events.next() == .started("Office"))
        guest.send(.init(number: 1, way: .never))
        await clock.settle()
        #expect(complaints.texts == [])
        await #expect(throws: StepError.self) { try await child.send(.asked(.init(number: 0, way: .failing))) }
        // Still owed when the first life was over; forgotten by the next one, which is asked the same again.
        #expect(complaints.texts == ["AnswerRules: gone came after requests: 1?, in Serving"])
        await clock.advance(by: .seconds(1))
        guest.send(.init(number: 1, way: .after(.seconds(1))))
        await clock.advance(by: .seconds(60))
        #expect(complaints.violations.count == 1)
        guest.send(.init(number: 2, way: .never))
        await clock.settle()
        run.cancel()
        try await run.value
        #expect(
            complaints.texts.dropFirst() == [
                "AnswerRules: gone came after requests: 1?, gone, forgotten, requests: 1?, answers: 1, requests: 2?, in Serving"
                    .replacing("requests: 1?, gone, ", with: "requests: 1?, ")
            ])
    }

    @Test func `a missed deadline fails the present life, and the next one goes on`() async throws {
        let contract = contract(onDeadline: .fail)
        let (supervisor, child) = supervised(.fromLastSnapshot)
        var events = supervisor.events.makeAsyncIterator()
        let run = Task { try await supervisor.run() }
        #expect(await events.next() == .started("Office"))
        guest.send(.init(number: 1, way: .never))
        await clock.advance(by: .seconds(5))
        #expect(complaints.violations.map(\.event) == ["tooLate(1)"])
        #expect(child.machine == nil)
        guest.send(.init(number: 2))
        await clock.advance(by: .seconds(1))
        // What came while there was no machine is taken by the next one.
        #expect(await child.machine?.status == .running)
        await clock.advance(by: .seconds(60))
        #expect(complaints.violations.count == 1)
        run.cancel()
        try await run.value
        withExtendedLifetime(contract) {}
    }

    @Test func `a deadline that is missed while there is no machine fails nobody`() async throws {
        let contract = contract(onDeadline: .fail)
        let (supervisor, child) = supervised(.fromLastSnapshot)
        var events = supervisor.events.makeAsyncIterator()
        let run = Task { try await supervisor.run() }
        #expect(await events.next() == .started("Office"))
        guest.send(.init(number: 1, way: .never))
        await clock.advance(by: .seconds(4) + .milliseconds(500))
        await #expect(throws: StepError.self) { try await child.send(.asked(.init(number: 0, way: .failing))) }
        await clock.advance(by: .seconds(1))
        #expect(complaints.violations.map(\.event) == ["tooLate(1)"])
        #expect(await child.machine?.status == .running)
        await clock.advance(by: .seconds(60))
        #expect(await child.machine?.status == .running)
        run.cancel()
        try await run.value
        withExtendedLifetime(contract) {}
    }

    @Test func `ports that are new in each life have the same contract enforced on them`() async throws {
        let complaints = complaints, clock = clock, guest = guest
        let contract = Contract(AnswerRules(), clock: clock) { complaints.note($0) }
        let supervisor = Supervisor(clock: clock)
        let child = supervisor.add("Office", restart: .fromLastSnapshot) {
            let office = Office()
            connect(guest, to: office.requests)
            office.requests.enforce(contract) { .asked($0.number) }
            office.answers.enforce(contract) { .answered($0) }
            return Machine(office, clock: clock)
        }
        var events = supervisor.events.makeAsyncIterator()
        let run = Task { try await supervisor.run() }
        #expect(await events.next() == .started("Office"))
        await clock.settle()
        guest.send(.init(number: 1, way: .never))
        await clock.settle()
        await #expect(throws: StepError.self) { try await child.send(.asked(.init(number: 0, way: .failing))) }
        await clock.settle()
        try await child.send(.answerAll)
        await clock.advance(by: .seconds(60))
        #expect(complaints.texts == [])
        run.cancel()
        try await run.value
    }

    @Test func `who follows a child that is over is told at once`() async throws {
        let contract = contract()
        let (supervisor, child) = supervised(.fresh)
        var events = supervisor.events.makeAsyncIterator()
        let run = Task { try await supervisor.run() }
        #expect(await events.next() == .started("Office"))
        requests.send(.init(number: 1, way: .never))
        await clock.settle()
        try await child.send(.stop)
        try await run.value
        contract.follow(child, failed: .forgotten, ended: .gone)
        #expect(complaints.violations.map(\.event) == ["gone"])
    }

    @Test func `who follows a child is told of its next lives, also when its supervisor gave up in between`()
        async throws
    {
        let contract = contract()
        let inner = Supervisor(limit: RestartLimit(0, in: .seconds(1)), clock: clock)
        let outer = Supervisor(clock: clock)
        outer.add("Inner", inner)
        let (requests, answers, clock) = (requests, answers, clock)
        let child = inner.add("Office") { Machine(Office(requests, answers), clock: clock) }
        let other = inner.add("Other") { Machine(Office(), clock: clock) }
        contract.follow(child, failed: .gone, restarted: .forgotten)
        let run = Task { try await outer.run() }
        for number in 1...3 {
            guest.send(.init(number: number, way: .never))
            await clock.settle()
            #expect(complaints.violations.count == number - 1)
            // The inner supervisor gives up, which ends this life of the child; the outer one starts both again.
            await #expect(throws: StepError.self) { try await other.send(.asked(.init(number: 0, way: .failing))) }
            await clock.settle()
            #expect(complaints.violations.map(\.event) == Array(repeating: "gone", count: number))
        }
        // What was asked of the lives that are over is forgotten, and nothing is owed by the last one.
        await clock.advance(by: .seconds(60))
        run.cancel()
        try await run.value
        #expect(complaints.violations.count == 3)
    }

    @Test func `who follows a child is told of the lives of a supervisor's next run, and once of each end`()
        async throws
    {
        let contract = contract()
        let (supervisor, child) = supervised(.fresh)
        contract.follow(child, restarted: .forgotten, ended: .gone)
        for number in 1...3 {
            var events = supervisor.events.makeAsyncIterator()
            let run = Task { try await supervisor.run() }
            #expect(await events.next() == .started("Office"))
            guest.send(.init(number: number, way: .never))
            await clock.settle()
            run.cancel()
            try await run.value
            #expect(complaints.violations.map(\.event) == Array(repeating: "gone", count: number))
        }
    }

    @Test func `who was removed tells its end, and keeps nobody who follows it`() async throws {
        weak var core: ContractCore<AnswerRules>?
        let (supervisor, child) = supervised(.fresh)
        var events = supervisor.events.makeAsyncIterator()
        let run = Task { try await supervisor.run() }
        #expect(await events.next() == .started("Office"))
        do {
            let contract = contract()
            core = contract.core
            contract.follow(child, ended: .gone)
            guest.send(.init(number: 1, way: .never))
            await clock.settle()
            try await supervisor.remove("Office")
            #expect(complaints.violations.map(\.event) == ["gone"])
            contract.follow(child, ended: .gone)
            #expect(complaints.violations.map(\.event) == ["gone", "gone"])
            Contract(AnswerRules(), clock: clock).follow(child)
            requests.enforce(Contract(AnswerRules(), clock: clock)) { .asked($0.number) }
            answers.enforce(Contract(AnswerRules(), clock: clock)) { .answered($0) }
        }
        await clock.settle()
        #expect(core == nil)
        run.cancel()
        try await run.value
    }
}
