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
}

/// Defers an event in its first step, which waits until it is cancelled; the event is recalled afterwards.
private final class Apprentice: TopState<Apprentice.Event> {
    enum Event { case deferred, begin, posted(suspends: Bool) }

    let learning = Learning(), working = Working()
    let reached: Gate
    let note: @Sendable (String) -> Void

    init(_ reached: Gate, _ note: @escaping @Sendable (String) -> Void) {
        self.reached = reached
        self.note = note
    }

    override func configure() { substates(learning, working) }

    final class Learning: State<Apprentice, Apprentice> {
        override func entry() async {
            raise(.deferred)
            raise(.begin)
            top.reached.open()
            while !Task.isCancelled { await Task.yield() }
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
            await Task.yield()
            top.note("still \(what)")
        }
    }
}
