import Statecharts

//  Counter                              count, log (saved)
//  ┌─────────────────────────────────────────────────────────────────────┐
//  │ Running: add(n) / count += n · slow / waits at the gate             │
//  │          fail / throws (slowFail: after the gate) · end ──► ◉ · later deferred│
//  │          slowEnd: after the gate ──► ◉ · spoil: the exit of Counter will throw│
//  │          @Scoped attempt (not Codable), reset by entry only         │
//  └─────────────────────────────────────────────────────────────────────┘

final class Counter: TopState<Counter.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable {
        case add(Int), slow, slowFail, fail, end, slowEnd, spoil, later
    }
    struct Broken: Error, Equatable {}
    struct Handle { let id: Int }
    struct Saved: Codable {
        var count: Int
        var log: [String]
    }

    let running = Running(), done = FinalState<Counter, Counter>()
    let gate: Gate
    var count = 0
    var log: [String] = []
    var isSpoilt = false

    init(gate: Gate = Gate()) { self.gate = gate }
    override func configure() { substates(running, done) }
    override func exit() throws { if isSpoilt { throw Broken() } }
    func save() -> Saved { Saved(count: count, log: log) }
    func restore(_ saved: Saved) { (count, log) = (saved.count, saved.log) }

    final class Running: State<Counter, Counter> {
        @Scoped(.transient) var handle = Handle(id: 7)
        override func entry() { top.log.append("+Running") }
        override func exit() { top.log.append("-Running") }
        override func restored() { top.log.append("restored with handle \(handle.id)") }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let number):
                .handled {
                    self.top.count += number
                    self.top.log.append("\(number)")
                    self.handle = Handle(id: number)
                }
            case .slow:
                .handled {
                    let gate = self.top.gate
                    await gate.pass()
                    self.top.log.append("slow")
                }
            case .slowFail:
                .handled {
                    let gate = self.top.gate
                    await gate.pass()
                    throw Broken()
                }
            case .fail: .handled { throw Broken() }
            case .end: .to(superior.done)
            case .slowEnd:
                .to(superior.done) {
                    let gate = self.top.gate
                    await gate.pass()
                }
            case .spoil: .handled { self.top.isSpoilt = true }
            case .later: .deferred
            }
        }
    }
}
