import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// An action waits for the present machine of another child, and for none that may follow.
@Suite(.timeLimit(.minutes(30))) struct ActionsBetweenLivesTests {
    private let clock = ManualClock()

    @Test(arguments: [Supervisor.Strategy.oneForOne, .oneForAll])
    func `an action that asks a machine which fails gets its error, and no answer of the next one`(
        _ strategy: Supervisor.Strategy
    ) async throws {
        let supervisor = Supervisor(strategy, clock: clock), gate = Gate()
        let asker = supervisor.add("asker") { Machine(Booth()) }
        let adviser = supervisor.add("adviser") { Machine(Adviser(gate)) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(2)
        let first = try #require(asker.machine), machine = try #require(adviser.machine)
        adviser.post(.hold(fails: true))
        await gate.reached()
        // Waits behind the step that fails, which ends the asker with it if the failure concerns both.
        asker.post(.call { let _: Int = try await adviser.ask { .number(1, $0) } })
        try await eventually { !machine.mailbox.isEmpty }
        gate.open()
        let told = await events.next(strategy == .oneForAll ? 5 : 3)
        #expect(told.last == .restarted("adviser") && told.contains(.halted("asker")) == (strategy == .oneForAll))
        try await eventually { try await first.withTop { $0.errors.count } == 1 }
        #expect(try await first.withTop { $0.errors[0].contains("threw Broken()") })
        #expect(try await adviser.withTop { $0.seen } == [])
        run.cancel()
        try await run.value
    }

    @Test(arguments: [Supervisor.MailboxPolicy.kept, .dropped])
    func `an action that sends to a machine which is ended for another one's failure is told so`(
        _ mailbox: Supervisor.MailboxPolicy
    ) async throws {
        let supervisor = Supervisor(.oneForAll, clock: clock), gate = Gate()
        let caller = supervisor.add("caller") { Machine(Booth()) }
        let held = supervisor.add("held", mailbox: mailbox) { Machine(Adviser(gate)) }
        let failing = supervisor.add("failing") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(3)
        let first = try #require(caller.machine), machine = try #require(held.machine)
        held.post(.hold(fails: false))
        await gate.reached()
        caller.post(.call { try await held.send(.word(1)) })
        try await eventually { !machine.mailbox.isEmpty }
        await #expect(throws: StepError.self) { try await failing.send(.fail) }
        // Its mailbox is closed while its step is under way.
        try await eventually { machine.mailbox.withContents { $0.admission == .nothing } }
        gate.open()
        #expect(await events.next(7).last == .restarted("failing"))
        #expect(
            try await first.withTop { $0.errors } == [
                mailbox == .kept
                    ? "held: was ended before it took the event; the next machine takes it, which an action cannot wait for [down]"
                    : "held: was ended before it took the event [dropped]"
            ])
        #expect(try await held.withTop { $0.seen } == (mailbox == .kept ? [1] : []))
        run.cancel()
        try await run.value
    }
}

//  Adviser ●→ Open   number(n, reply) / answers n, seen += n · word(n) / seen += n
//                    hold / waits at the gate, then throws if it is to
private final class Adviser: TopState<Adviser.Event> {
    enum Event: Sendable { case number(Int, Reply<Int>), word(Int), hold(fails: Bool) }
    let open = Open()
    let gate: Gate
    var seen: [Int] = []
    init(_ gate: Gate) { self.gate = gate }
    override func configure() { substates(open) }
    final class Open: State<Adviser, Adviser> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .number(let number, let reply):
                .handled {
                    self.top.seen.append(number)
                    reply.answer(number)
                }
            case .word(let number): .handled { self.top.seen.append(number) }
            case .hold(let fails):
                .handled {
                    let gate = self.top.gate
                    await gate.pass()
                    if fails { throw Booth.Broken() }
                }
            }
        }
    }
}
