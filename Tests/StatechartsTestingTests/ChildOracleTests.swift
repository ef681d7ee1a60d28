import Statecharts
import StatechartsTesting
import Testing

//   Purse [coins[…]: Coin]     Coin: Heads ◀─flip─▶ Tails; lose ends it     Shop [purse: Purse]
private final class Coin: TopState<Coin.Event> {
    enum Event: Sendable { case flip, lose, value(reply: Reply<Int>), nothing(reply: Reply<Int>) }
    let heads = Heads(), tails = Tails(), lost = FinalState<Coin, Coin>()
    var flips = 0
    override func configure() { substates(heads, tails, lost) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .value(let reply): .handled { reply.answer(flips) }
        case .nothing: .handled
        case .lose: .to(lost)
        case .flip: .unhandled
        }
    }

    final class Heads: State<Coin, Coin> {
        override func handle(_ event: Event) -> Reaction {
            if case .flip = event { .to(superior.tails) { self.top.flips += 1 } } else { .unhandled }
        }
    }

    final class Tails: State<Coin, Coin> {
        override func handle(_ event: Event) -> Reaction {
            if case .flip = event { .to(superior.heads) { self.top.flips = 0 } } else { .unhandled }
        }
    }
}

private final class Purse: TopState<Purse.Event> {
    enum Event: Hashable, Sendable { case add(Int), remove(Int), ask(Int), gone }
    let coins = ChildMachines(of: Purse.self) { (_: Purse, _: Int) in Coin() }.done(\.flips) { _, _ in .gone }
    let only = Child(of: Purse.self) { _ in Coin() }
    var errors: [String] = []
    override func configure() { children(coins, only) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .add(let number): .handled { coins.add(number) }
        case .remove(let number): .handled { coins.remove(number) }
        case .ask:
            .handled {
                do { _ = try await only.ask { .nothing(reply: $0) } } catch { errors.append("\(error)") }
            }
        case .gone: .handled
        }
    }
}

private final class Shop: TopState<Int> {
    let purse = Child(of: Shop.self) { _ in Purse() }
    override func configure() { children(purse) }
}

/// What the explorer of a child says is to hold is looked at in each child of its class.
@Suite struct ChildOracleTests {
    private func coins(_ says: (inout Explorer<Coin>) -> Void = { _ in }) -> Explorer<Coin> {
        var coins = Explorer<Coin>(events: [.flip]) { Coin() }
        says(&coins)
        return coins
    }

    private func purses(
        _ events: [Purse.Event] = [], _ says: (inout Explorer<Coin>) -> Void = { _ in }
    ) -> Explorer<Purse> {
        var purses = Explorer<Purse>(events: events) { Purse() }
        purses.disregard("Purse.errors")
        purses.run(coins(says))
        return purses
    }

    private func violations<Top>(_ found: Exploration<Top>) -> [String] {
        found.problems.filter { $0.kind == .violation }
            .map { "\($0.subject): \($0.message): \($0.path.map(\.description).joined(separator: ", "))" }
    }

