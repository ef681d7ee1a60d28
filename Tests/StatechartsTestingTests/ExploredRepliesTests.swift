import Statecharts
import StatechartsTesting
import Testing

//   Teller                                  Deli
//   ●──▶ Closed ──open──▶ Opened             ●──▶ Serving ⟲ total: keeps the reply, answer: answers all that are kept
//            ◀──close───                     Clinic
//   total: deferred until it is open         ●──▶ Idle ──begin──▶ Asked: keeps a reply   leave ──▶ Idle: it is gone
private final class Teller: TopState<Teller.Event> {
    enum Event: Sendable { case total(Reply<Int>), open, close }
    let closed = Closed(), opened = Opened()
    override func configure() { substates(closed, opened) }
    final class Closed: State<Teller, Teller> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .total: .deferred
            case .open: .to(superior.opened)
            case .close: .unhandled
            }
        }
    }
    final class Opened: State<Teller, Teller> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .total(let reply): .handled { reply.answer(1) }
            case .close: .to(superior.closed)
            case .open: .unhandled
            }
        }
    }
}

private final class Deli: TopState<Deli.Event> {
    enum Event: Sendable { case total(Reply<Int>), answer }
    let serving = Serving()
    override func configure() { substates(serving) }
    final class Serving: State<Deli, Deli> {
        @Scoped var pending: [Reply<Int>] = []
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .total(let reply):
                .handled { if pending.count < 2 { pending.append(reply) } else { reply.answer(0) } }
            case .answer:
                .handled {
                    for reply in pending { reply.answer(1) }
                    pending = []
                }
            }
        }
    }
}

private final class Clinic: TopState<Clinic.Event> {
    enum Event: Sendable { case total(Reply<Int>), begin, leave, answer }
    let idle = Idle(), asked = Asked()
    override func configure() { substates(idle, asked) }
    final class Idle: State<Clinic, Clinic> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin: .to(superior.asked)
            case .total(let reply): .handled { reply.answer(0) }
            case .leave, .answer: .unhandled
            }
        }
    }
    final class Asked: State<Clinic, Clinic> {
        @Scoped var pending: Reply<Int>?
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .total(let reply): .handled { if pending == nil { pending = reply } else { reply.answer(0) } }
            case .answer:
                .handled {
                    pending?.answer(1)
                    pending = nil
                }
            case .leave: .to(superior.idle)
            case .begin: .unhandled
            }
        }
    }
}

/// Replies that are open while a chart is explored.
@Suite struct ExploredRepliesTests {
    @Test(arguments: [Explorer<Teller>.Return.automatic, .placing, .replaying])
    private func `a question that is deferred is answered once on each path`(
        _ returning: Explorer<Teller>.Return
    ) async throws {
        var explorer = Explorer(events: [.open, .close]) { Teller() }
        explorer.question { .total($0) }
        explorer.returning = returning
        explorer.limits.deferred = 2
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty, "\(found)")
        // Open; closed with none, one, two and three that are deferred, of which the last is not gone on from.
        #expect(found.situationCount == 5, "\(found)")
        #expect(found.replayReason != nil)
    }

    @Test(arguments: [Explorer<Deli>.Return.automatic, .placing, .replaying])
    private func `a question whose reply is in scoped data is answered once on each path`(
        _ returning: Explorer<Deli>.Return
    ) async throws {
        var explorer = Explorer(events: [.answer]) { Deli() }
        explorer.question { .total($0) }
        explorer.returning = returning
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty && found.isComplete, "\(found)")
        #expect(found.situationCount == 3, "\(found)")
    }

    @Test(arguments: [Explorer<Clinic>.Return.automatic, .placing, .replaying])
    private func `a reply that is dropped in a later step is found, with the path to it`(
        _ returning: Explorer<Clinic>.Return
    ) async throws {
        var explorer = Explorer(events: [.begin, .leave, .answer]) { Clinic() }
        explorer.question { .total($0) }
        explorer.returning = returning
        let found = try await explorer.explore()
        #expect(found.problems.map(\.kind) == [.unanswered], "\(found)")
        #expect(found.problems.first?.path.map(\.description) == ["begin", "question total 1", "leave"])
        let example = try #require(try await explorer.randomRuns(.init(seed: 1)).counterexample)
        #expect(example.path.map(\.description) == ["begin", "question total 1", "leave"])
        #expect(example.message == "the reply was dropped without an answer")
    }
}
