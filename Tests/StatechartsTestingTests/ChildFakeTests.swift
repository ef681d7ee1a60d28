import Statecharts
import StatechartsTesting
import Testing

//   Bakery
//   ┌──────────────────────────────────────────────────────────────────────┐
//   │ ●──▶ Shut ──open──▶ Baking [oven, timer] ──baked──▶ Selling          │
//   │                     Baking ──failed──▶ Shut      Selling [guests]    │
//   └──────────────────────────────────────────────────────────────────────┘
private final class Bakery: TopState<Bakery.Event> {
    enum Event: Sendable, Equatable {
        case open, hotter, warm(Int), baked(Int), guest(String), gone(String), ring(String)
    }

    let shut = Shut(), baking = Baking(), selling = Selling()
    override func configure() { substates(shut, baking, selling) }

    final class Shut: State<Bakery, Bakery> {
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.baking) : .unhandled }
    }

    final class Baking: State<Bakery, Bakery> {
        let oven = Child(of: Baking.self) { _ in Oven() }
            .on(\.warm) { .warm($0) }
            .done(\.loaves) { .baked($0) }
        let timer = Child(of: Baking.self) { _ in Egg() }.detached()

        override func configure() { children(oven, timer) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .hotter:
                .handled {
                    oven.post(.hotter)
                    timer.post(1)
                }
            case .warm: .handled
            case .baked: .to(superior.selling)
            default: .unhandled
            }
        }
        override func failed(_ error: any Error) -> Reaction { .to(superior.shut) }
    }

    final class Selling: State<Bakery, Bakery> {
        let guests = ChildMachines(of: Selling.self) { (_: Selling, _: String) in Egg() }
            .done(\.minutes) { key, _ in .gone(key) }

        override func configure() { children(guests) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .guest(let name): .handled { guests.add(name) }
            case .ring(let name): .handled { guests.post(2, to: name) }
            case .gone: .handled
            default: .unhandled
            }
        }
    }
}

private final class Oven: TopState<Oven.Event> {
    enum Event: Sendable { case hotter }
    let warm = OutputPort<Int>("warm")
    let loaves = 0
}

private final class Egg: TopState<Int> { let minutes = 3 }

/// Children in tests: noted, and ended as the test says.
@Suite struct ChildFakeTests {
    private struct Burnt: Error {}

    /// A bakery that bakes, and what fails meanwhile.
    private func baking() async throws -> (test: TestMachine<Bakery>, said: Kept) {
        let said = Kept()
        let test = TestMachine(Bakery(), failures: said.report)
        try await test.start()
        await test.send(.open) {
            $0.exits(\.shut)
            $0.enters(\.baking)
            $0.begins(\.baking)
            $0.begins(\.baking)
        }
        return (test, said)
    }

    @Test func `a child ends, fails and sends as the test says, by the name of its property`() async throws {
        let (test, said) = try await baking()
        await test.sendFromWork(of: \.baking, .warm(90), work: "oven") { $0.reacts(\.baking) }
        await test.complete(\.baking, returning: 12, work: "oven") {
            $0.exits(\.baking)
            $0.enters(\.selling)
        }
        await test.send(.guest("Ada")) {
            $0.reacts(\.selling)
            $0.begins(\.selling)
        }
        await test.complete(\.selling, returning: 3, work: "guests[Ada]") { $0.reacts(\.selling) }
        test.finish()
        let (second, _) = try await baking()
        await second.fail(\.baking, with: Burnt(), work: "oven") {
            $0.exits(\.baking)
            $0.enters(\.shut)
        }
        second.finish()
        #expect(said.messages == [])
    }

    @Test func `what a child is sent is said as messages are, as long as it goes on`() async throws {
        let (test, said) = try await baking()
        await test.send(.hotter) {
            $0.reacts(\.baking)
            $0.sends(to: \.baking.oven, .hotter)
            $0.sends(to: \.baking.timer, 1)
        }
        await test.complete(\.baking, work: "timer")
        await test.send(.hotter) {
            $0.reacts(\.baking)
            $0.sends(to: \.baking.oven, .hotter)
        }
        #expect(said.messages == [])
        await test.send(.hotter) { $0.reacts(\.baking) }
        #expect(
            said.messages == [
                """
                something else happened after hotter than was said:
                    reacts Baking
                  + sends Baking/oven: hotter
                the chart is in Baking
                """
            ])
    }

    @Test func `what a child of a list is sent is said with its key`() async throws {
        let said = Kept()
        let test = TestMachine(Bakery(), failures: said.report)
        try await test.place(in: \.selling)
        await test.send(.guest("Ada"), .partial)
        await test.send(.ring("Ada")) {
            $0.reacts(\.selling)
            $0.sends(to: \.selling.guests, key: "Ada", 2)
        }
        #expect(said.messages == [])
        await test.send(.ring("Bob")) {
            $0.reacts(\.selling)
            $0.sends(to: \.selling.guests, key: "Bob", 2)
        }
        #expect(said.messages.first?.contains("- sends Selling/guests[Bob]: 2") == true, "\(said.messages)")
        #expect(said.messages.count == 1)
    }

    @Test func `a fake ends all children of a class`() async throws {
        let said = Kept()
        let test = TestMachine(Bakery(), failures: said.report)
        test.fake(child: Oven.self) { 7 }
        test.fake(child: Egg.self) { 3 }
        try await test.start()
        await test.send(.open) {
            $0.exits(\.shut, \.baking)
            $0.enters(\.baking, \.selling)
        }
        await test.send(.guest("Ada")) {
            $0.reacts(\.selling)
            $0.reacts(\.selling)
        }
        test.fake(child: Oven.self) { throw Burnt() }
        test.finish()
        #expect(said.messages == [])
    }

    @Test func `a fake that answers something else than the child ends with is named`() async throws {
        let said = Kept()
        let test = TestMachine(Bakery(), failures: said.report)
        test.fake(child: Oven.self) { "bread" }
        try await test.start()
        await test.send(.open)
        #expect(
            said.messages == [
                """
                the fake of a child of Baking answers something else than Int
                the chart is in Baking
                let it answer what the child is declared to end with: Int
                """
            ])
    }

    @Test func `what is under way names children`() async throws {
        let (test, said) = try await baking()
        await test.complete(\.shut)
        #expect(
            said.messages.first?.contains(
                """
                  Baking: "oven", a child that is a Oven and ends with Int
                  Baking: "timer", a child that is a Egg and ends with ()
                """) == true)
    }
}
