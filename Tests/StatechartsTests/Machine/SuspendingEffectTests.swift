import StatechartsTesting
import Synchronization
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Effects that may suspend, from their handler to their end.
@Suite struct SuspendingEffectTests {
    /// Something that an effect captures.
    private final class Captured: Sendable {}

    enum Way: CaseIterable, Sendable { case handled, one, two, three, local, preempted, failing }

    @Test(arguments: Way.allCases, [false, true])
    func `what an effect has captured is let go of with its step`(_ way: Way, _ suspends: Bool) async throws {
        let machine = Machine(Quartet())
        try await machine.start()
        weak var gone: Captured?
        let number = Mutex(0)
        do {
            let captured = Captured()
            gone = captured
            let work: @Sendable () async throws -> Void = { [captured] in
                if suspends { await Task.yield() }
                number.withLock { $0 += 1 }
                if way == .failing { throw Quartet.Failure() }
                withExtendedLifetime(captured) {}
            }
            #expect(try await machine.send(.work(way, work)) == .handled)
        }
        #expect(gone == nil)
        // That of the inner region runs, that of the other one, which would leave it, does not.
        #expect(number.withLock { $0 } == 1)
        #expect(try await machine.withTop { $0.failures } == (way == .failing ? 1 : 0))
    }

    /// The chart from both sides: with a plan, and planned in place because somebody watches.
    @Test func `regions whose effects suspend do the same whether anybody watches or not`() async throws {
        let plain = try await notes(isWatched: false)
        let seen = try await notes(isWatched: true)
        #expect(plain == seen)
        #expect(
            plain == [
                "!north !south → (Both.North.B, Both.South.B, Both.East)",
                "!north !south → (Both.North.A, Both.South.A, Both.East)",
                "!all → (Both.North.A, Both.South.A, Both.East)",
            ])
    }

    private func notes(isWatched: Bool) async throws -> [String] {
        let machine = Machine(Quartet())
        let steps = isWatched ? machine.steps : nil
        defer { withExtendedLifetime(steps) {} }
        try await machine.start()
        var lines: [String] = []
        for event in [Quartet.Event.swap, .swap, .all] {
            try await machine.send(event)
            let notes = try await machine.withTop { top in
                defer { top.notes = [] }
                return top.notes.joined(separator: " ")
            }
            lines.append("\(notes) → \(await machine.configuration)")
        }
        try await machine.stop()
        return lines
    }
}

/// Two regions, each with two states that are exchanged by effects that may suspend, and one with nothing inside.
///
///     Quartet
///     └─ Both (orthogonal)
///        ├─ North  A, B   swap: A ⇄ B
///        ├─ South  A, B   swap: A ⇄ B
///        └─ East
private final class Quartet: TopState<Quartet.Event> {
    typealias Work = @Sendable () async throws -> Void
    enum Event: Sendable { case swap, all, work(SuspendingEffectTests.Way, Work) }
    struct Failure: Error {}

    let both = Both()
    var notes: [String] = []
    var failures = 0
    override func configure() { substates(both) }
    override func failed(_ error: any Error) -> Reaction { .handled { self.failures += 1 } }
    func note(_ text: String) async { notes.append(text) }

    final class Both: OrthogonalState<Quartet, Quartet> {
        let north = North(), south = South(), east = East()
        override func configure() { regions(north, south, east) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .all: .handled { await self.top.note("!all") }
            case .work(let way, let work):
                switch way {
                case .handled, .failing: .handled { try await work() }
                case .one: .to(self) { try await work() }
                case .two: .to(north.b, south.b) { try await work() }
                case .three: .to(north.b, south.b, east) { try await work() }
                case .local: .local(to: north.b) { try await work() }
                case .preempted: .unhandled
                }
            case .swap: .unhandled
            }
        }
    }

    class Region: State<Both, Quartet> {
        var name: String { "" }
    }

    final class North: Region {
        let a = A(), b = B()
        override var name: String { "!north" }
        override func configure() { substates(a, b) }
        final class A: State<North, Quartet> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .swap: .to(superior.b) { await self.top.note(self.superior.name) }
                case .work(.preempted, let work): .to(superior.b) { try await work() }
                case .all, .work: .unhandled
                }
            }
        }
        final class B: State<North, Quartet> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .swap: .to(superior.a) { await self.top.note(self.superior.name) }
                case .all, .work: .unhandled
                }
            }
        }
    }

    final class East: Region {}

    final class South: Region {
        let a = A(), b = B()
        override var name: String { "!south" }
        override func configure() { substates(a, b) }
        final class A: State<South, Quartet> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .swap: .to(superior.b) { await self.top.note(self.superior.name) }
                case .work(.preempted, let work): .to(top.both.north.a) { try await work() }
                case .all, .work: .unhandled
                }
            }
        }
        final class B: State<South, Quartet> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .swap: .to(superior.a) { await self.top.note(self.superior.name) }
                case .all, .work: .unhandled
                }
            }
        }
    }
}
