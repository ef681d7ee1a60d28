import Statecharts

/// Two sums that are the same whenever no step is under way, and states that say whether they are even.
///
///     Balance
///     ├─ Even   move → Odd    effect: debit · entry (async where it suspends): credit
///     └─ Odd    move → Even   the same
///     note(text)  handled: the text, which is not part of the sums
///     look        handled
///     close       → Closed (final), from Even only
final class Balance: TopState<Balance.Event> {
    enum Event: Hashable, Sendable { case move, look, note(String), close, fail }
    struct Failure: Error {}
    struct Sums: Equatable, Sendable { var debit = 0, credit = 0 }

    let even = Even(), odd = Odd(), closed = Closed()
    let suspends: Bool
    var sums = Sums()
    var text = ""
    init(suspends: Bool = false) { self.suspends = suspends }
    override func configure() { substates(even, odd, closed) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .look: .handled
        case .note(let text): .handled { self.text = text }
        case .fail: .handled { throw Failure() }
        case .move, .close: .unhandled
        }
    }

    class Page: State<Balance, Balance> {
        override func entry() async throws {
            guard top.sums.debit != top.sums.credit else { return }
            if top.suspends { await Task.yield() }
            top.sums.credit += 1
        }
    }

    final class Even: Page {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .move: .to(superior.odd) { self.top.sums.debit += 1 }
            case .close: .to(superior.closed)
            case .look, .note, .fail: .unhandled
            }
        }
    }

    final class Odd: Page {
        override func handle(_ event: Event) -> Reaction {
            if case .move = event { .to(superior.even) { self.top.sums.debit += 1 } } else { .unhandled }
        }
    }

    final class Closed: FinalState<Balance, Balance> {}
}
