import Statecharts
import StatechartsSimulation
import TestSupport
import Testing

@testable import StatechartsCore

/// What is counted of the children of a storm, by all their machines, wherever these run.
private final class StormRegister: Sendable {
    struct Seat: Hashable { let stay: Int, key: Int }
    struct Contents {
        var charts = 0
        var living: [Seat: Int] = [:]
        var begun = 0, heard = 0, cuts = 0
        var wrong: [String] = []
    }

    private let contents = Guarded(Contents())

    var all: Contents { contents.withLock { $0 } }
    func count(_ change: (inout Contents) -> Void) { contents.withLock { change(&$0) } }

    func begins(_ seat: Seat) {
        contents.withLock { contents in
            contents.begun += 1
            contents.living[seat, default: 0] += 1
            // Whoever is made anew, or under the same key, begins when the one before has ended.
            if contents.living[seat] != 1 { contents.wrong.append("two of \(seat) at once") }
        }
    }

    func ends(_ seat: Seat) { contents.withLock { $0.living[seat, default: 0] -= 1 } }
}

//  ● ──▶ Shut ──open──▶ Open [rows: Row, many, each on an executor of its own; clerk: Row]
//             ◀─shut──
private final class Market: TopState<Market.Event>, Snapshotting {
    enum Event: Sendable, Codable {
        case open, shut, again, add(Int), remove(Int), tell(Int, Row.Event), all(Row.Event), clerk(Row.Event)
        case said(StormRegister.Seat, Int), done(Int), failed(Int)
    }

    let register: StormRegister
    let shut = Shut(), open = Open()
    /// How often Open was entered.
    var stay = 0
    /// The last that each one has said in this stay.
    var last: [Int: Int] = [:]

    init(_ register: StormRegister) { self.register = register }
    override func configure() { substates(shut, open) }
    func save() -> Int { stay }
    func restore(_ stay: Int) { self.stay = stay }
    /// The effect of each way into Open: the clerk is made before the entry.
    func beginStay() {
        stay += 1
        last = [:]
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .said, .done, .failed: .handled { self.register.count { $0.wrong.append("\(event) came too late") } }
        case .open, .shut, .again, .add, .remove, .tell, .all, .clerk: .unhandled
        }
    }

    final class Shut: State<Market, Market> {
        override func handle(_ event: Event) -> Reaction {
            if case .open = event { .to(superior.open) { top.beginStay() } } else { .unhandled }
        }
    }

    final class Open: State<Market, Market> {
        let rows = ChildMachines(of: Open.self, limit: 8) { Row(.init(stay: $0.top.stay, key: $1), $0.top.register) }
            .on(\.words) { _, words in .said(words.seat, words.number) }
            .done(\.key) { key, _ in .done(key) }
            .failed { key, _ in .failed(key) }
            .restart(.transient, limit: RestartLimit(1, in: .seconds(60)), backOff: .none)
            .place(in: nil)
        let clerk = Child(of: Open.self) { Row(.init(stay: $0.top.stay, key: -1), $0.top.register) }
            .on(\.words) { .said($0.seat, $0.number) }
            .done(\.key) { .done($0) }
            .failed { _ in .failed(-1) }
            .restart(.permanent, limit: RestartLimit(100_000, in: .seconds(60)), backOff: .none)

        override func configure() {
            children(rows)
            children(clerk)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .shut: .to(superior.shut)
            case .again: .to(self) { top.beginStay() }
            case .add(let key): .handled { rows.add(key) }
            case .remove(let key): .handled { rows.remove(key) }
            case .tell(let key, let event): .handled { rows.post(event, to: key) }
            case .all(let event): .handled { rows.postToAll(event) }
            case .clerk(let event): .handled { clerk.post(event) }
            case .said(let seat, let number): .handled { hear(seat, number) }
            case .done, .failed: .handled
            case .open: .unhandled
            }
        }

        private func hear(_ seat: StormRegister.Seat, _ number: Int) {
            let last = top.last[seat.key] ?? 0, stay = top.stay
            top.last[seat.key] = number
            top.register.count { contents in
                contents.heard += 1
                if seat.stay != stay { contents.wrong.append("\(seat) is heard in stay \(stay)") }
                // A new one begins with 1 again.
                if number != 1, number <= last { contents.wrong.append("\(seat) said \(number) behind \(last)") }
            }
        }
    }
}

