@testable import Statecharts
@testable import StatechartsCore

//  Herald                                                                     seen
//  ┌────────────────────────────────────────────────────────────────────────────┐
//  │ ●→ Speaking   words: word(n) / seen += n · fail / throws                     │
//  └────────────────────────────────────────────────────────────────────────────┘
// Says 1 to its own port while it is bound, and 2 when it is entered; then it waits at its gate.

final class Herald: TopState<Herald.Event> {
    enum Event: Sendable { case word(Int), fail }
    struct Broken: Error {}

    let speaking = Speaking()
    let words: InputPort<Int>
    let gate: Gate?
    var seen: [Int] = []

    init(_ words: InputPort<Int>, gate: Gate?) {
        self.words = words
        self.gate = gate
    }

    override func configure() {
        if gate != nil { words.send(1) }
        receive(words) { .word($0) }
        substates(speaking)
    }

    final class Speaking: State<Herald, Herald> {
        override func entry() async {
            guard let gate = top.gate else { return }
            top.words.send(2)
            await gate.pass()
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .word(let number): .handled { self.top.seen.append(number) }
            case .fail: .handled { throw Broken() }
            }
        }
    }
}
