import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

//   Shopping: ●──▶ Idle ──go──▶ Busy ──bread [none]──▶ Hungry       Busy has two works that bring a Bool
//                              Busy ──milk [none]──▶ Thirsty
//                              Busy ──[both done]──▶ Home

private final class Shopping: TopState<Shopping.Event> {
    enum Event: Sendable, Equatable { case go, bread(Bool), milk(Bool) }
    let idle = Idle(), busy = Busy(), hungry = Hungry(), thirsty = Thirsty(), home = Home()
    let areNamed: Bool
    init(areNamed: Bool) { self.areNamed = areNamed }
    override func configure() { substates(idle, busy, hungry, thirsty, home) }

    final class Idle: State<Shopping, Shopping> {
        override func handle(_ event: Event) -> Reaction { event == .go ? .to(superior.busy) : .unhandled }
    }
    final class Busy: State<Shopping, Shopping> {
        override func entry() {
            if top.areNamed {
                run("bread", { true }, done: { .bread($0) })
                run("milk", { true }, done: { .milk($0) })
            } else {
                run({ true }, done: { .bread($0) })
                run({ true }, done: { .milk($0) })
            }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .bread(let isThere): isThere ? .handled : .to(superior.hungry)
            case .milk(let isThere): isThere ? .handled : .to(superior.thirsty)
            default: .unhandled
            }
        }
        override func completed() -> Reaction { .to(superior.home) }
    }
    final class Hungry: State<Shopping, Shopping> {}
    final class Thirsty: State<Shopping, Shopping> {}
    final class Home: State<Shopping, Shopping> {}
}

//   Waiter: ●──▶ Desk: two works of different types, which can both throw; what has been served is served again

private final class Waiter: TopState<Waiter.Event> {
    enum Event: Sendable, Equatable { case served(Int), cleaned, ill, broken }
    let desk = Desk(), sick = Sick(), closed = Closed()
    override func configure() { substates(desk, sick, closed) }

    final class Desk: State<Waiter, Waiter> {
        override func entry() {
            serve()
            run({}, done: { .cleaned }, failed: { _ in .broken })
        }
        private func serve() { run({ 1 }, done: { .served($0) }, failed: { _ in .ill }) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .served: .handled { self.serve() }
            case .cleaned: .handled
            case .ill: .to(superior.sick)
            case .broken: .to(superior.closed)
            }
        }
    }
    final class Sick: State<Waiter, Waiter> {}
    final class Closed: State<Waiter, Waiter> {}
}

//   Station: the top itself has two works

private final class Station: TopState<Station.Event> {
    enum Event: Sendable, Equatable { case news(Int), song(Int) }
    let silent = Silent(), talking = Talking(), singing = Singing()
    override func configure() { substates(silent, talking, singing) }
    override func entry() {
        run({ 1 }, done: { .news($0) })
        run("song", { 1 }, done: { .song($0) })
    }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .news: .to(talking)
        case .song: .to(singing)
        }
    }
    final class Silent: State<Station, Station> {}
    final class Talking: State<Station, Station> {}
    final class Singing: State<Station, Station> {}
}

@Suite struct WorksOfOneStateTests {
    private func errands(areNamed: Bool) -> Explorer<Shopping> {
        var explorer = Explorer(events: [.go]) { Shopping(areNamed: areNamed) }
        explorer.outcomes(of: Bool.self, returns: true, false)
        explorer.allowsDeadEnds = true
        return explorer
    }

