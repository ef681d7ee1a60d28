@testable import Statecharts
import StatechartsSimulation
import Testing

@testable import StatechartsCore

/// How children end, and what happens when they never begin.
@Suite struct ChildEndTests {
    let clock = ManualClock()
    let notes = Notes()

    func bench() async throws -> Machine<Bench> {
        let machine = Machine(Bench(notes), clock: clock)
        try await machine.start()
        return machine
    }

    @Test func `at the end of a machine its children are ended in reverse order, each when the one before has ended`()
        async throws
    {
        let machine = try await bench()
        try await machine.send(.enter)
        await clock.settle()
        #expect(notes.take() == ["first made", "second made", "first begins", "second begins", "hello first"])
        try await machine.stop()
        #expect(
            notes.take() == [
                "exit", "second stops", "second ends", "second gone", "first stops", "first ends", "first gone",
            ])
    }

    @Test func `a machine runs until its children have ended`() async throws {
        let (hold, held) = AsyncStream<Never>.makeStream()
        let machine = Machine(Holder(hold, notes), clock: clock)
        try await machine.start()
        await clock.settle()
        let end = Task { try await machine.stop() }
        while notes.texts.isEmpty { await Task.yield() }
        #expect(await machine.status == .running)
        held.finish()
        try await end.value
        #expect(await machine.status == .stopped)
    }

    @Test func `the next child of a declaration begins only when the one before has ended`() async throws {
        let (hold, held) = AsyncStream<Never>.makeStream()
        let machine = Machine(Line(hold, notes), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.send(.again)
        await clock.settle()
        #expect(notes.take() == ["1 begins", "1 stops"])
        try await machine.send(.again)
        await clock.settle()
        #expect(notes.take() == [])
        held.finish()
        while notes.texts.count < 2 { await Task.yield() }
        await clock.settle()
        // The second was left before it could begin.
        #expect(notes.take() == ["1 ends", "3 begins"])
        try await machine.stop()
    }

    @Test func `a child waits for the end of the last one that has begun, also behind one that was left at once`()
        async throws
    {
        let (hold, held) = AsyncStream<Never>.makeStream()
        let machine = Machine(Line(hold, notes), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.send(.twice)
        await clock.settle()
        #expect(notes.take() == ["1 begins", "1 stops"])
        held.finish()
        while notes.texts.count < 2 { await Task.yield() }
        await clock.settle()
        #expect(notes.take() == ["1 ends", "3 begins"])
        try await machine.stop()
    }

    @Test func `a child that is left at once never begins, and nobody is told`() async throws {
        let told = Notes()
        let unhear = Misuse.hear { told.add($0) }
        defer { unhear() }
        let machine = try await bench()
        try await machine.send(.hurry)
        await clock.settle()
        try await machine.send(.hurry)
        await clock.settle()
        #expect(notes.take() == ["third made", "third gone", "third made", "third gone"])
        #expect(told.texts.filter { $0.contains("third") } == [])
        try await machine.stop()
    }

    @Test func `a machine that fails in the step that enters a state with a child fails at once`() async throws {
        let machine = try await bench()
        await #expect(throws: StepError.self) { try await machine.send(.breakDown) }
        await clock.settle()
        #expect(notes.take() == ["fourth made", "fourth gone"])
        #expect(await machine.status == .failed)
    }

    @Test func `a machine that is released stops its children and waits for nobody`() async throws {
        do {
            let machine = try await bench()
            try await machine.send(.enter)
            await clock.settle()
            withExtendedLifetime(machine) {}
        }
        while notes.texts.count < 11 { await Task.yield() }
        #expect(
            notes.take().sorted() == [
                "first begins", "first ends", "first gone", "first made", "first stops", "hello first", "second begins",
                "second ends", "second gone", "second made", "second stops",
            ])
    }

    @Test func `children run on the executor of their owner`() async throws {
        let machine = Machine(Bench(notes), on: MainActor.shared, clock: clock)
        try await machine.start()
        try await machine.send(.enter)
        let first = try #require(await machine.port(\.on.first.machine))
        #expect(unsafe first.unownedExecutor.isSame(as: MainActor.sharedUnownedExecutor))
        try await machine.stop()
    }

    @Test func `who leaves a state may wait until its child has ended`() async throws {
        let machine = Machine(Patient(notes), clock: clock)
        try await machine.start()
        await clock.settle()
        try await machine.send(1)
        #expect(
            notes.take() == ["patient made", "patient begins", "patient stops", "patient ends", "left", "patient gone"])
        try await machine.send(2)
        await clock.settle()
        try await machine.stop()
        #expect(
            notes.take() == [
                "patient made", "patient begins", "patient stops", "patient ends", "left",
                "patient gone",
            ])
    }

    @Test func `a child that awaits the machine that awaits its end is told the ring`() async throws {
        let (machine, asked) = asked()
        try await machine.start()
        await clock.settle()
        try await machine.stop()
        #expect(asked.said.texts == ["Asked/asker awaits owner awaits Asked/asker"])
        asked.machine.withLock { $0 = nil }
    }

    @Test func `a machine at its end does not wait for a child that awaits it, and says so`() async throws {
        let (machine, asked) = asked()
        try await machine.start()
        await clock.settle()
        let end = Task { try await machine.send(.end) }
        while asked.said.texts.isEmpty { await Task.yield() }
        #expect(await machine.port(\.asker.machine)?.post(1) == true)
        while asked.said.texts != ["held", "asks"] { await Task.yield() }
        await clock.settle()
        asked.open.finish()
        _ = try? await end.value
        let error = await #expect(throws: StepError.self) { try await machine.finished }
        #expect(error.map { "\($0)" }?.contains("owner awaits Asked/asker awaits owner") == true)
        #expect(await machine.status == .finished)
        await clock.settle()
        #expect(asked.said.texts == ["held", "asks"])
        asked.machine.withLock { $0 = nil }
    }

    private func asked() -> (Machine<Asked>, Asked.Known) {
        let known = Asked.Known()
        let machine = Machine(Asked(known), named: "owner", clock: clock)
        known.machine.withLock { $0 = machine }
        return (machine, known)
    }
}

