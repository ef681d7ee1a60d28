import Statecharts
import StatechartsTesting

//  Booth                                                                  seen (saved)
//  ┌──────────────────────────────────────────────────────────────────────────────────┐
//  │ ●→ Open   port words: word(n) / seen += n · fail / throws                            │
//  │           hold / waits at the gate, then throws if it is to · call / awaits that      │
//  └──────────────────────────────────────────────────────────────────────────────────┘
// The port is made outside and is the same for all lives.

final class Booth: TopState<Booth.Event>, Snapshotting {
    enum Event: Sendable {
        case word(Int), fail, holdAndFail
        case call(@Sendable () async throws -> Void)
    }
    struct Broken: Error {}

    let open = Open()
    let words: InputPort<Int>
    let gate: Gate
    var seen: [Int] = []
    var errors: [String] = []

    init(_ words: InputPort<Int> = InputPort(), gate: Gate = Gate()) {
        self.words = words
        self.gate = gate
    }
    override func configure() {
        receive(words) { .word($0) }
        substates(open)
    }
    func save() -> [Int] { seen }
    func restore(_ saved: [Int]) { seen = saved }

    final class Open: State<Booth, Booth> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .word(let number): .handled { self.top.seen.append(number) }
            case .fail: .handled { throw Broken() }
            case .holdAndFail:
                .handled {
                    let gate = self.top.gate
                    await gate.pass()
                    throw Broken()
                }
            case .call(let call):
                .handled {
                    do { try await call() } catch { self.top.errors.append("\(error)") }
                }
            }
        }
    }
}

//  Fuse ┌─────────────────────────────────────────────────────────────────┐
//       │ ●→ Lit   after 5 s: bang / throws · every 2 s: tick / ticks += 1 │   ticks (saved)
//       └─────────────────────────────────────────────────────────────────┘

final class Fuse: TopState<Fuse.Event>, Snapshotting {
    enum Event: Codable, Sendable { case bang, tick }
    struct Broken: Error {}
    let lit = Lit()
    var ticks = 0
    override func configure() { substates(lit) }
    func save() -> Int { ticks }
    func restore(_ saved: Int) { ticks = saved }

    final class Lit: State<Fuse, Fuse> {
        override func entry() {
            after(.seconds(5), send: .bang)
            every(.seconds(2), send: .tick)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .bang: .handled { throw Broken() }
            case .tick: .handled { self.top.ticks += 1 }
            }
        }
    }
}

/// Every message that is negative violates it.
final class Positive: TopState<Int> {
    override func handle(_ event: Int) -> Reaction { event < 0 ? .unhandled : .handled }

    static func contract() -> Contract<Positive> { Contract(Positive()) }
}
