import TestSupport
import Testing

@testable import Statecharts

/// Runs jobs at once, inside of whoever enqueues them: what is resumed goes on before `resume()` returns.
private final class AtOnce: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
}

//  Master [hand: Hand]; holds itself at a gate, and says what it hears      Hand: ● ──▶ Busy ──end──▶ ◉
//
private final class Master: TopState<Master.Event> {
    enum Event: Sendable { case hold, done }
    let hand: Child<Master, Hand>
    let gate: Gate
    var log: [String] = []

    init(_ gate: Gate, _ atEnd: @escaping @Sendable () -> Void) {
        self.gate = gate
        hand = Child(of: Master.self) { _ in Hand() }.done(\.count) { _ in
            atEnd()
            return .done
        }
    }
    override func configure() { children(hand) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .hold: .handled { await self.gate.pass() }
        case .done: .handled { self.log.append("done") }
        }
    }
}

private final class Hand: TopState<Hand.Event> {
    enum Event: Sendable { case end }
    let busy = Busy(), over = FinalState<Hand, Hand>(), count = 1
    override func configure() { substates(busy, over) }
    final class Busy: State<Hand, Hand> {
        override func handle(_ event: Event) -> Reaction { .to(superior.over) }
    }
}

/// Whoever waits for the end of a child is told when its owner can know of it, and no earlier.
@Suite struct ToldEndTests {
    enum Wait: CaseIterable, Sendable { case told, ended }
    enum Moment: CaseIterable, Sendable { case before, whileItEnds }

    @Test(arguments: Wait.allCases, Moment.allCases)
    func `the end of a child is in the mailbox of its owner before anybody who waits for it goes on`(
        _ wait: Wait, _ moment: Moment
    ) async throws {
        let gate = Gate(), begin = Guarded<@Sendable () -> Void>({})
        let machine = Machine(Master(gate) { begin.withLock { $0 }() })
        try await machine.start()
        let hand = try #require(try await machine.withTop { $0.hand.machine })
        let life = try #require(machine.livingChildren.lastFirst.first as? ChildLife)
        try await eventually { await hand.status == .running }
        // The owner takes nothing meanwhile.
        machine.post(.hold)
        await gate.reached()
        let (counts, count) = AsyncStream<Int>.makeStream()
        let waiting = { @Sendable in
            _ = Task(executorPreference: AtOnce()) {
                switch wait {
                case .told: await life.told()
                case .ended: await life.ended()
                }
                count.yield(machine.waitingCount)
            }
        }
        switch moment {
        case .before: waiting()
        case .whileItEnds: begin.withLock { $0 = waiting }
        }
        hand.post(.end)
        #expect(await counts.first { _ in true } == 1)
        gate.open()
        try await eventually { try await machine.withTop { $0.log == ["done"] } }
        try await machine.stop()
    }
}