/// Its child does not end before the stream does.
private final class Holder: TopState<Int> {
    let holding: Child<Holder, Held>
    init(_ hold: AsyncStream<Never>, _ notes: Notes) { holding = Child(of: Holder.self) { _ in Held(hold, notes) } }
    override func configure() { children(holding) }

    final class Held: TopState<Int> {
        let hold: AsyncStream<Never>
        let notes: Notes
        init(_ hold: AsyncStream<Never>, _ notes: Notes) { (self.hold, self.notes) = (hold, notes) }
        override func exit() async {
            notes.add("held")
            for await _ in hold {}
        }
    }
}

/// Each entry makes a child, the first of which does not end before the stream does.
private final class Line: TopState<Line.Event> {
    enum Event { case again, twice }

    let on = On()
    let hold: AsyncStream<Never>, notes: Notes
    var count = 0
    init(_ hold: AsyncStream<Never>, _ notes: Notes) { (self.hold, self.notes) = (hold, notes) }
    override func configure() { substates(on) }

    final class On: State<Line, Line> {
        let child = Child(of: On.self) { on in
            on.top.count += 1
            return Next(on.top.count, on.top.hold, on.top.notes)
        }
        override func configure() { children(child) }
        override func handle(_ event: Event) -> Reaction {
            // Entered and left once more within one macrostep.
            event == .twice ? .to(self) { top.raise(.again) } : .to(self)
        }
    }

    final class Next: TopState<Int> {
        let number: Int, hold: AsyncStream<Never>, notes: Notes
        init(_ number: Int, _ hold: AsyncStream<Never>, _ notes: Notes) {
            (self.number, self.hold, self.notes) = (number, hold, notes)
        }
        override func entry() { notes.add("\(number) begins") }
        override func exit() async {
            guard number == 1 else { return }
            notes.add("1 stops")
            for await _ in hold {}
            notes.add("1 ends")
        }
    }
}

private final class Patient: TopState<Int> {
    let on = On(), off = Off()
    let notes: Notes
    init(_ notes: Notes) { self.notes = notes }
    override func configure() { substates(on, off) }

    final class On: State<Patient, Patient> {
        let child = Child(of: On.self) { Worker("patient", $0.top.notes) }
        override func configure() { children(child) }
        override func handle(_ event: Int) -> Reaction { .to(superior.off) }
        override func exit() async {
            await child.stopped()
            top.notes.add("left")
        }
    }

    final class Off: State<Patient, Patient> {
        override func handle(_ event: Int) -> Reaction { .to(superior.on) }
    }
}

/// Its child awaits it: from an action, and from its exit.
private final class Asked: TopState<Asked.Event> {
    enum Event { case end, question }

    let on = On(), over = FinalState<Asked, Asked>()
    let own: Known
    var isOver = false
    let asker = Child(of: Asked.self) { Asker($0.own) }

    init(_ own: Known) { self.own = own }
    override func configure() {
        substates(on, over)
        children(asker)
    }

    final class On: State<Asked, Asked> {
        override func always() -> Reaction { top.isOver ? .to(superior.over) : .unhandled }
        override func handle(_ event: Event) -> Reaction {
            .handled {
                if event == .question { return }
                self.top.own.said.add("held")
                for await _ in self.top.own.gate {}
                self.top.isOver = true
            }
        }
    }

    /// The machine, once there is one, and what is said of it.
    final class Known: Sendable {
        let machine = Guarded<Machine<Asked>?>(nil)
        let said = Notes()
        let (gate, open) = AsyncStream<Never>.makeStream()

        func ask() async {
            do { _ = try await machine.withLock({ $0 })?.send(.question) } catch {
                said.add("\(error)".split(separator: ";").first?.split(separator: ": ").last.map(String.init) ?? "")
            }
        }
    }

    final class Asker: TopState<Int> {
        let owner: Known
        init(_ owner: Known) { self.owner = owner }
        override func handle(_ event: Int) -> Reaction {
            .handled {
                self.owner.said.add("asks")
                await self.owner.ask()
            }
        }
        override func exit() async { await owner.ask() }
    }
}
