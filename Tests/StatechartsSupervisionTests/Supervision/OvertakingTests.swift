import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What comes while a machine is made, bound, started, and in its first step: nothing overtakes what was sent before.
@Suite struct OvertakingTests {
    @Test(arguments: Supervisor.MailboxPolicy.allCases)
    func `what one sender says around a restart arrives in order, through ports and by posts`(
        _ mailbox: Supervisor.MailboxPolicy
    ) async throws {
        let words = InputPort<Int>("words"), gate = Gate(), lives = Guarded(0)
        let supervisor = Supervisor(clock: ManualClock())
        let child = supervisor.add("herald", mailbox: mailbox) {
            let life = lives.withLock { life in
                life += 1
                return life
            }
            if life == 2 { words.send(0) }
            return Machine(Herald(words, gate: life == 2 ? gate : nil))
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        words.send(-1)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        await gate.reached()
        // In the first step of the second life.
        #expect(child.machine == nil)
        #expect(child.post(.word(3)))
        words.send(4)
        #expect(child.post(.word(5)))
        words.send(6)
        gate.open()
        #expect(await events.next(3).last == .restarted("herald"))
        try await child.send(.word(7))
        #expect(try await child.withTop { $0.seen } == Array(0...7))
        #expect(words.undeliveredCount == 0)
        run.cancel()
        try await run.value
    }

    @Test func `what one sender says before the first start arrives in order, by posts and through each port`()
        async throws
    {
        let words = InputPort<Int>("words"), others = InputPort<Int>("others"), more = OutputPort<Int>("more")
        let supervisor = Supervisor(clock: ManualClock())
        let child = supervisor.add("reader") { Machine(TwoEars(words, others)) }
        var events = EventReader(supervisor)
        connect(more, to: child) { .word($0) }
        for number in 0..<40 {
            switch number % 4 {
            case 0: words.send(number)
            case 1: #expect(child.post(.word(number)))
            case 2: others.send(number)
            case _: more.send(number)
            }
        }
        let run = Task { try await supervisor.run() }
        try await child.send(.word(40))
        #expect(await events.next(1) == [.started("reader")])
        #expect(try await child.withTop { $0.seen } == Array(0...40))
        run.cancel()
        try await run.value
    }

    @Test func `what one sender says while the first machine starts arrives in order`() async throws {
        for round in 0..<100 {
            let words = InputPort<Int>("words"), others = InputPort<Int>("others")
            let supervisor = Supervisor(clock: ManualClock())
            let child = supervisor.add("reader") { Machine(TwoEars(words, others)) }
            var events = EventReader(supervisor)
            let run = Task { try await supervisor.run() }
            for number in 0..<80 {
                switch (number + round) % 3 {
                case 0: words.send(number)
                case 1: child.post(.word(number))
                case _: others.send(number)
                }
                if number % 16 == round % 16 { await Task.yield() }
            }
            try await child.send(.word(80))
            #expect(await events.next(1) == [.started("reader")])
            let seen = try await child.withTop { $0.seen }
            #expect(seen == Array(0...80))
            run.cancel()
            try await run.value
        }
    }

    @Test func `a machine that is posted to while its ports are attached takes that`() async throws {
        let words = InputPort<Int>("words"), made = Guarded<Machine<TwoEars>?>(nil)
        let supervisor = Supervisor(clock: ManualClock())
        let child = supervisor.add("reader") {
            // The mapping runs when the port lets its message go.
            let machine = Machine(
                TwoEars(words, InputPort("others")) { number in
                    let machine = made.withLock { $0 }
                    if number == 1 { #expect(machine?.post(.word(10)) == true) }
                })
            made.withLock { $0 = machine }
            return machine
        }
        words.send(1)
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        try await child.send(.word(2))
        #expect(await events.next(1) == [.started("reader")])
        #expect(try await child.withTop { $0.seen.sorted() } == [1, 2, 10])
        made.withLock { $0 = nil }
        run.cancel()
        try await run.value
    }

    @Test(arguments: [false, true])
    func `what comes in a first step that fails is kept in order for the next life, or lost with it`(
        _ isKept: Bool
    ) async throws {
        struct NotToday: Error {}
        let words = InputPort<Int>("words"), gate = Gate(), lives = Guarded(0), clock = ManualClock()
        let supervisor = Supervisor(
            backOff: .exponential(from: .seconds(1), cap: .seconds(1)), clock: clock)
        let child = supervisor.add("nervous", mailbox: isKept ? .kept : .dropped) {
            let life = lives.withLock { life in
                life += 1
                return life
            }
            return Machine(Nervous(words, fails: life == 1 ? gate : nil))
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        child.post(.word(1))
        await gate.reached()
        words.send(2)
        child.post(.word(3))
        words.send(4)
        gate.open()
        #expect(await events.next(2).last == .restarting(["nervous"], after: .seconds(1)))
        #expect(child.post(.word(5)) == isKept)
        words.send(6)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        #expect(await events.next(1) == [.started("nervous")])
        try await child.send(.word(7))
        #expect(try await child.withTop { $0.seen } == (isKept ? Array(1...7) : [7]))
        #expect(words.undeliveredCount == (isKept ? 0 : 3))
        run.cancel()
        try await run.value
    }
}

//  Nervous                                                                    seen
//  ┌────────────────────────────────────────────────────────────────────────────┐
//  │ ●→ On   entry: waits at its gate, if it has one, and throws                  │
//  └────────────────────────────────────────────────────────────────────────────┘
private final class Nervous: TopState<Nervous.Event> {
    enum Event: Sendable { case word(Int) }
    struct Broken: Error {}
    let on = On()
    let words: InputPort<Int>
    let gate: Gate?
    var seen: [Int] = []

    init(_ words: InputPort<Int>, fails gate: Gate?) {
        self.words = words
        self.gate = gate
    }
    override func configure() {
        receive(words) { .word($0) }
        substates(on)
    }
    final class On: State<Nervous, Nervous> {
        override func entry() async throws {
            guard let gate = top.gate else { return }
            await gate.pass()
            throw Broken()
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .word(let number): .handled { self.top.seen.append(number) }
            }
        }
    }
}

//  TwoEars                                                                    seen
//  ┌────────────────────────────────────────────────────────────────────────────┐
//  │ ●→ Open   words, others: word(n) / seen += n                                 │
//  └────────────────────────────────────────────────────────────────────────────┘
private final class TwoEars: TopState<TwoEars.Event> {
    enum Event: Sendable { case word(Int) }
    let open = Open()
    let words: InputPort<Int>, others: InputPort<Int>
    let mapped: @Sendable (Int) -> Void
    var seen: [Int] = []

    init(_ words: InputPort<Int>, _ others: InputPort<Int>, mapped: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.words = words
        self.others = others
        self.mapped = mapped
    }
    override func configure() {
        receive(words) { [mapped] number in
            mapped(number)
            return .word(number)
        }
        receive(others) { .word($0) }
        substates(open)
    }
    final class Open: State<TwoEars, TwoEars> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .word(let number): .handled { self.top.seen.append(number) }
            }
        }
    }
}
