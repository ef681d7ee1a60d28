import Statecharts

/// Takes one piece of work at a time and defers the others; its data are as large as one likes.
///
///     Desk
///     ├─ Free   work → Busy
///     └─ Busy   work / deferred, done → Free
final class Desk: TopState<Desk.Event>, Snapshotting {
    enum Event: Sendable, Codable { case work(Int), done, finish }
    struct Papers: Codable, Sendable {
        var numbers: [Int] = []
        var text = ""
        var pile: Pile?
    }

    /// Papers on papers.
    indirect enum Pile: Codable, Sendable {
        case ground
        case paper(on: Pile)

        init(_ height: Int) {
            self = .ground
            for _ in 0..<height { self = .paper(on: self) }
        }
    }

    let busy = Busy(), free = Free(), finished = FinalState<Desk, Desk>()
    var taken = 0
    var papers: Papers

    init(_ papers: Papers = Papers()) { self.papers = papers }

    override func configure() { substates(busy, free, finished) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .finish: .to(finished)
        case .work, .done: .unhandled
        }
    }
    func save() -> Papers { papers }
    func restore(_ saved: Papers) { papers = saved }

    final class Busy: State<Desk, Desk> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .work: .deferred
            case .done: .to(superior.free)
            case .finish: .unhandled
            }
        }
    }

    final class Free: State<Desk, Desk> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .work: .to(superior.busy) { self.top.taken += 1 }
            case .done, .finish: .unhandled
            }
        }
    }
}
