import StatechartsSimulation
import StatechartsTesting
import Testing

@testable import Statecharts

/// What a child answers that was told to stop, and how long it is waited for.
@Suite struct StoppedChildTests {
    let clock = ManualClock()
    let notes = Notes()

    /// What the exits of all states note, with a machine and without one.
    private static let answers = [
        "entry: true", "exit: false, false, 0 keys posted to",
        "suspending exit: false, false, finished, finished",
        "entry: true", "exit: false, false, 0 keys posted to",
    ]

    @Test(arguments: [false, true])
    func `a child that was told to stop takes nothing more, wherever it runs`(_ isApart: Bool) async throws {
        let machine = Machine(Farewell(notes, isApart: isApart), clock: clock)
        try await machine.start()
        for _ in 0..<2 {
            await clock.settle()
            try await machine.send(.go)
        }
        await clock.settle()
        try await machine.stop()
        #expect(notes.texts == Self.answers)
    }

    @Test func `it answers the same where it is simulated, and where a test says what it does`() async throws {
        var explorer = Explorer(events: [.go]) { [notes] in Farewell(notes, isApart: false) }
        explorer.run(Explorer<Leaver>(events: []) { Leaver() })
        for runs in [false, true] {
            let test = TestMachine(explorer.makeChart(), childrenOf: runs ? explorer : nil)
            try await test.start()
            for _ in 0..<2 {
                if runs { await test.letChildrenRun(.partial) }
                await test.send(.go, .partial)
            }
            if runs { await test.letChildrenRun(.partial) }
            await test.stop(.partial)
            #expect(notes.take() == Self.answers)
        }
    }

    @Test func `until when a child that was told to stop is waited for is pending on the clock`() async throws {
        let (hold, held) = AsyncStream<Never>.makeStream()
        let machine = Machine(Lingering(hold), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.send(1)
        let pending = await clock.pending
        #expect(pending.map(\.kind) == [.stop])
        #expect(pending.map(\.description) == ["Here/guest: is to have ended until 2.0 seconds"])
        held.finish()
        // The clock does not know of who finishes a stream outside.
        let guest = try await machine.withTop { $0.guest }
        try await guest?.finished
        await clock.settle()
        #expect(await clock.pending.isEmpty)
        try await machine.stop()
    }
}

//  ● ──▶ Quick [leaver, rows] ──go──▶ Slow [leaver], whose exit suspends ──go──▶ Quick
private final class Farewell: TopState<Farewell.Event> {
    enum Event: Sendable { case go }

    let quick: Quick, slow = Slow()
    let notes: Notes

    init(_ notes: Notes, isApart: Bool) {
        self.notes = notes
        quick = Quick(isApart)
    }

    override func configure() { substates(quick, slow) }

    final class Quick: State<Farewell, Farewell> {
        let leaver: Child<Quick, Leaver>, rows: ChildMachines<Quick, Int, Leaver>

        init(_ isApart: Bool) {
            let child = Child(of: Quick.self) { _ in Leaver() }
            leaver = isApart ? child.place(in: nil) : child
            rows = ChildMachines(of: Quick.self) { (_: Quick, _: Int) in Leaver() }
        }

        override func configure() { children(leaver, rows) }
        override func entry() {
            rows.add(1)
            top.notes.add("entry: \(leaver.post(.tick) && rows.post(.tick, to: 1))")
        }
        override func exit() {
            let posted = rows.keys.filter { rows.post(.tick, to: $0) }.count
            top.notes.add("exit: \(leaver.post(.tick)), \(rows.post(.tick, to: 1)), \(posted) keys posted to")
        }
        override func handle(_ event: Event) -> Reaction { .to(superior.slow) }
    }

    final class Slow: State<Farewell, Farewell> {
        let leaver = Child(of: Slow.self) { _ in Leaver() }
        override func configure() { children(leaver) }
        override func exit() async throws {
            let first = leaver.post(.tick)
            await Task.yield()
            let outcome = try await leaver.send(.tick)
            var answer = "answered"
            do { _ = try await leaver.ask { .total(reply: $0) } } catch let error as MachineError {
                answer = error.code.rawValue
            }
            top.notes.add("suspending exit: \(first), \(leaver.post(.tick)), \(outcome), \(answer)")
        }
        override func handle(_ event: Event) -> Reaction { .to(superior.quick) }
    }
}

private final class Leaver: TopState<Leaver.Event> {
    enum Event: Sendable { case tick, total(reply: Reply<Int>) }
    var count = 0
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .tick: .handled { count += 1 }
        case .total(let reply): .handled { reply.answer(count) }
        }
    }
}

/// Its child does not end before the stream does.
private final class Lingering: TopState<Int> {
    let here: Here, away = Away()
    var guest: Machine<LastGuest>?
    init(_ hold: AsyncStream<Never>) { here = Here(hold) }
    override func configure() { substates(here, away) }

    final class Here: State<Lingering, Lingering> {
        let guest: Child<Here, LastGuest>
        init(_ hold: AsyncStream<Never>) {
            guest = Child(of: Here.self, stopWithin: .seconds(2)) { _ in LastGuest(hold) }
        }
        override func configure() { children(guest) }
        override func handle(_ event: Int) -> Reaction { .to(superior.away) }
        override func exit() { top.guest = guest.machine }
    }

    final class Away: State<Lingering, Lingering> {}

    final class LastGuest: TopState<Int> {
        let hold: AsyncStream<Never>
        init(_ hold: AsyncStream<Never>) { self.hold = hold }
        override func exit() async { for await _ in hold {} }
    }
}
