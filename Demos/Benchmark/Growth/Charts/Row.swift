import Statecharts

/// So many states side by side, each of which leads to the next one.
///
///     Row
///     └─ Place ×n   next → the next place
final class Row: TopState<Row.Event> {
    enum Event: Sendable, Codable, CaseIterable { case next }

    let places: [Place]

    init(_ count: Int) { places = (0..<count).map { Place(next: ($0 + 1) % count) } }

    override func configure() { substates(places) }

    final class Place: State<Row, Row> {
        private let next: Int
        init(next: Int) { self.next = next }
        override func handle(_ event: Event) -> Reaction { .to(superior.places[next]) }
    }
}
