import Statecharts

//    ┌ Works ────────────────────────────────────────────────────────────────────────┐
//    │      ┌ Pair ───────────────────────────────────────────────────────┐             │
//    │ ●→ Idle ─go─► │ Left: ●→ L1 ──step──► L2 │ Right: ●→ R1 ──step──► R2       │   Safe      │
//    │      └─────────────────────────────────────────────────────────────┘             │
//    │      ──part──► Part: ┌ Press: ●→ I1 ──step──► I2 ┐       end: ──► ◉              │
//    └───────────────────────────────────────────────────────────────────────────────┘
// A flaw says which action throws: "+" and a path an entry, "-" an exit, "!" an effect; once, or for ever. An answer is what a state
// says to an error. Every action can throw at once or after a suspension.
final class Works: TopState<Works.Event> {
    enum Event: Sendable, Hashable { case go, part, step, end }
    struct Trouble: Error, CustomStringConvertible {
        let place: String
        var description: String { "trouble at \(place)" }
    }

    let suspends: Bool
    var flaws: [String: Bool] = [:]
    var answers: [String: (Works) -> Statecharts.Reaction<Works>] = [:]
    /// What the top answers.
    var topAnswer: (Works) -> Reaction = { _ in .unhandled }
    var activities: [String: @Sendable () async throws -> Void] = [:]
    /// The states to which errors were offered.
    var offered: [String] = []
    let idle = Idle(), pair = Pair(), part = Part(), safe = Safe(), end = End()

    init(suspends: Bool = false) { self.suspends = suspends }
    override func configure() { substates(idle, pair, part, safe, end) }

    /// Throws once, or for ever.
    func flaw(_ place: String, forEver: Bool = false) { flaws[place] = forEver }

    func act(_ place: String) throws { if !suspends { try fail(place) } }
    func actLater(_ place: String) async throws {
        guard suspends else { return }
        await Task.yield()
        try fail(place)
    }
    private func fail(_ place: String) throws {
        guard let isForEver = flaws[place] else { return }
        if !isForEver { flaws[place] = nil }
        throw Trouble(place: place)
    }
    func move(_ from: String, to target: Vertex<Works>) -> Statecharts.Reaction<Works> {
        .to(target) {
            try self.act("!\(from)")
            try await self.actLater("!\(from)")
        }
    }

    override func entry() throws { try act("+Works") }
    override func entry() async throws { try await actLater("+Works") }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .end:
            .to(end) {
                try self.act("!Works")
                try await self.actLater("!Works")
            }
        case .go, .part, .step: .unhandled
        }
    }
    override func failed(_ error: any Error) -> Reaction {
        offered.append("Works")
        return topAnswer(self)
    }

    class Worker<Superior: StateNode>: State<Superior, Works> {
        override func entry() throws {
            if let activity = top.activities[path] { run(activity) }
            try top.act("+\(path)")
        }
        override func entry() async throws { try await top.actLater("+\(path)") }
        override func exit() throws { try top.act("-\(path)") }
        override func exit() async throws { try await top.actLater("-\(path)") }
        override func failed(_ error: any Error) -> Reaction {
            top.offered.append(path)
            return top.answers[path]?(top) ?? .unhandled
        }
    }
    final class Idle: Worker<Works> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .go: top.move(path, to: superior.pair)
            case .part: top.move(path, to: superior.part)
            case .step, .end: .unhandled
            }
        }
    }
    final class Pair: OrthogonalState<Works, Works> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }
        override func failed(_ error: any Error) -> Reaction {
            top.offered.append(path)
            return top.answers[path]?(top) ?? .unhandled
        }
    }
    final class Left: Worker<Pair> {
        let l1 = L1(), l2 = L2()
        override func configure() { substates(l1, l2) }
    }
    final class L1: Worker<Left> {
        override func handle(_ event: Event) -> Reaction {
            event == .step ? top.move(path, to: superior.l2) : .unhandled
        }
    }
    final class L2: Worker<Left> {}
    final class Right: Worker<Pair> {
        let r1 = R1(), r2 = R2()
        override func configure() { substates(r1, r2) }
    }
    final class R1: Worker<Right> {
        override func handle(_ event: Event) -> Reaction {
            event == .step ? top.move(path, to: superior.r2) : .unhandled
        }
    }
    final class R2: Worker<Right> {}
    final class Part: Submachine<Works, Works, Press> {
        init() { super.init(Press()) { $0 == .step ? .step : nil } }
        override func failed(_ error: any Error) -> Reaction {
            top.offered.append(path)
            return top.answers[path]?(top) ?? .unhandled
        }
    }
    final class Safe: Worker<Works> {}
    final class End: FinalState<Works, Works> {}
}

final class Press: TopState<Press.Event> {
    enum Event: Sendable { case step }
    var flaw: String?
    var suspends = false
    var offered: [String] = []
    var topAnswer: (Press) -> Reaction = { _ in .unhandled }
    let i1 = I1(), i2 = I2()
    override func configure() { substates(i1, i2) }
    override func failed(_ error: any Error) -> Reaction {
        offered.append("Press")
        return topAnswer(self)
    }
    func act(_ place: String, later: Bool) throws {
        if flaw == place, later == suspends { throw Works.Trouble(place: place) }
    }
    final class I1: State<Press, Press> {
        override func handle(_ event: Event) -> Reaction { .to(superior.i2) { try self.top.act("!I1", later: false) } }
    }
    final class I2: State<Press, Press> {
        override func entry() throws { try top.act("+I2", later: false) }
        override func entry() async throws {
            await Task.yield()
            try top.act("+I2", later: true)
        }
    }
}
