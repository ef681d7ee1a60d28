import Statecharts

final class Order: TopState<Order.Event>, Snapshotting {
    enum Event: Codable {
        case add(String), pay
        case parcel(Parcel.Event), seen(String), arrived(String)
    }

    struct Saved: Codable { var items: [String], places: [String] }
    func save() -> Saved { Saved(items: items, places: places) }
    func restore(_ saved: Saved) { (items, places) = (saved.items, saved.places) }

    var items: [String] = [], places: [String] = []
    let open = Open(), underway = Underway(), done = Done()
    override func configure() { substates(open, underway, done) }

    final class Open: State<Order, Order> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let item): .handled { top.items.append(item) }
            case .pay: .to(superior.underway)
            default: .unhandled
            }
        }
    }

    final class Underway: State<Order, Order> {
        let parcel = Child(of: Underway.self) { _ in Parcel() }
            .on(\.places) { .seen($0) }
            .done(\.receiver) { .arrived($0) }
        override func configure() { children(parcel) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .parcel(let event): parcel.forward(event)
            case .seen(let place): .handled { top.places.append(place) }
            case .arrived(let name): .to(superior.done) { top.places.append(name) }
            default: .unhandled
            }
        }
    }

    final class Done: State<Order, Order> {}
}
