@testable import Statecharts
import StatechartsSimulation
import TestSupport
import Testing

@testable import StatechartsCore

/// Lists of children.
@Suite struct ChildListTests {
    let clock = ManualClock()
    let notes = Notes()

    private func desk(_ limit: Int = .max) async throws -> Machine<Desk> {
        let machine = Machine(Desk(notes, limit), clock: clock)
        try await machine.start()
        return machine
    }

    private func keys(_ machine: Machine<Desk>) async throws -> [Int] {
        try await machine.withTop { $0.open.rows.keys }
    }

    @Test func `children are added and removed by their keys, in order`() async throws {
        let machine = try await desk()
        for key in [3, 1, 2] { try await machine.send(.add(key)) }
        await clock.settle()
        #expect(notes.take().filter { $0.hasSuffix("begins") } == ["3 begins", "1 begins", "2 begins"])
        #expect(try await keys(machine) == [3, 1, 2])
        let names = try await machine.withTop { $0.open.rows.map { "\($0.key) \($0.machine.name)" } }
        #expect(names == ["3 Open/rows[3]", "1 Open/rows[1]", "2 Open/rows[2]"])
        try await machine.send(.remove(1))
        await clock.settle()
        #expect(notes.take() == ["removed 1: true", "1 ends"])
        #expect(try await keys(machine) == [3, 2])
        try await machine.send(.remove(1))
        #expect(notes.take() == ["removed 1: false"])
        try await machine.send(.add(3))
        #expect(notes.take() == ["refused 3"])
        try await machine.stop()
        #expect(notes.take() == ["2 ends", "3 ends"])
    }

    @Test func `there are no more than the limit`() async throws {
        let machine = try await desk(2)
        for key in 1...3 { try await machine.send(.add(key)) }
        await clock.settle()
        #expect(try await keys(machine) == [1, 2])
        try await machine.send(.tell(1, .stop))
        await clock.settle()
        try await machine.send(.add(3))
        #expect(try await keys(machine) == [2, 3])
        try await machine.stop()
    }

    @Test func `a child that has ended is no more in the list, and its end is an event with its key`() async throws {
        let machine = try await desk()
        for key in [1, 2] { try await machine.send(.add(key)) }
        await clock.settle()
        _ = notes.take()
        try await machine.send(.tell(1, .stop))
        await clock.settle()
        #expect(notes.take() == ["1 ends", "done 1"])
        #expect(try await keys(machine) == [2])
        try await machine.send(.tell(2, .fail))
        await clock.settle()
        #expect(notes.take() == ["failed 2"])
        #expect(try await keys(machine) == [])
        try await machine.send(.add(2))
        await clock.settle()
        #expect(notes.take() == ["2 begins", "hello 2"])
        try await machine.stop()
    }

    @Test func `what a child sent before it was removed is discarded, and the next of its key begins after it`()
        async throws
    {
        let machine = try await desk()
        try await machine.send(.add(1))
        await clock.settle()
        _ = notes.take()
        // The greeting is on its way up while the child is removed.
        try await machine.send(.greetAndReplace(1))
        await clock.settle()
        #expect(notes.take() == ["1 greeted", "1 ends", "1 begins", "hello 1"])
        try await machine.stop()
    }

    @Test func `all end with the state, and those of the next entry begin after them`() async throws {
        let machine = try await desk()
        for key in [1, 2] { try await machine.send(.add(key)) }
        await clock.settle()
        _ = notes.take()
        try await machine.send(.again)
        #expect(try await keys(machine) == [])
        try await machine.send(.add(2))
        await clock.settle()
        #expect(notes.take().sorted() == ["1 ends", "2 begins", "2 ends", "hello 2"])
        try await machine.stop()
    }

    @Test func `a state is complete when its last child has been removed or has ended`() async throws {
        let machine = try await desk()
        for key in [1, 2] { try await machine.send(.add(key)) }
        try await machine.send(.close)
        await clock.settle()
        try await machine.send(.tell(1, .stop))
        await clock.settle()
        #expect(await machine.configuration.description == "Open")
        try await machine.send(.remove(2))
        #expect(await machine.configuration.description == "Shut")
        try await machine.stop()
    }

    /// Found by ``ChildStormTests``.
    @Test func `one that somebody else stops while it is removed has ended before the next of its key begins`()
        async throws
    {
        let clock = ManualClock(), notes = Notes(), gate = Gate()
        let machine = Machine(Sofa(notes, gate), clock: clock)
        try await machine.start()
        try await machine.send(.sit)
        await clock.settle()
        let first = try #require(try await machine.withTop { $0.guests[1] })
        let stopping = Task { try await first.stop() }
        await gate.reached()
        try await machine.send(.swap)
        for _ in 0..<1_000 { await Task.yield() }
        #expect(notes.take() == ["begins"])
        gate.open()
        try await stopping.value
        await clock.settle()
        #expect(notes.take() == ["ends", "begins"])
        try await machine.stop()
    }

    @Test func `to add to a state that is not active is a mistake`() async throws {
        let machine = try await desk()
        try await machine.send(.shut)
        let error = await #expect(throws: StepError.self) { try await machine.withTop { $0.open.rows.add(1) } }
        #expect(error?.code == .notActive)
        try await machine.stop()
    }

