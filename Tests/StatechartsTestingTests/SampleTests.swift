import Statecharts
import StatechartsTesting
import Testing

//   Post: ●──▶ Waiting ──letter [to me]──▶ Read       a chart inside has ports of its own
//   ■ letters ─▶ Box (a submachine) ─▶ ■ notes

private struct Sheet: Sendable, CustomStringConvertible {
    let number: Int
    var description: String { "sheet" }
}

/// Opens what has an even number, which its text does not tell.
private final class Opener: TopState<Opener.Event> {
    enum Event: Sendable { case sheet(Sheet), again }
    let closed = Closed(), opened = Opened()
    override func configure() { substates(closed, opened) }
    final class Closed: State<Opener, Opener> {
        override func handle(_ event: Event) -> Reaction {
            guard case .sheet(let sheet) = event else { return .unhandled }
            return sheet.number.isMultiple(of: 2) ? .to(superior.opened) : .handled
        }
    }
    final class Opened: State<Opener, Opener> {
        override func handle(_ event: Event) -> Reaction {
            if case .again = event { .to(superior.closed) } else { .unhandled }
        }
    }
}

private final class Box: TopState<Box.Event> {
    enum Event: Sendable { case letter(Int) }
    let letters = InputPort<Int>("letters"), notes = OutputPort<String>("notes")
    let empty = Empty(), full = Full()
    override func configure() {
        receive(letters) { .letter($0) }
        substates(empty, full)
    }
    final class Empty: State<Box, Box> {
        override func handle(_ event: Event) -> Reaction {
            guard case .letter(let number) = event else { return .unhandled }
            return .to(superior.full) { self.top.notes.send("got \(number)") }
        }
    }
    final class Full: State<Box, Box> {}
}

private final class House: TopState<Int> {
    let box = Submachine<House, House, Box>(Box()) { _ in nil }
    override func configure() { substates(box) }
    override func handle(_ event: Int) -> Reaction { .to(box) }
}

@Suite struct SampleTests {
    @Test func `samples that differ in what their texts do not show are all tried`() async throws {
        var explorer = Explorer<Opener> { Opener() }
        explorer.events(.sheet(Sheet(number: 1)), .again)
        explorer.events { _ in [.sheet(Sheet(number: 2))] }
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.path(to: \.opened)?.description == "sheet(sheet) #2")
        #expect(
            found.reactions.map(\.description) == [
                "Closed: sheet(sheet) ↺, once, once not", "Closed: sheet(sheet) #2 → Opened, once, once not",
                "Opened: again → Closed, once",
            ])
        let test = TestMachine(Opener())
        try await test.start()
        await test.follow("sheet(sheet) #2", of: explorer)
        test.expect(configuration: \.opened)
    }

    @Test func `what was not said of samples, and what was said in vain, are hints`() async throws {
        var explorer = Explorer(events: []) { Player() }
        explorer.outcomes(of: Int.self, returns: 1)
        explorer.allowsDeadEnds = true
        #expect(
            try await explorer.explore().hints == [
                "nothing comes from outside: say events(_:), messages(_:_:) or question(_:)",
                "no work returned or brought Int, of which outcomes were said",
            ])
        explorer = Explorer(events: [.play]) { Player() }
        explorer.limits = .init(depth: 2)
        let found = try await explorer.explore()
        #expect(
            found.hints == [
                "nothing was tried that the work of Loading returns: say outcomes(of: String.self, returns: …)"
            ])
        #expect(found.description.contains("\nhint: nothing was tried that the work of Loading returns"))
        explorer.outcomes(of: String.self, returns: "Help")
        #expect(try await explorer.explore().hints.isEmpty)
        explorer = Explorer(events: [.play, .note]) { Player() }
        explorer.limits = .init(depth: 7, deferred: 100)
        #expect(
            try await explorer.explore().limit?.hasPrefix(
                "up to 6 events were deferred at a time, and there may be no end to that, lower limits.deferred: stopped at"
            )
                == true)
    }

    @Test func `ports of embedded charts bring messages, and what leaves by them is seen`() async throws {
        let test = TestMachine(House())
        try await test.start()
        test.top.box.chart.letters.send(7)
        await test.send(0, .partial) { $0.sends(\.box.chart.notes, "got 7") }
        let other = TestMachine(House())
        try await other.start()
        await other.receive(\.box.chart.letters, 7) {
            $0.exits(\.box.chart.empty)
            $0.enters(\.box.chart.full)
            $0.sends(\.box.chart.notes, "got 7")
        }
        var explorer = Explorer(events: []) { House() }
        explorer.messages(\.box.chart.letters, 7, 8)
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.path(to: \.box.chart.full)?.description == "message box.chart.letters: 7")
    }

    @Test func `a pasted test goes the path with the values that its explorer knows`() async throws {
        var explorer = Explorer(events: [.play]) { Player() }
        explorer.outcomes(of: String.self, returns: "Yesterday", "Help", throws: SampleFailure())
        explorer.messages(\.orders, 0)
        explorer.never(.when("Help is played") { $0.playing.isActive && $0.song == "Help" })
        explorer.limits = .init(depth: 4)
        let problem = try #require(try await explorer.explore().problems.first)
        #expect(
            problem.test == """
                @Test func `violation never Help is played`() async throws {
                    let test = TestMachine(explorer.makeChart())
                    try await test.start()
                    await test.send(.play, .partial)
                    await test.follow("activity Loading: returns Help", of: explorer)
                    #expect(test.configuration.description == "Playing")
                }
                """)
        let test = TestMachine(Player())
        try await test.start()
        await test.send(.play, .partial)
        await test.follow("activity Loading: returns Help", of: explorer)
        #expect(test.configuration.description == "Playing")
        #expect(test.top.song == "Help")
        await test.follow("message orders: 0", of: explorer)
        test.expect(configuration: \.stopped)
    }
}

private struct SampleFailure: Error {}
