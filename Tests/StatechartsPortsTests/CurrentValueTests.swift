@testable import Statecharts
@testable import StatechartsCore
import StatechartsSimulation
import Testing

/// Values of states: said once, combined, and listened to as long as a state is active.
@Suite struct CurrentValueTests {
    @Test func `a value that equals the one before is not sent again, late receivers get it all the same`() async {
        let port = OutputPort("level", distinct: 0), system = System(), input = InputPort<Int>("in")
        system.add("A", ports: port)
        connect(port, to: input)
        let stream = port.stream(), recorder = system.recorder()
        for value in [0, 1, 1, 2, 2, 2, 1, 1] { port.send(value) }
        let late = port.stream()
        port.send(1)
        port.send(3)
        port.finish()
        #expect(await Array(stream) == [0, 1, 2, 1, 3])
        #expect(await Array(late) == [1, 3])
        input.finish()
        #expect(await Array(input) == [0, 1, 2, 1, 3])
        #expect(recorder.records.compactMap { $0.message as? Int }.filter { $0 != 1 } == [2, 3])
        #expect(port.current == 3)
    }

    @Test func `who sends a value that is left out waits for no room`() async throws {
        let port = OutputPort("level", distinct: 0), input = InputPort<Int>("in", buffering: .waiting(2))
        connect(port, to: input)
        // The second 1 needs no room, though there is none.
        for value in [1, 1, 1] { try await port.sendWaiting(value) }
        try #require(input.bufferedCount == 2)
        #expect(await input.first(2) == [0, 1])
        try await port.sendWaiting(2)
        try await port.sendWaiting(3)
        #expect(await input.first(2) == [2, 3])
        #expect(input.droppedCount == 0)
    }

    @Test func `comparing may send through the same port`() {
        final class Picky: Sendable, Equatable {
            let number: Int, port: OutputPort<Picky>?
            init(_ number: Int, _ port: OutputPort<Picky>? = nil) {
                self.number = number
                self.port = port
            }
            static func == (a: Picky, b: Picky) -> Bool {
                b.port?.send(Picky(b.number + 1))
                return a.number == b.number
            }
        }
        let port = OutputPort("picky", distinct: Picky(0)), input = InputPort<Picky>("in")
        connect(port, to: input)
        port.send(Picky(1, port))
        #expect(port.current?.number == 2)
        #expect(input.bufferedCount == 3)
    }

    @Test func `two values are combined, whichever changes, until both are finished`() async {
        let name = OutputPort("name", current: "Ann"), count = OutputPort("count", current: 0)
        let title = combineLatest(name, count) { "\($0) \($1)" }
        let stream = title.stream()
        #expect(title.current == "Ann 0")
        count.send(1)
        name.send("Bob")
        name.send("Bob")
        count.finish()
        name.send("Eve")
        #expect(title.current == "Eve 1")
        name.finish()
        #expect(await Array(stream) == ["Ann 0", "Ann 1", "Bob 1", "Eve 1"])
    }

    @Test func `the last combination is of the latest values, whoever sends them`() async {
        for _ in 0..<50 {
            let first = OutputPort(current: 0), second = OutputPort(current: 0)
            let both = combineLatest(first, second) { [$0, $1] }
            await withTaskGroup { group in
                for port in [first, second] { group.addTask { for number in 1...20 { port.send(number) } } }
            }
            #expect(both.current == [20, 20])
        }
    }

    @Test func `a combination that is released is forgotten, and keeps nobody`() {
        let first = OutputPort(current: 0), second = OutputPort(current: 0)
        weak var storage: OutputStorage<Int>?
        do {
            let sum = combineLatest(first, second) { $0 + $1 }
            storage = sum.storage
            first.send(1)
            #expect(sum.current == 1)
        }
        #expect(storage == nil)
        first.send(2)
        second.send(2)
        #expect(first.storage.links.isEmpty)
        #expect(second.storage.links.isEmpty)
    }

    @Test func `combining a port without a current value ends the program, and so does a ring`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = combineLatest(OutputPort<Int>("plain"), OutputPort(current: 0)) { $0 + $1 }
        }
        let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(text.contains("combineLatest was given the port plain, which has no current value"))
        let ring = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let first = OutputPort("first", current: 0)
            connect(combineLatest(first, OutputPort("second", current: 0)) { $0 + $1 }, to: first)
        }
        let names = ring.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
        #expect(names.contains("closes a ring of proxies"))
    }

    @Test func `a state hears a port from its entry to its exit, the current value first, and nothing after`()
        async throws
    {
        let titles = OutputPort("titles", current: "one"), clock = ManualClock()
        let machine = Machine(Window(titles), clock: clock)
        try await machine.start()
        titles.send("two")
        try await machine.send(.show)
        titles.send("three")
        await clock.settle()
        #expect(try await machine.withTop { $0.seen } == ["two", "three"])
        try await machine.send(.hide)
        await clock.settle()
        #expect(titles.storage.links.isEmpty)
        titles.send("four")
        try await machine.send(.show)
        await clock.settle()
        #expect(try await machine.withTop { $0.seen.last } == "four")
        titles.finish()
        await clock.settle()
        #expect(await machine.isActive(\.hidden))
        #expect(try await machine.withTop { $0.seen } == ["two", "three", "four"])
    }
}

/// Hears titles while it is shown.
///
///     ● ▶ Hidden ── show ──▶ Shown (listens to titles) ── hide, ended ──▶ Hidden
final class Window: TopState<Window.Event> {
    enum Event: Sendable { case show, hide, title(String) }
    let hidden = Hidden(), shown = Shown()
    let titles: OutputPort<String>
    var seen: [String] = []

    init(_ titles: OutputPort<String>) { self.titles = titles }
    override func configure() { substates(hidden, shown) }

    final class Hidden: State<Window, Window> {
        override func handle(_ event: Event) -> Reaction {
            if case .show = event { return .to(superior.shown) }
            return .unhandled
        }
    }
    final class Shown: State<Window, Window> {
        override func entry() { listen(to: top.titles, { .title($0) }, done: { .hide }) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .show: .unhandled
            case .hide: .to(superior.hidden)
            case .title(let title): .handled { self.top.seen.append(title) }
            }
        }
    }
}
