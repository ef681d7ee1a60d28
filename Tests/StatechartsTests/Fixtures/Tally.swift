import Statecharts

/// Takes events of several senders and finds out whether each sender's come in order.
final class Tally: TopState<Tally.Event> {
    struct Event: Sendable, Equatable {
        var sender: Int
        var number: Int
    }
    var next: [Int]
    var outOfOrder = 0
    var total = 0
    let open = Open()
    init(senders: Int) { next = Array(repeating: 0, count: senders) }
    override func configure() { substates(open) }

    final class Open: State<Tally, Tally> {
        override func handle(_ event: Event) -> Reaction {
            .handled {
                self.top.total += 1
                if self.top.next[event.sender] != event.number { self.top.outOfOrder += 1 }
                self.top.next[event.sender] = event.number + 1
            }
        }
    }
}

/// Posts from inside its own steps: every number n posts n − 1 twice, until 0, and writes down what it takes.
final class Poster: TopState<Int> {
    var post: @Sendable (Int) -> Void = { _ in }
    var taken: [Int] = []
    var isInStep = false
    let open = Open()
    override func configure() { substates(open) }

    final class Open: State<Poster, Poster> {
        override func handle(_ event: Int) -> Reaction {
            .to(self) {
                precondition(!self.top.isInStep)
                self.top.isInStep = true
                self.top.taken.append(event)
                if event > 0 {
                    self.top.post(event - 1)
                    self.top.post(event - 1)
                }
            }
        }
        override func entry() { top.isInStep = false }
    }
}
