import Statecharts
import StatechartsTesting
import Testing

/// What the chart's own code does wrong is told by the test kit, whatever the chart makes of it.
@Suite struct MistakeReportTests {
    @Test(arguments: [false, true])
    func `a mistake is a failure of a test machine, also if a state has handled it`(rescues: Bool) async throws {
        let kept = Kept()
        let test = TestMachine(Tries(rescues: rescues), failures: kept.report)
        try await test.start()
        await test.send(.retry, .partial)
        let what = rescues ? "makes a mistake, which a state has handled" : "fails"
        #expect(kept.messages.count == 1)
        #expect(
            kept.messages.first?.contains(
                """
                  + \(what): Trying: used Trying.attempts, but the transition leaves Trying before its effect runs; use .local(to:) to \
                stay in it, or take attempts in the handler, before it answers [notActive]
                """) == true, "\(kept.messages)")
        // It can be expected.
        let expected = TestMachine(Tries(rescues: rescues), failures: kept.report)
        try await expected.start()
        await expected.send(.retry, .partial) { $0.fails(.notActive) }
        #expect(kept.messages.count == 1)
    }

    @Test func `each mistake of a step is told, whichever is said`() async throws {
        let kept = Kept()
        func go(_ codes: StepError.Code...) async throws {
            let test = TestMachine(Clumsy(), failures: kept.report)
            try await test.start()
            await test.send("go", .partial) { for code in codes { $0.fails(code) } }
        }
        try await go(.notActive, .invalidPeriod)
        #expect(kept.messages == [])
        try await go(.notActive)
        #expect(kept.messages.count == 1)
        let lines = kept.messages.first?.split(separator: "\n").filter { $0.hasPrefix("  + makes") } ?? []
        #expect(lines.count == 1 && lines.first?.hasSuffix("[invalidPeriod]") == true, "\(kept.messages)")
        #expect(
            lines.first?.hasPrefix("  + makes a mistake, which a state has handled: ") == true, "\(kept.messages)")
    }

    @Test func `a mistake is told also in a step that fails`() async throws {
        let kept = Kept()
        func fall(_ codes: StepError.Code...) async throws {
            let test = TestMachine(Clumsy(), failures: kept.report)
            try await test.start()
            await test.send("fall", .partial) { for code in codes { $0.fails(code) } }
            #expect(test.status == .failed)
        }
        try await fall(.notActive, .unhandledError)
        #expect(kept.messages == [])
        try await fall(.unhandledError)
        #expect(kept.messages.count == 1)
        #expect(kept.messages.first?.contains("  + makes a mistake: ") == true, "\(kept.messages)")
    }

    @Test func `a test that reads what is not there fails, and goes on`() async throws {
        let kept = Kept()
        let test = TestMachine(Tries(rescues: false), failures: kept.report)
        try await test.start()
        await test.send(.leave) {
            $0.exits(\.trying.waiting, \.trying)
            $0.enters(\.idle)
        }
        #expect(test.top.trying.attempts == 0)
        #expect(
            kept.messages == [
                """
                used Trying.attempts while Trying is not active
                use it from the own actions and handlers of Trying, and from those of its substates
                the chart is in Idle
                """
            ])
        await test.send(.retry, .partial) { _ in }
        #expect(test.status == .running)
    }

    @Test(arguments: [false, true])
    func `a mistake is a problem of an exploration, also if a state has handled it`(rescues: Bool) async throws {
        var explorer = Explorer { Tries(rescues: rescues) }
        explorer.events(.retry, .leave)
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        let failures = found.problems.filter { $0.kind == .failure }
        #expect(failures.map(\.subject) == ["notActive"])
        #expect(failures.first?.message.contains("used Trying.attempts, but the transition leaves Trying") == true)
        #expect(failures.first?.path.map(\.description) == ["retry"])
    }

    @Test func `an exploration hints at transitions into other regions`() async throws {
        var explorer = Explorer { Crossings() }
        explorer.events("cross", "local", "raise")
        let found = try await explorer.explore()
        #expect(
            found.hints == [
                """
                Both.Left.One → Both.Right.Four leads into another region: all regions of Both are left and entered again; raise(_:) an \
                event that the other region takes, or let Both answer .local(to:), if the others are to stay
                """
            ])
    }
}

//    ┌ Tries ─────────────────────────────────────────────────────────────┐
//    │ ●→ Trying (attempts) [ ●→ Waiting ] ⟲ retry   ──leave──► Idle       │
//    └────────────────────────────────────────────────────────────────────┘
// The effect of retry uses what its transition has left.
private final class Tries: TopState<Tries.Event> {
    enum Event: Sendable { case retry, leave }
    let trying = Trying(), idle = Idle()
    let rescues: Bool
    init(rescues: Bool) { self.rescues = rescues }
    override func configure() { substates(trying, idle) }

    final class Trying: State<Tries, Tries> {
        @Scoped var attempts = 0
        let waiting = Waiting()
        override func configure() { substates(waiting) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .retry: .to(waiting) { attempts += 1 }
            case .leave: .to(superior.idle)
            }
        }
        override func failed(_ error: any Error) -> Reaction { superior.rescues ? .handled : .unhandled }
        final class Waiting: State<Trying, Tries> {}
    }
    final class Idle: State<Tries, Tries> {}
}

//    ┌ Crossings: Both ──────────────────────────────────────┐
//    │ Left:  ●→ One ──cross──► Right.Four     Two            │
//    │ Right: ●→ Three ──raised──► Four                       │
//    └───────────────────────────────────────────────────────┘
private final class Crossings: TopState<String> {
    let both = Both()
    override func configure() { substates(both) }
    final class Both: OrthogonalState<Crossings, Crossings> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }
        override func handle(_ event: String) -> Reaction { event == "local" ? .local(to: right.four) : .unhandled }
    }
    final class Left: State<Both, Crossings> {
        let one = One()
        override func configure() { substates(one) }
        final class One: State<Left, Crossings> {
            override func handle(_ event: String) -> Reaction {
                switch event {
                case "cross": .to(top.both.right.four)
                case "raise": .handled { raise("raised") }
                default: .unhandled
                }
            }
        }
    }
    final class Right: State<Both, Crossings> {
        let three = Three(), four = Four()
        override func configure() { substates(three, four) }
        final class Three: State<Right, Crossings> {
            override func handle(_ event: String) -> Reaction { event == "raised" ? .to(superior.four) : .unhandled }
        }
        final class Four: State<Right, Crossings> {}
    }
}

//   Clumsy: ●──▶ Calm ──go──▶ Ticking, with two mistakes; ──fall──▶ Falling, with a mistake, and it throws
private final class Clumsy: TopState<String> {
    struct Broken: Error {}
    let calm = Calm(), ticking = Ticking(), falling = Falling()
    override func configure() { substates(calm, ticking, falling) }
    override func failed(_ error: any Error) -> Reaction { error is Broken ? .unhandled : .handled }

    final class Calm: State<Clumsy, Clumsy> {
        @Scoped var number = 0
        override func handle(_ event: String) -> Reaction {
            event == "go" ? .to(superior.ticking) { number += 1 } : .to(superior.falling) { number += 1 }
        }
    }
    final class Ticking: State<Clumsy, Clumsy> {
        override func entry() { every(.zero, send: "tick") }
    }
    final class Falling: State<Clumsy, Clumsy> {
        override func entry() throws { throw Broken() }
    }
}
