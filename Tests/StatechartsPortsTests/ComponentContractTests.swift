@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import TestSupport
import Testing

/// Contracts of several ports, with deadlines.
@Suite struct ComponentContractTests {
    let clock = ManualClock()
    let complaints = Complaints()
    let guest = OutputPort<Office.Request>("guest")

    /// An office with the contract that all is answered in time.
    func office(
        _ guest: OutputPort<Office.Request>? = nil, onDeadline policy: Contract<AnswerRules>.DeadlinePolicy = .report
    ) -> (Machine<Office>, Contract<AnswerRules>) {
        let office = Office(), complaints = complaints
        connect(guest ?? self.guest, to: office.requests)
        let contract = Contract(
            AnswerRules(), clock: clock, onDeadline: policy, expecting: \.candidates
        ) { complaints.note($0) }
        office.requests.enforce(contract) { .asked($0.number) }
        office.answers.enforce(contract) { .answered($0) }
        return (Machine(office, named: "Office", clock: clock), contract)
    }

    @Test func `what is answered in time, once and with its number is in order`() async throws {
        let (office, contract) = office()
        try await office.start()
        for number in 1...3 { guest.send(.init(number: number, way: .after(.seconds(5 - number)))) }
        guest.send(.init(number: 4))
        await clock.advance(by: .seconds(60))
        #expect(complaints.texts == [])
        #expect(contract.name == "AnswerRules")
        #expect(await clock.pending.isEmpty)
    }

