import Statecharts
import StatechartsTesting
import Testing

//   Rhythm: Common is reached where the next tick is 1 s away, by a timer of 1 s or of 2 s
//   ●──▶ Choosing ──fast──▶ Fast ──▶ Common ──tick──▶ Ticked ──tick──▶ Lucky
//               ──slow──▶ Slow ──settled──▶ Common         ──late──▶ Unlucky
private final class Rhythm: TopState<Rhythm.Event> {
    enum Event: Sendable { case fast, slow, tick, settled, late }
    let choosing = Choosing(), run = Run()
    override func configure() { substates(choosing, run) }
    final class Choosing: State<Rhythm, Rhythm> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .fast: .to(superior.run.fast)
            case .slow: .to(superior.run.slow)
            case .tick, .settled, .late: .unhandled
            }
        }
    }
    final class Run: State<Rhythm, Rhythm> {
        let fast = Fast(), slow = Slow(), common = Common(), ticked = Ticked(), lucky = Lucky(), unlucky = Unlucky()
        override func configure() { substates(fast, slow, common, ticked, lucky, unlucky) }
        final class Fast: State<Run, Rhythm> {
            override func entry() { superior.every(.seconds(1), send: .tick) }
            override func always() -> Reaction { .to(superior.common) }
        }
        final class Slow: State<Run, Rhythm> {
            override func entry() {
                superior.every(.seconds(2), send: .tick)
                after(.seconds(1), send: .settled)
            }
            override func handle(_ event: Event) -> Reaction { event == .settled ? .to(superior.common) : .unhandled }
        }
        final class Common: State<Run, Rhythm> {
            override func handle(_ event: Event) -> Reaction { event == .tick ? .to(superior.ticked) : .unhandled }
        }
        final class Ticked: State<Run, Rhythm> {
            override func entry() { after(.milliseconds(1_500), send: .late) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.lucky)
                case .late: .to(superior.unlucky)
                case .fast, .slow, .settled: .unhandled
                }
            }
        }
        final class Lucky: State<Run, Rhythm> {}
        final class Unlucky: State<Run, Rhythm> {}
    }
}

//   Verdict: ●──▶ Open ──one [result = 1], two [result = 2]──▶ ◉
private final class Verdict: TopState<Verdict.Event> {
    enum Event: Sendable { case one, two }
    var result = 0
    let open = Open(), end = FinalState<Verdict, Verdict>()
    override func configure() { substates(open, end) }
    final class Open: State<Verdict, Verdict> {
        override func handle(_ event: Event) -> Reaction { .to(superior.end) { top.result = event == .one ? 1 : 2 } }
    }
}

//   Register: the same, and it saves the result
private final class Register: TopState<Register.Event>, Snapshotting {
    enum Event: Sendable { case one, two }
    @Scoped var isNew = true
    private(set) var result = 0
    let open = Open(), end = FinalState<Register, Register>()
    override func configure() { substates(open, end) }
    func save() -> Int { isNew ? result : -1 }
    func restore(_ saved: Int) { result = saved }
    final class Open: State<Register, Register> {
        override func handle(_ event: Event) -> Reaction { .to(superior.end) { top.result = event == .one ? 1 : 2 } }
    }
}

//   Sluice: a message waits in one of two ports until it is open
private final class Sluice: TopState<Sluice.Event> {
    enum Event: Sendable { case left, right, open, fromLeft(Int), fromRight(Int) }
    let toLeft = OutputPort<Int>("toLeft"), toRight = OutputPort<Int>("toRight")
    let leftIn = InputPort<Int>("leftIn"), rightIn = InputPort<Int>("rightIn")
    let shut = Shut(), sent = Sent(), opened = Opened(), gotLeft = GotLeft(), gotRight = GotRight()
    override init() {
        super.init()
        connect(toLeft, to: leftIn)
        connect(toRight, to: rightIn)
    }
    override func configure() {
        receive(leftIn, while: opened) { .fromLeft($0) }
        receive(rightIn, while: opened) { .fromRight($0) }
        substates(shut, sent, opened, gotLeft, gotRight)
    }
    final class Shut: State<Sluice, Sluice> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .left: .to(superior.sent) { top.toLeft.send(7) }
            case .right: .to(superior.sent) { top.toRight.send(7) }
            case .open, .fromLeft, .fromRight: .unhandled
            }
        }
    }
    final class Sent: State<Sluice, Sluice> {
        override func handle(_ event: Event) -> Reaction {
            if case .open = event { .to(superior.opened) } else { .unhandled }
        }
    }
    final class Opened: State<Sluice, Sluice> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .fromLeft: .to(superior.gotLeft)
            case .fromRight: .to(superior.gotRight)
            case .left, .right, .open: .unhandled
            }
        }
    }
    final class GotLeft: State<Sluice, Sluice> {}
    final class GotRight: State<Sluice, Sluice> {}
}

