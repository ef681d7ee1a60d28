@testable import Statecharts
import Testing

/// A machine that gives itself something to do in every step, for ever, can be looked at, sent to and stopped all the same.
@Suite struct SelfPostingTests {
    enum Kind: CaseIterable { case plain, reporting, watched, mainActor }

    @Test(arguments: Kind.allCases, [false, true])
    func `whoever comes to a machine that always posts to itself gets a turn`(
        _ kind: Kind, _ isAsync: Bool
    ) async throws {
        let chart = Restless(isAsync: isAsync)
        let machine =
            switch kind {
            case .plain, .watched: Machine(chart)
            case .reporting: Machine(chart, unhandled: .report { _, _ in })
            case .mainActor: Machine(chart, on: MainActor.shared, unhandled: .report { _, _ in })
            }
        let steps = kind == .watched ? machine.steps(buffering: .bufferingNewest(1)) : nil
        await machine.take(atMost: 100)
        try await machine.start()
        try await machine.withTop { [unowned machine] top in top.post = { machine.post($0) } }
        machine.post(.next)
        let turns = kind == .plain && !isAsync ? 3 : 1
        for _ in 0..<turns {
            _ = await machine.configuration
            #expect(try await machine.send(.look) == .handled)
        }
        // A step that suspends goes on with what waits in a task of the machine's own.
        #expect(try await machine.send(.pause) == .handled)
        #expect(try await machine.send(.look) == .handled)
        #expect(try await machine.withTop { $0.looks } == turns + 1)
        // Others of the executor have their turn too, also without the machine.
        await Self.pass(through: kind == .mainActor)
        try await machine.stop()
        #expect(await machine.status == .stopped)
        _ = steps
    }

    private static func pass(through isMain: Bool) async {
        if isMain { await MainActor.run {} } else { await Task.yield() }
    }
}

extension Machine {
    /// Lets others have their turn after so many envelopes, in place of ten thousand.
    fileprivate func take(atMost turn: Int) { envelopesPerTurn = turn }
}

private final class Restless: TopState<Restless.Event> {
    enum Event: Sendable { case next, look, pause }
    var post: @Sendable (Event) -> Void = { _ in }
    var looks = 0
    let isAsync: Bool
    let busy = Busy()
    init(isAsync: Bool) { self.isAsync = isAsync }
    override func configure() { substates(busy) }
    /// Suspends in name only.
    private func postSoon() async { post(.next) }
    final class Busy: State<Restless, Restless> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .next: top.isAsync ? .handled { await self.top.postSoon() } : .handled { self.top.post(.next) }
            case .look: .handled { self.top.looks += 1 }
            case .pause: .handled { await Task.yield() }
            }
        }
    }
}