    @Test func `a missing answer is a violation when it is due, with the trace of its request`() async throws {
        let (office, _) = office()
        let system = System(clock: clock), violations = system.violations
        system.add("Guest", ports: guest)
        await system.add(office)
        try await office.start()
        guest.send(.init(number: 7, way: .never))
        await clock.advance(by: .seconds(2))
        guest.send(.init(number: 8, way: .never))
        guest.send(.init(number: 9))

        await clock.advance(by: .seconds(3) - .nanoseconds(1))
        #expect(complaints.texts == [])
        await clock.advance(by: .nanoseconds(1))
        let violation = try #require(complaints.violations.first)
        #expect(violation.contract == "AnswerRules")
        #expect(violation.port == nil)
        #expect(violation.message == nil)
        #expect(violation.event == "tooLate(7)")
        #expect(violation.state == "Serving")
        #expect(violation.expected == ["answered(7)", "answered(8)", "asked(0)"])
        #expect(
            violation.history == [
                "Office.requests: 7?", "Office.requests: 8?", "Office.requests: 9?", "Office.answers: 9",
            ])
        #expect(violation.trace.map(\.description) == ["#1 Guest.guest: 7?"])
        #expect(
            violation.description == """
                AnswerRules: tooLate(7) came after Office.requests: 7?, Office.requests: 8?, Office.requests: 9?, \
                Office.answers: 9, in Serving; expected answered(7) or answered(8) or asked(0); caused by #1 Guest.guest: 7?
                """)
        #expect(await violations.first(1).map(\.description) == complaints.texts)
        await clock.advance(by: .seconds(60))
        #expect(complaints.violations.map(\.event) == ["tooLate(7)", "tooLate(8)"])
        // A late answer is one all the same.
        _ = try await office.send(.answerAll)
        #expect(complaints.violations.count == 2)
        #expect(await office.status == .running)
    }

    @Test func `an answer that comes twice, or with another number, is a violation of its port`() async throws {
        let (office, _) = office()
        let heard = guest, answers = try await office.withTop { $0.answers }
        let stream = answers.stream()
        try await office.start()
        heard.send(.init(number: 1, way: .twice))
        await clock.settle()
        heard.send(.init(number: 5, way: .wrongly))
        await clock.settle()
        #expect(
            complaints.texts == [
                "answers: 1 came after requests: 1?, answers: 1, in Serving of AnswerRules; expected asked(0)",
                "answers: 6 came after requests: 1?, answers: 1, requests: 5?, in Serving of AnswerRules; "
                    + "expected answered(5) or asked(0)",
            ])
        #expect(complaints.violations.map(\.port) == [answers.label, answers.label])
        #expect(complaints.violations.map { "\($0.message ?? "")" } == ["1", "6"])
        #expect(complaints.violations.map(\.event) == ["answered(1)", "answered(6)"])
        // Reported only: all has been sent.
        #expect(await stream.first(3) == [1, 1, 6])
    }

    @Test func `a number that is open already is refused where the port refuses it`() async throws {
        let (office, contract) = office()
        let requests = try await office.withTop { $0.requests }
        requests.enforce(contract, onViolation: .refuse) { .asked($0.number) }
        try await office.start()
        for _ in 0..<3 { guest.send(.init(number: 1, way: .never)) }
        await clock.settle()
        #expect(try await office.withTop { $0.open } == [1])
        #expect(complaints.violations.map(\.event) == ["asked(1)", "asked(1)"])
    }

    @Test func `by choice a missed deadline fails the component, once`() async throws {
        let (office, contract) = office(onDeadline: .fail)
        withExtendedLifetime(contract) {}
        try await office.start()
        guest.send(.init(number: 1, way: .never))
        await clock.advance(by: .seconds(5))
        let error = await #expect(throws: StepError.self) { try await office.finished }
        #expect(error?.code == .contractViolation)
        #expect(error?.path == "AnswerRules")
        #expect(error?.message == complaints.texts.first)
        #expect(complaints.texts.count == 1)
    }

    @Test func `who ends with something open has missed it when it is due, even if nobody is left`() async throws {
        weak var core: ContractCore<AnswerRules>?
        weak var machine: Machine<Office>?
        do {
            let guest = OutputPort<Office.Request>("guest")
            let (office, contract) = office(guest)
            core = contract.core
            machine = office
            try await office.start()
            guest.send(.init(number: 3, way: .never))
            try await office.stop()
        }
        #expect(await isGone { machine })
        #expect(core != nil)
        #expect(await clock.pending.map(\.path) == ["Serving"])
        await clock.advance(by: .seconds(5))
        #expect(
            complaints.texts == [
                "AnswerRules: tooLate(3) came after requests: 3?, in Serving; expected answered(3) or asked(0)"
            ])
        #expect(await isGone { core })
        #expect(await clock.pending.isEmpty)
    }

    @Test func `who ends with something open violates rules that are told of the end, before anybody goes on`()
        async throws
    {
        let (office, contract) = office()
        contract.follow(office, ended: .gone)
        try await office.start()
        guest.send(.init(number: 3, way: .never))
        try await office.send(.stop)
        #expect(
            complaints.texts == [
                "AnswerRules: gone came after requests: 3?, in Serving; expected answered(3) or asked(0)"
            ])
        // At once where it has ended.
        contract.follow(office, ended: .forgotten)
        await clock.advance(by: .seconds(60))
        #expect(complaints.texts.count == 1)
    }

    @Test func `a contract that is let go with nothing open leaves nothing behind`() async throws {
        weak var core: ContractCore<AnswerRules>?
        do {
            let guest = OutputPort<Office.Request>("guest")
            let (office, contract) = office(guest)
            core = contract.core
            try await office.start()
            for number in 0..<100 { guest.send(.init(number: number)) }
            try await office.stop()
        }
        #expect(await isGone { core })
        #expect(await clock.pending.isEmpty)
        #expect(complaints.texts == [])
    }

    @Test func `a contract that nobody holds goes away when an end takes its last deadline back`() async throws {
        weak var core: ContractCore<AnswerRules>?
        let office = Machine(Office(), clock: clock)
        do {
            let requests = InputPort<Office.Request>("requests"), complaints = complaints
            let contract = Contract(AnswerRules(), clock: clock) { complaints.note($0) }
            core = contract.core
            requests.enforce(contract) { .asked($0.number) }
            contract.follow(office, ended: .forgotten)
            requests.send(.init(number: 1))
        }
        #expect(core != nil)
        try await office.start()
        try await office.stop()
        #expect(await isGone { core })
        #expect(complaints.texts == [])
    }

    @Test func `a port that gets another contract ends what the first one waits for`() async throws {
        weak var core: ContractCore<AnswerRules>?
        let requests = InputPort<Office.Request>("requests")
        do {
            let complaints = complaints
            let contract = Contract(AnswerRules(), clock: clock) { complaints.note($0) }
            core = contract.core
            requests.enforce(contract) { .asked($0.number) }
        }
        requests.send(.init(number: 1))
        #expect(await clock.pending.count == 1)
        requests.enforce(Contract(DoorRules())) { _ in nil }
        #expect(core == nil)
        await clock.advance(by: .seconds(60))
        #expect(complaints.texts == [])
    }

    @Test func `messages that come at once at all ports are judged one after the other`() async throws {
        let (office, contract) = office()
        let (requests, answers) = try await office.withTop { ($0.requests, $0.answers) }
        let count = amount(150, long: 500)
        let others = (0..<4).map { OutputPort<Office.Request>("\($0)") }
        for other in others { connect(other, to: requests) }
        try await office.start()
        await withTaskGroup { group in
            for (place, other) in others.enumerated() {
                group.addTask { for number in 0..<count { other.send(.init(number: place * count + number)) } }
            }
            // Anybody may send through a port; the contract finds out.
            group.addTask { for number in 0..<100 { answers.send(-1 - number) } }
        }
        await clock.settle()
        let events = complaints.violations.map(\.event)
        #expect(Set(events) == Set((0..<100).map { "answered(\(-1 - $0))" }))
        #expect(events.count == 100)
        await clock.advance(by: .seconds(60))
        #expect(complaints.violations.count == 100)
        withExtendedLifetime(contract) {}
    }

    @Test func `a message that comes when its deadline is over comes too late, though no alarm has rung`() {
        let clock = StepClock(wakes: false), port = InputPort<Int>("port"), complaints = complaints
        let contract = Contract(AnswerRules(), clock: clock) { complaints.note($0) }
        port.enforce(contract) { $0 > 0 ? .asked($0) : .answered(-$0) }
        port.send(1)
        port.send(2)
        clock.advance(by: .seconds(4))
        port.send(-1)
        clock.advance(by: .seconds(1))
        port.send(-2)
        #expect(complaints.texts == ["AnswerRules: tooLate(2) came after 1, 2, -1, in Serving"])
    }

    @Test func `deadlines run from when a contract is enforced`() async {
        let port = InputPort<String>("port"), complaints = complaints
        let contract = Contract(HelloRules(), named: "Hello", clock: clock) { complaints.note($0) }
        await clock.advance(by: .seconds(10))
        port.enforce(contract) { .init(rawValue: $0) }
        await clock.advance(by: .seconds(1))
        #expect(complaints.texts == ["Hello: late came as the first message, in Quiet; expected hello"])
        port.send("hello")
        port.send("hello")
        await clock.advance(by: .seconds(60))
        #expect(
            complaints.texts.dropFirst() == ["port: hello came after hello, in Greeted of Hello; expected end"])
        port.send("end")
        port.send("hello")
        #expect(complaints.texts.dropFirst(2) == ["port: hello came after hello, end, in the end of Hello"])
    }

    @Test func `who reports may send through the same ports, which is judged after the message itself`() async {
        let port = OutputPort<Int>("port"), all = InputPort<Int>("all"), complaints = complaints
        connect(port, to: all)
        let contract = Contract(AnswerRules()) { violation in
            complaints.note(violation)
            // Tells the other side, through the port that is being judged.
            if let number = violation.message as? Int { port.send(-number) }
        }
        port.enforce(contract, onViolation: .refuse) { $0 > 0 ? .asked($0) : .answered(-$0) }
        for number in [1, 1, 2] { port.send(number) }
        all.finish()
        // The second 1 is refused, and -1 answers the first one.
        #expect(await Array(all) == [1, -1, 2])
        #expect(complaints.violations.map(\.event) == ["asked(1)"])
    }

    @Test func `a violation tells the last twenty messages before it`() {
        let port = InputPort<Int>("port"), complaints = complaints
        let contract = Contract(AnswerRules()) { complaints.note($0) }
        port.enforce(contract) { .asked($0) }
        for number in (1...25) { port.send(number) }
        port.send(25)
        #expect(complaints.violations.map(\.history) == [(6...25).map { "\($0)" }])
    }

    @Test func `a chart with activities says that a contract has none`() {
        let port = InputPort<Int>("port"), complaints = complaints
        port.enforce(Contract(BusyRules()) { complaints.note($0) }, onViolation: .refuse) { $0 }
        port.send(1)
        port.send(2)
        #expect(complaints.texts.count == 2)
        #expect(complaints.texts.allSatisfy { $0.contains("began an activity (run) in the chart of a contract") })
        #expect(port.bufferedCount == 0)
    }
}

/// Whether an object goes; somebody's task may hold it for a moment.
func isGone(_ object: () -> AnyObject?) async -> Bool {
    var rounds = 0
    while object() != nil, rounds < 1_000_000 {
        await Task.yield()
        rounds += 1
    }
    return object() == nil
}
