import Statecharts
import Testing

/// A machine that gives itself something to do in every step, for ever, can be looked at, sent to and stopped all the same.
@Suite struct SelfPostingTests {
    enum Kind: CaseIterable { case plain, reporting, watched }

    @Test(arguments: Kind.allCases)
    func `whoever comes to a machine that always posts to itself gets a turn`(_ kind: Kind) async throws {
        let machine =
            kind == .reporting
            ? Machine(Restless(), unhandled: .report { _, _ in }) : Machine(Restless())
        let steps = kind == .watched ? machine.steps(buffering: .bufferingNewest(1)) : nil
        try await machine.start()
        try await machine.withTop { [unowned machine] top in top.post = { machine.post($0) } }
        machine.post(.next)
        for _ in 0..<5 {
            _ = await machine.configuration
            #expect(try await machine.send(.look) == .handled)
        }
        // A step that suspends goes on with what waits in a task of the machine's own.
        #expect(try await machine.send(.pause) == .handled)
        #expect(try await machine.send(.look) == .handled)
        #expect(try await machine.withTop { $0.looks } == 6)
        try await machine.stop()
        #expect(await machine.status == .stopped)
        _ = steps
    }
}

private final class Restless: TopState<Restless.Event> {
    enum Event: Sendable { case next, look, pause }
    var post: @Sendable (Event) -> Void = { _ in }
    var looks = 0
    let busy = Busy()
    override func configure() { substates(busy) }
    final class Busy: State<Restless, Restless> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .next: .handled { self.top.post(.next) }
            case .look: .handled { self.top.looks += 1 }
            case .pause: .handled { await Task.yield() }
            }
        }
    }
}
