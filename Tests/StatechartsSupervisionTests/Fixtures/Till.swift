import Statecharts
import StatechartsTesting
import TestSupport

//  Till                                                          log (saved)
//  ┌───────────────────────────────────────────────────────────────────────────────────┐
//  │ ●→ Open ──pay──► Paying ──completed──► Done       hold: waits at the gate             │
//  │                  do: the work given, begun again by restored() as it says             │
//  │                  after 1 s: soon · after 2 s: later · every 3 s: tick                   │
//  │                  (not completed if it has timers, or is to stay)                        │
//  │    leave ──► Open          note(text), paid(n), soon, later, tick / log                 │
//  │    wait: deferred in Paying                                failed(_:) / log             │
//  └───────────────────────────────────────────────────────────────────────────────────┘
// Every event is noted, so that the log is the order in which they came.
final class Till: TopState<Till.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable {
        case pay, leave, hold, soon, later, tick, stuck, boom
        case note(String), paid(Int), refused(String)
    }
    struct Refused: Error {}
    typealias Work = @Sendable (Paying) -> Void

    let open = Open(), paying = Paying(), done = Done()
    let gate: Gate
    let timers: TimerPolicy?
    /// Whether Paying is left by an event only.
    let stays: Bool
    let work: Work
    /// What `restored()` does.
    let again: Work
    let handlesErrors: Bool
    var log: [String] = []

    init(
        gate: Gate = Gate(), timers: TimerPolicy? = nil, stays: Bool = false, handlesErrors: Bool = true,
        again: @escaping Work = { _ in }, _ work: @escaping Work = { _ in }
    ) {
        self.gate = gate
        self.stays = stays || timers != nil
        self.timers = timers
        self.handlesErrors = handlesErrors
        self.work = work
        self.again = again
    }
    override func configure() { substates(open, paying, done) }
    func save() -> [String] { log }
    func restore(_ saved: [String]) { log = saved }
    override func failed(_ error: any Error) -> Reaction {
        handlesErrors ? .handled { self.log.append("\(error)") } : .unhandled
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .pay: .to(paying)
        case .leave: .to(open) { self.log.append("leave") }
        case .hold:
            .handled {
                await self.gate.pass()
                self.log.append("hold")
            }
        case .boom: .handled { throw Refused() }
        case .note(let text): .handled { self.log.append(text) }
        case .paid(let amount): .handled { self.log.append("paid \(amount)") }
        case .refused(let reason): .handled { self.log.append("refused: \(reason)") }
        case .soon, .later, .tick, .stuck: .handled { self.log.append("\(event)") }
        }
    }

    final class Open: State<Till, Till> {}
    final class Paying: State<Till, Till> {
        override func entry() {
            if let policy = top.timers {
                after(.seconds(1), send: .soon, whenRestored: policy)
                after(.seconds(2), send: .later, whenRestored: policy)
                every(.seconds(3), send: .tick, whenRestored: policy)
            }
            top.work(self)
        }
        override func restored() { top.again(self) }
        override func completed() -> Reaction { top.stays ? .unhandled : .to(superior.done) }
        override func handle(_ event: Event) -> Reaction { event == .stuck ? .deferred : .unhandled }
    }
    final class Done: State<Till, Till> {}
}

/// A till that is in a step which waits at its gate, so that what comes waits in the mailbox.
struct HeldTill {
    let machine: Machine<Till>
    let gate: Gate

    init(
        _ clock: ManualClock, timers: TimerPolicy? = nil, stays: Bool = false,
        _ work: @escaping Till.Work = { _ in }
    ) async throws {
        gate = Gate()
        machine = Machine(Till(gate: gate, timers: timers, stays: stays, work), clock: clock)
        try await machine.start()
        // Both are there before the first is taken: what the work brings comes behind them, however soon it has ended.
        try await machine.withTop { [machine] _ in
            machine.post(.pay)
            machine.post(.hold)
        }
        await gate.reached()
        await clock.settle()
    }

    /// A snapshot after the step, of what is in the mailbox then, through JSON. The machine is stopped.
    func snapshot() async throws -> Snapshot {
        let machine = machine
        let snapshot = Task { try await machine.snapshot() }
        try await eventually { await machine.isAskedForSnapshot }
        gate.open()
        let taken = try await snapshot.value.throughJSON()
        try await machine.stop()
        return taken
    }
}