    @Test func `what never is, what holds and what is of each step are looked at in children`() async throws {
        let begins = "child only: begins", flip = "child only: flip"
        let found = try await purses {
            $0.never(\.tails)
            $0.invariant("few flips") { $0.flips < 1 }
            $0.step("no step in tails") { step, _ in
                step.configuration.description == "Tails" ? "it was in tails" : nil
            }
            $0.on({ if case .flip = $0 { true } else { false } }, "flip", leadsTo: .active(\.heads))
            $0.never(\.heads)
        }.explore()
        #expect(
            violations(found) == [
                "Coin: never heads: in only, it is so: \(begins)",
                "Coin: never tails: in only, it is so: \(begins), \(flip)",
                "Coin: few flips: in only, it does not hold: \(begins), \(flip)",
                "Coin: no step in tails: in only, it was in tails: \(begins), \(flip)",
                "Coin: flip leads to heads: in only, flip was handled and led to Tails: \(begins), \(flip)",
            ], "\(found)")
    }

    @Test func `models, deadlines and charts that look on are looked at in children`() async throws {
        let begins = "child only: begins", flip = "child only: flip"
        var explorer = purses {
            $0.model(0, "the count") { count, _ in
                count += 1
            } difference: { count, coin in
                count > coin.flips ? "there were \(count)" : nil
            }
            $0.eventually(.when("two flips") { $0.flips > 1 }, within: 2)
            $0.helper("two in a row", { Row() }, failsIn: \.second) { step, _ in step.event == nil ? [] : [1] }
        }
        explorer.limits.depth = 4
        let found = try await explorer.explore()
        #expect(
            violations(found) == [
                "Coin: the count: in only, there were 2: \(begins), \(flip), \(flip)",
                "Coin: eventually two flips within 2: in only, 2 steps have passed without it: \(begins), \(flip), \(flip)",
                "Coin: two in a row: in only, the helper chart is in Second: \(begins), \(flip), \(flip)",
            ], "\(found)")
    }

    @Test func `what holds is no problem, and makes no situations of its own`() async throws {
        let plain = try await purses([.add(1), .remove(1)]).explore()
        let said = try await purses([.add(1), .remove(1)]) {
            $0.never(\.heads, with: \.tails)
            $0.invariant("few flips") { $0.flips < 2 }
            $0.step("no error") { step, _ in step.outcome == .deferred ? "deferred" : nil }
        }.explore()
        #expect(violations(said) == [], "\(said)")
        #expect(said.situationCount == plain.situationCount && said.isComplete && said.inconclusive == [], "\(said)")
    }

    @Test func `each child is looked at: rows, and children of children`() async throws {
        var shops = Explorer<Shop>(events: []) { Shop() }
        shops.run(purses([.add(7)]) { $0.invariant("no flip in the row") { $0.flips < 1 } })
        let found = try await shops.explore()
        #expect(violations(found).map { $0.prefix { $0 != "," } } == ["Coin: no flip in the row: in only"], "\(found)")

        let rows = purses([.add(7)]) {
            $0.step("no step in tails") { step, _ in
                step.configuration.description == "Tails" ? "it was in tails" : nil
            }
        }
        let example = try await rows.replay("add(7)\nchild coins[7]: begins\nchild coins[7]: flip")
        #expect(example?.message == "in coins[7], it was in tails")
    }

    @Test func `random runs look at children too`() async throws {
        let result = try await purses { $0.never(\.tails) }.randomRuns(.init(seed: 1))
        let example = try #require(result.counterexample)
        #expect(example.subject == "Coin: never tails")
        #expect(example.path.map(\.description) == ["child only: begins", "child only: flip"])
    }

    @Test func `what only whole paths of a child show is said to be undecided`() async throws {
        let explorer = purses {
            $0.eventually(.active(\.tails))
            $0.alwaysPossible(.active(\.heads))
        }
        let why = "is not looked for in children; say it on the explorer of their owner"
        let names = ["Coin: always possible: heads", "Coin: eventually tails"].map { "\($0) \(why)" }
        #expect(try await explorer.explore().inconclusive == names)
        #expect(try await Set(explorer.randomRuns(.init(runs: 1, seed: 1)).inconclusive.keys) == Set(names))
    }

    @Test func `a deadline that a limit leaves open is undecided`() async throws {
        var explorer = purses { $0.eventually(.when("nine flips") { $0.flips > 8 }, within: 9) }
        explorer.limits.depth = 2
        #expect(try await explorer.explore().inconclusive == ["Coin: eventually nine flips within 9"])
    }

    /// Who looks at steps keeps no reply.
    @Test func `a child that drops a reply is told of while its steps are looked at`() async throws {
        let found = try await purses([.ask(1)]) {
            $0.step("nothing") { _, _ in nil }
            $0.never(.when("never") { _ in false })
        }.explore()
        let explorer = purses([.ask(1)])
        let test = TestMachine(Purse(), childrenOf: explorer)
        try await test.start()
        await test.letChildrenRun(.partial)
        await test.send(.ask(1), .partial)
        #expect(test.top.errors.first?.contains("[unanswered]") == true, "\(test.top.errors)")
        #expect(found.problems.isEmpty, "\(found)")
        let late = purses([.ask(1)]) { $0.step("nothing") { _, _ in nil } }
        var told = late
        told.invariant("unanswered at once") {
            $0.errors.allSatisfy { $0.contains("[unanswered]") || $0.contains("deadlock") }
        }
        #expect(try await violations(told.explore()) == [])
    }
}

/// Counts to two.
private final class Row: TopState<Int> {
    let none = None(), first = First(), second = Second()
    override func configure() { substates(none, first, second) }
    final class None: State<Row, Row> {
        override func handle(_ event: Int) -> Reaction { .to(superior.first) }
    }
    final class First: State<Row, Row> {
        override func handle(_ event: Int) -> Reaction { .to(superior.second) }
    }
    final class Second: State<Row, Row> {}
}
