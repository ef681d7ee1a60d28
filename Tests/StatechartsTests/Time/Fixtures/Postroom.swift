import Statecharts
import Synchronization

//    ┌ Postroom ───────────────────────────────────────┐
//    │ ●→ Open ──shut──► Shut   parcel: notes its number │
//    └─────────────────────────────────────────────────┘
// Its events carry objects, so that one can see when an event is forgotten.
final class Postroom: TopState<Postroom.Event> {
    enum Event: Sendable {
        case parcel(Parcel)
        case act(@Sendable (Postroom) -> Void)
        case shut
    }

    /// Something that is counted as long as it exists.
    final class Parcel: Sendable {
        let number: Int
        private let tally: Tally
        init(_ number: Int, _ tally: Tally) {
            self.number = number
            self.tally = tally
            tally.existing.add(1, ordering: .relaxed)
        }
        deinit { tally.existing.subtract(1, ordering: .relaxed) }
    }

    final class Tally: Sendable {
        fileprivate let existing = Atomic<Int>(0)
        var count: Int { existing.load(ordering: .relaxed) }
    }

    let open = Open(), shut = Shut()
    var delivered: [Int] = []
    override func configure() { substates(open, shut) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .parcel(let parcel): .handled { [number = parcel.number] in self.delivered.append(number) }
        case .act(let body): .handled { body(self) }
        case .shut: .to(shut)
        }
    }

    final class Open: State<Postroom, Postroom> {}
    final class Shut: State<Postroom, Postroom> {}
}
