import Statecharts
import StatechartsTesting
import Testing

//   Bakery: ●──▶ Closed ──open──▶ Busy [counter, tables] ──open──▶ Busy   Busy runs oven, sign and work without a name

private final class Bakery: TopState<Bakery.Event> {
    enum Event: Sendable, Equatable { case open, sit(Int), leave(Int), order(Int) }
    let closed = Closed(), busy = Busy()
    override func configure() { substates(closed, busy) }

    final class Closed: State<Bakery, Bakery> {
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.busy) : .unhandled }
    }
    final class Busy: State<Bakery, Bakery> {
        let counter = Child(of: Busy.self) { _ in Place() }
        let tables = ChildMachines(of: Busy.self) { (_: Busy, _: Int) in Place() }

        override func configure() { children(counter, tables) }
        override func entry() {
            run("oven") { try await Task.sleep(for: .seconds(1)) }
            listen("sign", to: AsyncStream<Int> { _ in }) { .order($0) }
            run { try await Task.sleep(for: .seconds(1)) }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .open: .to(self)
            case .sit(let table): .handled { tables.add(table) }
            case .leave(let table): .handled { tables.remove(table) }
            case .order: .handled
            }
        }
    }
    final class Place: TopState<Int> {}
}

/// What a test says of work that begins.
@Suite struct BegunWorkTests {
    private let kept = Kept()

    private func open() async throws -> TestMachine<Bakery> {
        let test = TestMachine(Bakery(), failures: kept.report)
        try await test.place(in: \.busy)
        return test
    }

    @Test func `a test says which work of a state begins, by its name, in its order`() async throws {
        let test = TestMachine(Bakery(), failures: kept.report)
        try await test.start()
        await test.send(.open) {
            $0.exits(\.closed)
            $0.enters(\.busy)
            $0.begins(\.busy, work: "counter")
            $0.begins(\.busy, work: "oven")
            $0.begins(\.busy, work: "sign")
            $0.begins(\.busy)  // the one without a name
        }
        await test.send(.sit(3)) {
            $0.reacts(\.busy)
            $0.begins(\.busy, work: "tables[3]")
        }
        #expect(kept.messages == [])
    }

    @Test func `without a name any work of the state is meant`() async throws {
        let test = try await open()
        await test.send(.open) {
            $0.exits(\.busy)
            $0.enters(\.busy)
            for _ in 1...4 { $0.begins(\.busy) }
        }
        await test.send(.sit(3)) {
            $0.reacts(\.busy)
            $0.begins(\.busy)
        }
        #expect(kept.messages == [])
    }

    @Test func `work of another name, and work without one, are not the work that was said`() async throws {
        let test = try await open()
        await test.send(.sit(4)) {
            $0.reacts(\.busy)
            $0.begins(\.busy, work: "tables[3]")
        }
        await test.send(.open) {
            $0.exits(\.busy)
            $0.enters(\.busy)
            $0.begins(\.busy, work: "counter")
            $0.begins(\.busy)
            $0.begins(\.busy, work: "sign")
            $0.begins(\.busy, work: "third")
        }
        #expect(
            kept.messages == [
                """
                something else happened after sit(4) than was said:
                    reacts Busy
                  - begins work "tables[3]" of Busy
                  + begins work "tables[4]" of Busy
                the chart is in Busy
                """,
                """
                something else happened after open than was said:
                    exits Busy
                    enters Busy
                    begins work "counter" of Busy
                    begins work of Busy
                    begins work "sign" of Busy
                  - begins work "third" of Busy
                  + begins work of Busy
                the chart is in Busy
                """,
            ])
    }

    @Test func `work of another state of the same name is not the work that was said`() async throws {
        let test = try await open()
        await test.send(.sit(3), .partial) { $0.begins(\.closed, work: "tables[3]") }
        await test.send(.open, .partial) {
            $0.begins(\.busy, work: "counter")
            $0.begins(\.busy, work: "sign")
        }
        await test.send(.open, .partial) {
            $0.begins(\.busy, work: "sign")
            $0.begins(\.busy, work: "counter")
        }
        #expect(
            kept.messages.map { $0.split(separator: "\n").filter { $0.hasPrefix("  - ") } } == [
                ["  - begins work \"tables[3]\" of Closed"], ["  - begins work \"sign\" of Busy"],
            ])
    }

    @Test func `work that begins and is over before the call returns is not said`() async throws {
        let test = try await open()
        test.fake(child: Bakery.Place.self) { () }
        await test.send(.sit(3)) { $0.reacts(\.busy) }
        // The removal of a row is no line: its list shows it.
        let other = try await open()
        await other.send(.sit(3), .partial)
        await other.send(.leave(3)) { $0.reacts(\.busy) }
        #expect(other.top.busy.tables.keys == [])
        #expect(kept.messages == [])
    }
}
