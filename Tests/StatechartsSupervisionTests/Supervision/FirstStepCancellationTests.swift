import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Who cancels the first step of a child cancels nothing else: neither what is recalled after it nor what was posted.
@Suite(.timeLimit(.minutes(30))) struct FirstStepCancellationTests {
    private let clock = ManualClock()

    @Test(arguments: [false, true])
    func `actions of recalled and of posted events are not cancelled`(_ isWatched: Bool) async throws {
        let supervisor = Supervisor(staysOpen: true, clock: clock), system = System()
        let reached = Gate(), found = Guarded<[String]>([])
        let slow = supervisor.add("slow") {
            Machine(Apprentice(reached) { what in found.withLock { $0.append("\(what) \(Task.isCancelled)") } })
        }
        if isWatched { await system.add(slow) }
        for suspends in [false, true] { slow.post(.posted(suspends: suspends)) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        await reached.pass()
        #expect(try await supervisor.remove("slow"))
        #expect(await events.next(3) == [.started("slow"), .stopped("slow"), .removed("slow")])
        #expect(
            found.withLock { $0 } == [
                "entry true", "deferred false", "still deferred false", "posted false", "posted false",
                "still posted false",
            ])
        run.cancel()
        try await run.value
    }

    @Test func `an action of a recalled event is not cancelled either where the first step has not suspended`()
        async throws
    {
        let supervisor = Supervisor(staysOpen: true, clock: clock)
        let reached = Gate(), release = Gate(), found = Guarded<[String]>([])
        let made = Guarded<Machine<Apprentice>?>(nil)
        supervisor.add("slow") {
            let chart = Apprentice(reached, release) { what in
                found.withLock { $0.append("\(what) \(Task.isCancelled)") }
            }
            let machine = Machine(chart)
            made.withLock { $0 = machine }
            return machine
        }
        let run = Task { try await supervisor.run() }
        await reached.pass()
        let machine = try #require(made.withLock { $0 })
        let removal = Task { try await supervisor.remove("slow") }
        while await !machine.cancelsStart { await Task.yield() }
        release.open()
        #expect(try await removal.value)
        #expect(found.withLock { $0 } == ["entry false", "deferred false", "still deferred false"])
        run.cancel()
        try await run.value
    }
}

/// Defers an event in its first step, which waits until it is cancelled, unless something is to release the action of
/// that event; the event is recalled afterwards.
private final class Apprentice: TopState<Apprentice.Event> {
    enum Event { case deferred, begin, posted(suspends: Bool) }

    let learning = Learning(), working = Working()
    let reached: Gate
    let release: Gate?
    let note: @Sendable (String) -> Void

    init(_ reached: Gate, _ release: Gate? = nil, _ note: @escaping @Sendable (String) -> Void) {
        self.reached = reached
        self.release = release
        self.note = note
    }

    override func configure() { substates(learning, working) }

    final class Learning: State<Apprentice, Apprentice> {
        override func entry() async {
            raise(.deferred)
            raise(.begin)
            if top.release == nil {
                top.reached.open()
                while !Task.isCancelled { await Task.yield() }
            }
            top.note("entry")
        }
        override func handle(_ event: Event) -> Reaction {
            if case .begin = event { .to(superior.working) } else { .deferred }
        }
    }

    final class Working: State<Apprentice, Apprentice> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .deferred: .handled { await self.note("deferred", suspends: true) }
            case .posted(let suspends): .handled { await self.note("posted", suspends: suspends) }
            case .begin: .unhandled
            }
        }
        private func note(_ what: String, suspends: Bool) async {
            top.note(what)
            guard suspends else { return }
            if let release = top.release {
                top.reached.open()
                await release.pass()
            }
            await Task.yield()
            top.note("still \(what)")
        }
    }
}

extension Machine {
    fileprivate var cancelsStart: Bool { cold?.cancelsStart ?? false }
}
