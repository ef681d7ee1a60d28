import Statecharts

@testable import StatechartsCore

/// Adds up what it is told, and says each sum. It ends with the tenth, or when it is told to.
//  ● ──▶ Open ──end──▶ ◉        Open ──fail──▶ throws        each second: tick
final class Register: TopState<Register.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable { case add(Int), tick, fail, end, wait, lock, unlock }
    struct Saved: Codable, Sendable, Hashable { var sum = 0, log: [String] = [] }
    struct Broken: Error {}

    let open = Open(), locked = Locked(), over = FinalState<Register, Register>()
    let amounts = InputPort<Int>("amounts")
    let sums = OutputPort<Int>("sums"), level = OutputPort<Int>("level", current: 0)
    let gate: Gate?
    var saved = Saved()
    var sum: Int { saved.sum }

    init(_ gate: Gate? = nil) { self.gate = gate }

    override func configure() {
        substates(open, locked, over)
        receive(amounts, while: open) { .add($0) }
    }
    func save() -> Saved { saved }
    func restore(_ saved: Saved) { self.saved = saved }
    class var snapshotVersion: Int { 1 }

    final class Open: State<Register, Register> {
        override func entry() {
            top.saved.log.append("entry")
            every(.seconds(1), send: .tick)
        }
        override func restored() { top.saved.log.append("restored") }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let amount):
                .handled {
                    top.saved.sum += amount
                    top.saved.log.append("+\(amount)")
                    top.sums.send(top.sum)
                    top.level.send(top.sum)
                }
            case .tick: .handled { top.saved.log.append("tick") }
            case .fail: .handled { throw Broken() }
            case .wait:
                .handled {
                    await top.gate?.pass()
                    top.saved.log.append("waited")
                }
            case .end: .to(superior.over)
            case .lock: .to(superior.locked)
            case .unlock: .unhandled
            }
        }
    }

    final class Locked: State<Register, Register> {
        override func handle(_ event: Event) -> Reaction { event == .unlock ? .to(superior.open) : .deferred }
    }
}

//  ● ──▶ Idle ──open──▶ Open [desk, cash ; tills] ──close──▶ Idle
final class Hall: TopState<Hall.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable {
        case open, close, add(Int), remove(Int), sum(Int), level(Int), ended(Int), failed
        case till(Int, sum: Int), tillEnded(Int, Int), wait
    }

    let idle = Idle(), open: Open
    let gate: Gate?, innerGate: Gate?
    let prices = OutputPort<Int>("prices")
    var log: [String] = []

    init(_ gate: Gate? = nil, inner: Gate? = nil, restart: ChildRestart = .transient, backOff: BackOff = .none) {
        self.gate = gate
        innerGate = inner
        open = Open(restart, backOff)
    }

    override func configure() { substates(idle, open) }
    func save() -> [String] { log }
    func restore(_ saved: [String]) { log = saved }

    final class Idle: State<Hall, Hall> {
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.open) : .unhandled }
    }

    final class Open: State<Hall, Hall> {
        let desk = Child(of: Open.self) { Register($0.top.innerGate) }
            .on(\.sums) { .sum($0) }
            .on(\.level) { .level($0) }
            .done(\.sum) { .ended($0) }
            .failed { _ in .failed }
            .connect(\.sums, to: \.cash, \.amounts)
        let cash: Child<Open, Register>
        let tills = ChildMachines(of: Open.self) { open, _ in Register(open.top.innerGate) }
            .on(\.sums) { .till($0, sum: $1) }
            .done(\.sum) { .tillEnded($0, $1) }

        init(_ restart: ChildRestart, _ backOff: BackOff) {
            cash = Child(of: Open.self) { _ in Register() }
                .restart(restart, limit: RestartLimit(2, in: .seconds(100)), backOff: backOff)
                .connect(from: \.top.prices, to: \.amounts)
        }

        override func configure() {
            children(desk, cash, tills)
        }
        override func restored() { top.log.append("restored, with \(tills.count) tills") }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .close: .to(superior.idle)
            case .add(let number): .handled { tills.add(number) }
            case .remove(let number): .handled { tills.remove(number) }
            case .wait:
                .handled {
                    await top.gate?.pass()
                    top.log.append("waited")
                }
            case .sum, .level, .ended, .failed, .till, .tillEnded: .handled { top.log.append("\(event)") }
            case .open: .unhandled
            }
        }
        override func failed(_ error: any Error) -> Reaction { .handled { top.log.append("error") } }
    }
}

extension Machine<Hall> {
    /// What the machines of the hall have noted: its own log, and those of the desk, the cash and the tills.
    func logs() async throws -> [String: [String]] {
        var logs = ["hall": try await withTop { $0.log }]
        for (name, machine) in try await withTop({ hall in
            [("desk", hall.open.desk.machine), ("cash", hall.open.cash.machine)]
                + hall.open.tills.map { ("till \($0.key)", $0.machine) }
        }) {
            if let machine { logs[name] = try await machine.withTop { $0.saved.log } }
        }
        return logs
    }
}
