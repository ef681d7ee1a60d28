@testable import Statecharts
import StatechartsSimulation
import Testing

@testable import StatechartsCore

/// Children that are started again.
@Suite struct ChildRestartTests {
    let clock = ManualClock()
    let notes = Notes()

    private func shop(_ restart: ChildRestart, _ limit: Int = 2, _ backOff: BackOff = .none) async throws
        -> Machine<Forge>
    {
        let machine = Machine(
            Forge(notes, restart, RestartLimit(limit, in: .seconds(60)), backOff), clock: clock)
        try await machine.start()
        await clock.settle()
        return machine
    }

    @Test func `a transient child that fails is made anew, and its state goes on`() async throws {
        let machine = try await shop(.transient)
        #expect(notes.take() == ["worker made", "worker begins", "hello worker"])
        try await machine.send(.fail)
        await clock.settle()
        #expect(notes.take().withoutGone == ["worker made", "again", "worker begins", "hello worker"])
        try await machine.send(.stop)
        await clock.settle()
        #expect(notes.take().withoutGone == ["worker stops", "worker ends", "done worker", "completed"])
        #expect(await machine.configuration.description == "Closed")
        try await machine.stop()
    }

    @Test func `a permanent child is made anew also when it has done its work`() async throws {
        let machine = try await shop(.permanent)
        _ = notes.take()
        try await machine.send(.stop)
        await clock.settle()
        #expect(
            notes.take().withoutGone == [
                "worker stops", "worker ends", "worker made", "done worker", "worker begins", "hello worker",
            ])
        #expect(await machine.configuration.description == "Open")
        try await machine.stop()
    }

    @Test func `too many restarts are the failure that the last one was`() async throws {
        let machine = try await shop(.transient, 2)
        _ = notes.take()
        for _ in 0..<2 {
            try await machine.send(.fail)
            await clock.settle()
        }
        _ = notes.take()
        try await machine.send(.fail)
        await clock.settle()
        #expect(notes.take().withoutGone == ["failed"])
        #expect(await machine.configuration.description == "Closed")
        try await machine.stop()
    }

    @Test func `a limit is each entry's own, and counts the time that was said`() async throws {
        let machine = try await shop(.transient, 1)
        for _ in 0..<3 {
            await clock.advance(by: .seconds(61))
            try await machine.send(.fail)
            await clock.settle()
        }
        #expect(await machine.configuration.description == "Open")
        try await machine.send(.again)
        await clock.settle()
        try await machine.send(.fail)
        await clock.settle()
        #expect(await machine.configuration.description == "Open")
        try await machine.stop()
    }

    @Test func `before a restart some time passes, and what is posted waits`() async throws {
        let machine = try await shop(.transient, 2, .exponential(from: .seconds(1), cap: .seconds(10)))
        _ = notes.take()
        try await machine.send(.fail)
        await clock.settle()
        #expect(notes.take().withoutGone == ["worker made", "again"])
        try await machine.send(.ping)
        await clock.advance(by: .milliseconds(999))
        #expect(notes.take() == [])
        await clock.advance(by: .milliseconds(1))
        await clock.settle()
        #expect(notes.take() == ["worker begins", "worker pinged", "hello worker"])
        try await machine.send(.fail)
        await clock.advance(by: .seconds(1))
        #expect(notes.take().withoutGone == ["worker made", "again"])
        try await machine.stop()
        #expect(notes.take().withoutGone == [])
    }

    @Test func `a child runs where it is placed`() async throws {
        let machine = Machine(Placed(), on: MainActor.shared, clock: clock)
        try await machine.start()
        let (main, own) = (
            try #require(await machine.port(\.main.machine)), try #require(await machine.port(\.own.machine))
        )
        #expect(unsafe main.unownedExecutor.isSame(as: MainActor.sharedUnownedExecutor))
        #expect(unsafe !own.unownedExecutor.isSame(as: MainActor.sharedUnownedExecutor))
        try await machine.stop()
    }
}

extension [String] {
    /// When a machine is let go of is nobody's business.
    fileprivate var withoutGone: [String] { filter { !$0.hasSuffix("gone") } }
}

private final class Placed: TopState<Int> {
    let main = Child(of: Placed.self) { _ in Worker("main", Notes()) }
    let own = Child(of: Placed.self) { _ in Worker("own", Notes()) }.place(in: nil)
    override func configure() { children(main, own) }
}

extension ChildRestartTests {
    @Test func `a child whose chart is refused is not restarted`() async throws {
        let notes = Notes(), clock = ManualClock()
        let machine = Machine(Foundry(notes), clock: clock)
        try await machine.start()
        await clock.settle()
        await clock.advance(by: .seconds(60))
        #expect(notes.take() == ["made", "failed by ChartError"])
        try await machine.stop()
    }
}

/// Has a child whose chart names a state twice.
private final class Foundry: TopState<Int> {
    let notes: Notes
    let muddled = Child(of: Foundry.self) { foundry -> Muddled in
        foundry.notes.add("made")
        return Muddled()
    }.restart(.permanent, limit: RestartLimit(5, in: .seconds(1)))
    init(_ notes: Notes) { self.notes = notes }
    override func configure() { children(muddled) }
    override func failed(_ error: any Error) -> Reaction {
        .handled { self.notes.add("failed by \(type(of: error))") }
    }

    final class Muddled: TopState<Int> {
        let here = Here()
        override func configure() { substates(here, here) }
        final class Here: State<Muddled, Muddled> {}
    }
}

//  ● ──▶ Open [worker] ──failed, completed──▶ Closed      Open ──again──▶ Open
private final class Forge: TopState<Forge.Event> {
    enum Event { case fail, stop, ping, again, hello(String), done(String), restarted }

    let open: Open, closed = Closed()
    let notes: Notes

    init(_ notes: Notes, _ restart: ChildRestart, _ limit: RestartLimit, _ backOff: BackOff) {
        self.notes = notes
        open = Open(restart, limit, backOff)
    }

    override func configure() { substates(open, closed) }

    final class Open: State<Forge, Forge> {
        let worker: Child<Open, Worker>

        init(_ restart: ChildRestart, _ limit: RestartLimit, _ backOff: BackOff) {
            worker = Child(of: Open.self) { Worker("worker", $0.top.notes) }
                .on(\.hello) { .hello($0) }
                .done(\.name) { .done($0) }
                .restart(restart, limit: limit, backOff: backOff) { _ in .restarted }
        }

        override func configure() { children(worker) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .fail: .handled { worker.post(.fail) }
            case .stop: .handled { worker.post(.stop) }
            case .ping: .handled { worker.post(.ping) }
            case .again: .to(self)
            case .hello(let name): .handled { top.notes.add("hello \(name)") }
            case .done(let name): .handled { top.notes.add("done \(name)") }
            case .restarted: .handled { top.notes.add("again") }
            }
        }
        override func completed() -> Reaction { .to(superior.closed) { top.notes.add("completed") } }
        override func failed(_ error: any Error) -> Reaction { .to(superior.closed) { top.notes.add("failed") } }
    }

    final class Closed: State<Forge, Forge> {}
}