//   Sorter: ●──▶ Empty: keeps 1 or 1.0, alone or in an array ──look──▶ Whole or Broken
private final class Sorter: TopState<Sorter.Event> {
    enum Event: Sendable, CaseIterable { case whole, broken, look }
    @Scoped var value: any Sendable & Hashable = ""
    let isListed: Bool
    let empty = Empty(), whole = Whole(), broken = Broken()
    init(isListed: Bool) { self.isListed = isListed }
    override func configure() { substates(empty, whole, broken) }
    final class Empty: State<Sorter, Sorter> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .whole: .handled { if top.isListed { top.value = [1] } else { top.value = 1 } }
            case .broken: .handled { if top.isListed { top.value = [1.0] } else { top.value = 1.0 } }
            case .look:
                top.value is Int || top.value is [Int]
                    ? .to(superior.whole) : top.value is String ? .unhandled : .to(superior.broken)
            }
        }
    }
    final class Whole: State<Sorter, Sorter> {}
    final class Broken: State<Sorter, Sorter> {}
}

/// What tells one situation from another.
@Suite struct ExploredSituationsTests {
    @Test(arguments: [Explorer<Rhythm>.Return.automatic, .replaying])
    private func `timers that repeat are told apart by their periods`(
        _ returning: Explorer<Rhythm>.Return
    ) async throws {
        var explorer = Explorer(events: [.fast, .slow]) { Rhythm() }
        explorer.returning = returning
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.unreachedStates.isEmpty && found.isComplete, "\(found)")
        #expect(
            found.path(to: \.run.unlucky)?.description
                == "slow, timer Run.Slow: settled, timer Run: tick, timer Run.Ticked: late")
    }

    @Test(arguments: [[Verdict.Event.one, .two], [.two, .one]])
    private func `ends are told apart by the fingerprint`(_ events: [Verdict.Event]) async throws {
        var explorer = Explorer(events: events) { Verdict() }
        explorer.fingerprint { $0.result }
        explorer.eventually(.when("the result is 1") { $0.result == 1 })
        let found = try await explorer.explore()
        #expect(found.problems.map(\.path.description) == ["[two]"], "\(found)")
        #expect(found.situationCount == 3)
    }

    @Test func `data that differ at the end are a gap where a condition may look at them`() async throws {
        var explorer = Explorer(events: [Verdict.Event.one, .two]) { Verdict() }
        #expect(try await explorer.explore().isComplete)
        explorer.eventually(.when("the result is 1") { $0.result == 1 })
        let found = try await explorer.explore()
        #expect(found.gaps.map { String($0.prefix { $0 != " " }) } == ["Verdict.result"])
        #expect(found.inconclusive == ["eventually the result is 1"])
    }

    @Test func `what a chart that has ended would save tells ends apart, whatever else it asks for`() async throws {
        var explorer = Explorer(events: [Register.Event.one, .two]) { Register() }
        explorer.fingerprint { $0.isNew }
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty && found.isComplete, "\(found)")
        #expect(found.situationCount == 3)
    }

    @Test(arguments: [Explorer<Sluice>.Return.automatic, .replaying])
    private func `messages that wait are told apart by their ports`(
        _ returning: Explorer<Sluice>.Return
    ) async throws {
        var explorer = Explorer(events: [.left, .right, .open]) { Sluice() }
        explorer.returning = returning
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.path(to: \.gotLeft)?.description == "left, open")
        #expect(found.path(to: \.gotRight)?.description == "right, open")
    }

    @Test(arguments: [false, true])
    func `numbers are told apart by their types, also in collections`(isListed: Bool) async throws {
        var explorer = Explorer { Sorter(isListed: isListed) }
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.path(to: \.whole)?.description == "whole, look")
        #expect(found.path(to: \.broken)?.description == "broken, look")
    }
}
