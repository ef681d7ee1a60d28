import Statecharts

/// A choice inside a state that is entered without an action asks whether that state is active; and regions of which one leads nowhere.
///
///     Passage
///     ├─ Outside   enter → Inside.question
///     ├─ Inside
///     │  ├─ question <>   [in Inside] → Here, [else] → Nowhere
///     │  ├─ Here
///     │  └─ Nowhere
///     └─ Halls (regions)
///        ├─ Left    Early      go → Right.Late and Left.Late and Left.Early, which cannot be
///        │          Late
///        └─ Right   Early      go → Late / count
///                   Late
final class Passage: TopState<Passage.Event> {
    enum Event: Sendable { case enter, cross, go }

    let outside = Outside(), inside = Inside(), halls = Halls()
    var entered: [String] = []
    override func configure() { substates(outside, inside, halls) }

    final class Outside: State<Passage, Passage> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .enter: .to(superior.inside.question)
            case .cross: .to(superior.halls)
            case .go: .unhandled
            }
        }
    }

    final class Inside: State<Passage, Passage> {
        let here = Here(), nowhere = Nowhere()
        let question = Choice<Inside, Passage> { $0.isActive ? .to($0.here) : .to($0.nowhere) }
        override func configure() { substates(here, nowhere, question) }
        final class Here: State<Inside, Passage> {}
        final class Nowhere: State<Inside, Passage> {}
    }

    final class Halls: OrthogonalState<Passage, Passage> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }

        final class Left: State<Halls, Passage> {
            let early = Early(), late = Late()
            override func configure() { substates(early, late) }
            final class Late: State<Left, Passage> {}
            final class Early: State<Left, Passage> {
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .go: .to(superior.late, superior.early)
                    case .enter, .cross: .unhandled
                    }
                }
            }
        }

        final class Right: State<Halls, Passage> {
            let early = Early(), late = Late()
            override func configure() { substates(early, late) }
            final class Late: State<Right, Passage> {
                override func entry() { top.entered.append("Late") }
            }
            final class Early: State<Right, Passage> {
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .go: .to(superior.late) { self.top.entered.append("effect") }
                    case .enter, .cross: .unhandled
                    }
                }
            }
        }
    }
}