    @Test(arguments: [true, false], [true, false])
    func `two works of a state that bring the same type are explored apart`(
        _ areNamed: Bool, _ isReplayed: Bool
    ) async throws {
        var explorer = errands(areNamed: areNamed)
        explorer.returning = isReplayed ? .replaying : .placing
        let found = try await explorer.explore()
        let bread = areNamed ? "Busy \"bread\"" : "Busy", milk = areNamed ? "Busy \"milk\"" : "Busy #2"
        #expect(found.problems.isEmpty && found.unreachedStates.isEmpty, "\(found)")
        #expect(found.path(to: \.hungry)?.description == "go, activity \(bread): returns false")
        #expect(found.path(to: \.thirsty)?.description == "go, activity \(milk): returns false")
        #expect(
            found.path(to: \.home)?.description == "go, activity \(bread): returns true, activity \(milk): returns true"
        )
        // Idle; both, milk alone, bread alone; the three ends.
        #expect(found.situationCount == 1 + 3 + 3, "\(found)")
        #expect(found.graph.work.map(\.event) == ["bread", "milk"])
    }

    @Test func `what goes wrong is told with a path that names the work, and the path leads there again`() async throws
    {
        var explorer = errands(areNamed: true)
        explorer.never(.when("somebody is thirsty") { $0.thirsty.isActive })
        let problem = try #require(try await explorer.explore().problems.first)
        #expect(
            problem.test == """
                @Test func `violation never somebody is thirsty`() async throws {
                    let test = TestMachine(explorer.makeChart())
                    try await test.start()
                    await test.send(.go, .partial)
                    await test.follow("activity Busy \\"milk\\": returns false", of: explorer)
                    #expect(test.configuration.description == "Thirsty")
                }
                """)
        let test = TestMachine(explorer.makeChart())
        try await test.start()
        await test.send(.go, .partial)
        await test.follow("activity Busy \"milk\": returns false", of: explorer)
        #expect(test.configuration.description == "Thirsty")
    }

    @Test func `a file of steps tells works apart, and one that does not name them means the first`() async throws {
        var explorer = errands(areNamed: true)
        explorer.never(.when("somebody is thirsty") { $0.thirsty.isActive })
        #expect(try await explorer.replay("go\nactivity Busy: returns false") == nil)
        #expect(try await explorer.replay("go\nactivity Busy \"bread\": returns false") == nil)
        let example = try #require(try await explorer.replay("go\nactivity Busy \"milk\": returns false"))
        #expect(example.path.map(\.description) == ["go", "activity Busy \"milk\": returns false"])
        #expect(example.path.map(\.work) == ["", "\"milk\""])
        await #expect(throws: ReplayError.self) {
            try await explorer.replay("go\nactivity Busy \"beer\": returns false")
        }
    }

    @Test func `a random run finds what only the second work does`() async throws {
        var explorer = errands(areNamed: false)
        explorer.never(.when("somebody is thirsty") { $0.thirsty.isActive })
        let example = try #require(try await explorer.randomRuns(.init(runs: 50, steps: 20, seed: 1)).counterexample)
        #expect(example.path.map(\.description) == ["go", "activity Busy #2: returns false"])
    }

    @Test func `errors of works of different types are told apart, and what begins again and again keeps its number`()
        async throws
    {
        var explorer = Explorer(events: []) { Waiter() }
        explorer.outcomes(of: Int.self, returns: 1, throws: Strike())
        explorer.outcomes(of: Void.self, returns: (), throws: Strike())
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.path(to: \.sick)?.description == "activity Desk: throws Strike()")
        #expect(found.path(to: \.closed)?.description == "activity Desk #2: throws Strike()")
        #expect(found.isComplete && found.situationCount == 4, "\(found)")
    }

    @Test func `works of the top are told apart, and their steps can be replayed`() async throws {
        var explorer = Explorer(events: []) { Station() }
        explorer.outcomes(of: Int.self, returns: 1)
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.path(to: \.talking)?.description == "activity Station: returns 1")
        #expect(found.path(to: \.singing)?.description == "activity Station \"song\": returns 1")
        explorer.never(.when("it sings") { $0.singing.isActive })
        #expect(try await explorer.replay("activity Station: returns 1") == nil)
        #expect(try await explorer.replay("activity Station: returns 1\nactivity Station \"song\": returns 1") != nil)
    }

    @Test func `a test says which work goes on by its name`() async throws {
        let kept = Kept()
        let test = TestMachine(Shopping(areNamed: true), failures: kept.report)
        try await test.start()
        await test.send(.go) {
            $0.exits(\.idle)
            $0.enters(\.busy)
            $0.begins(\.busy)
            $0.begins(\.busy)
        }
        await test.complete(\.busy, returning: true, work: "bread") { $0.reacts(\.busy) }
        await test.complete(\.busy, returning: false, work: "bread")
        #expect(
            kept.messages == [
                """
                that work "bread" of Busy returns false is not possible
                armed and under way:
                  Busy: "milk", work that returns Bool
                the chart is in Busy
                """
            ])
        await test.complete(\.busy, returning: false, work: "milk") {
            $0.exits(\.busy)
            $0.enters(\.thirsty)
        }
        test.finish()
    }
}

private struct Strike: Error {}