    @Test func `thousands of children, added and removed at random, leave nothing`() async throws {
        let living = Living()
        let machine = Machine(Desk(Notes(), .max, living))
        try await machine.start()
        let changes = amount(5_000, long: 20_000)
        var random = SplitMix64(seed: 27)
        var present: Set<Int> = []
        for _ in 0..<changes {
            let key = Int.random(in: 0..<changes / 2, using: &random)
            if present.insert(key).inserted {
                machine.post(.add(key))
            } else {
                present.remove(key)
                machine.post(.remove(key))
            }
        }
        try await machine.send(.nothing)
        #expect(Set(try await keys(machine)) == present)
        try await machine.stop()
        while living.count > 0 { await Task.yield() }
    }

    @Test func `a list by keys is what a dictionary and an order say`() {
        var random = SplitMix64(seed: 1)
        var entries = OrderedEntries<Int, Int>()
        var model: [(Int, Int)] = []
        for value in 0..<3_000 {
            let key = Int.random(in: 0..<60, using: &random)
            if let place = model.firstIndex(where: { $0.0 == key }) {
                #expect(entries[key] == model[place].1)
                #expect(entries.remove(key) == model.remove(at: place).1)
                #expect(entries.remove(key) == nil)
            } else {
                #expect(entries[key] == nil)
                entries.add(key, value)
                model.append((key, value))
            }
            #expect(entries.count == model.count)
            #expect(entries.all.map(\.key) == model.map(\.0))
            #expect(entries.all.map(\.value) == model.map(\.1))
        }
    }
}

//  ● ──▶ Open [rows] ──shut, completed──▶ Shut      Open ──again──▶ Open
private final class Desk: TopState<Desk.Event> {
    enum Event {
        case add(Int), remove(Int), greetAndReplace(Int), tell(Int, Row.Event), again, shut, close, nothing
        case hello(Int), done(Int), failed(Int)
    }

    let open: Open, shut = Shut()
    let notes: Notes, living: Living

    init(_ notes: Notes, _ limit: Int, _ living: Living = Living()) {
        self.notes = notes
        self.living = living
        open = Open(limit)
    }

    override func configure() { substates(open, shut) }

    final class Shut: State<Desk, Desk> {}

    final class Open: State<Desk, Desk> {
        let rows: ChildMachines<Open, Int, Row>
        var isClosing = false

        init(_ limit: Int) {
            rows = ChildMachines(of: Open.self, limit: limit) { Row($1, $0.top.notes, $0.top.living) }
                .on(\.hello) { key, _ in .hello(key) }
                .done(\.key) { key, _ in .done(key) }
                .failed { key, _ in .failed(key) }
        }

        override func configure() { children(rows) }
        override func completed() -> Reaction { isClosing ? .to(superior.shut) : .unhandled }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let key): .handled { if !rows.add(key) { top.notes.add("refused \(key)") } }
            case .remove(let key): .handled { top.notes.add("removed \(key): \(rows.remove(key))") }
            case .greetAndReplace(let key):
                .handled {
                    rows[key]?.post(.greet)
                    while !top.notes.texts.contains("\(key) greeted") { await Task.yield() }
                    rows.remove(key)
                    rows.add(key)
                }
            case .tell(let key, let event): .handled { rows[key]?.post(event) }
            case .again: .to(self)
            case .shut: .to(superior.shut)
            case .close: .handled { isClosing = true }
            case .nothing: .handled
            case .hello(let key): .handled { top.notes.add("hello \(key)") }
            case .done(let key): .handled { top.notes.add("done \(key)") }
            case .failed(let key): .handled { top.notes.add("failed \(key)") }
            }
        }
    }

    final class Row: TopState<Row.Event> {
        enum Event { case stop, fail, greet }
        struct Broken: Error {}

        let here = Here(), over = FinalState<Row, Row>()
        let key: Int, notes: Notes, living: Living
        let hello = OutputPort<Int>("hello")

        init(_ key: Int, _ notes: Notes, _ living: Living) {
            self.key = key
            self.notes = notes
            self.living = living
            living.add(1)
        }

        deinit { living.add(-1) }

        override func configure() { substates(here, over) }

        final class Here: State<Row, Row> {
            override func entry() {
                top.notes.add("\(top.key) begins")
                top.hello.send(top.key)
            }
            override func exit() { top.notes.add("\(top.key) ends") }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .stop: .to(superior.over)
                case .fail: .handled { throw Broken() }
                case .greet:
                    .handled {
                        top.hello.send(top.key)
                        top.notes.add("\(top.key) greeted")
                    }
                }
            }
        }
    }
}

private final class Sofa: TopState<Sofa.Event> {
    enum Event { case sit, swap }

    let notes: Notes, gate: Gate
    let guests = ChildMachines(of: Sofa.self) { (sofa: Sofa, _: Int) in Guest(sofa.notes, sofa.gate) }
    init(_ notes: Notes, _ gate: Gate) { (self.notes, self.gate) = (notes, gate) }
    override func configure() { children(guests) }
    override func handle(_ event: Event) -> Reaction {
        .handled {
            if case .swap = event { self.guests.remove(1) }
            self.guests.add(1)
        }
    }

    /// Takes its time to leave.
    final class Guest: TopState<Int> {
        let notes: Notes, gate: Gate
        init(_ notes: Notes, _ gate: Gate) { (self.notes, self.gate) = (notes, gate) }
        override func entry() { notes.add("begins") }
        override func exit() async {
            await gate.pass()
            notes.add("ends")
        }
        override func handle(_ event: Int) -> Reaction { .unhandled }
    }
}