extension StormRegister.Seat: Codable {}

private final class Row: TopState<Row.Event>, Snapshotting {
    enum Event: Sendable, Codable { case say, finish, fail }
    struct Words: Sendable { let seat: StormRegister.Seat, number: Int }
    struct Broken: Error {}

    let seat: StormRegister.Seat, register: StormRegister
    let words = OutputPort<Words>()
    let here = Here(), over = FinalState<Row, Row>()
    private var number = 0
    private var isLiving = false
    var key: Int { seat.key }

    init(_ seat: StormRegister.Seat, _ register: StormRegister) {
        self.seat = seat
        self.register = register
        register.count { $0.charts += 1 }
    }

    deinit { register.count { $0.charts -= 1 } }

    override func configure() { substates(here, over) }
    func save() -> Int { number }
    func restore(_ number: Int) { self.number = number }
    override func entry() {
        isLiving = true
        register.begins(seat)
    }
    override func exit() { end() }
    private func end() {
        if isLiving { register.ends(seat) }
        isLiving = false
    }
    func say() {
        number += 1
        words.send(Words(seat: seat, number: number))
    }
    func fail() throws {
        end()
        throw Broken()
    }

    final class Here: State<Row, Row> {
        override func entry() { top.say() }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .say: .handled { top.say() }
            case .finish: .to(superior.over)
            case .fail: .handled { try top.fail() }
            }
        }
    }
}

/// Everything that can happen to children, at random, from several tasks at once, on several executors.
@Suite struct ChildStormTests {
    private func operation(_ machine: Machine<Market>, _ random: inout SplitMix, _ register: StormRegister) async {
        let key = random.below(12)
        let event: Row.Event = random.chance(70) ? .say : random.chance(50) ? .finish : .fail
        switch random.below(100) {
        case 0: machine.post(.shut)
        case 1: machine.post(.again)
        case 2..<5: machine.post(.open)
        case 5..<25: machine.post(.add(key))
        case 25..<40: machine.post(.remove(key))
        case 40..<75: machine.post(.tell(key, event))
        case 75..<80: machine.post(.all(random.chance(90) ? .say : event))
        case 80..<90: machine.post(.clerk(event))
        case 90..<98:
            // Past its owner.
            guard let row = try? await machine.withTop({ $0.open.rows[key] }) else { return }
            if random.chance(80) { row.post(event) } else { try? await row.stop() }
        case 98: _ = try? await machine.send(.add(key))
        default:
            guard (try? await machine.snapshot()) != nil else { return }
            register.count { $0.cuts += 1 }
        }
    }

    @Test func `whatever happens to children at once, one lives at a time, is heard in its stay, and nothing stays`()
        async throws
    {
        let register = StormRegister()
        let machine = Machine(Market(register), clock: ManualClock())
        try await machine.start()
        try await machine.send(.open)
        let operations = amount(10_000, long: 1_000_000)
        await withTaskGroup { group in
            for task in 0..<4 {
                group.addTask {
                    var random = SplitMix(seed: UInt64(task))
                    for number in 0..<operations / 4 {
                        await operation(machine, &random, register)
                        // Not more than the machine can take.
                        if number % 20 == 19 { _ = try? await machine.send(.add(0)) }
                    }
                }
            }
        }
        try await machine.stop()
        let all = register.all
        #expect(all.wrong.isEmpty, "\(all.wrong.prefix(5))")
        #expect(all.living.values.allSatisfy { $0 == 0 })
        // On a busy machine many are removed before they have begun.
        #expect(all.begun > 0 && all.heard > 0 && all.cuts > 0)
        try await eventually { register.all.charts == 0 }
    }
}
