import Statecharts

//   Transfer                                Fetching and Downloading are two of it
//   ┌────────────────────────────────────────────────────────────────────────────┐
//   │                     error            [fewer than three failures]           │
//   │ ●──▶ Transferring ─────────▶ ◇ ─────────────────────────▶ BackingOff       │
//   │        │       ▲             │                                 │           │
//   │        │       │             └──[else]──▶ Failed               │           │
//   │        │       │                                               │           │
//   │        │       └────────────── retry, after a pause ───────────┘           │
//   │        │ completed                                                         │
//   │        ▼                                                                   │
//   │        ◉         again, from BackingOff and Failed: at once, three anew    │
//   └────────────────────────────────────────────────────────────────────────────┘

// snippet: transfer
/// Brings something from the source, with several attempts, each of which goes on where the one before was broken off.
class Transfer: State<Item, Item> {
    static let pauses: [Duration] = [.seconds(1), .seconds(2)]

    @Scoped var progress = 0.0  // survives an attempt, and ends with the transfer: there is nothing to reset
    @Scoped var failures = 0
    @Scoped var reason = ""

    let piece: Piece
    let transferring = Transferring(), backingOff = BackingOff(), failed = Failed()
    let done = FinalState<Transfer, Item>()
    let broken = Choice<Transfer, Item> { transfer in
        transfer.failures <= pauses.count
            ? .to(transfer.backingOff).when("fewer than three failures") : .to(transfer.failed).when("else")
    }

    init(of piece: Piece) { self.piece = piece }
    override func configure() { substates(transferring, broken, backingOff, failed, done) }
    // end snippet

    // snippet: again
    /// Asked for again: at once instead of after the pause, and with all attempts anew. Local, so that what has arrived
    /// is kept.
    final func again() -> Reaction {
        transferring.isActive ? .unhandled : .local(to: transferring) { failures = 0 }
    }
    // end snippet

    // snippet: transferring
    final class Transferring: State<Transfer, Item> {
        override func entry() {
            run { [source = top.source, piece = superior.piece, progress = superior.progress] send in
                try await source.deliver(piece, from: progress) { send($0) }
            }
        }

        override func completed() -> Reaction { .to(superior.done) }  // the work has ended

        override func failed(_ error: any Error) -> Reaction {  // it has thrown
            .to(superior.broken) {
                superior.failures += 1
                superior.reason = "\(error)"
            }
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {  // what it tells while it goes on
            case .arrived(let progress): .handled { superior.progress = progress }
            case .learned(let fact): .handled { top.learn(fact) }
            default: .unhandled
            }
        }
    }
    // end snippet

    // snippet: backing off
    final class BackingOff: State<Transfer, Item> {
        var pause: Duration { Transfer.pauses[superior.failures - 1] }

        override func entry() { after(pause, send: .retry) }

        override func handle(_ event: Event) -> Reaction {
            event == .retry ? .to(superior.transferring) : .unhandled
        }
    }
    // end snippet

    final class Failed: State<Transfer, Item> {}
}
