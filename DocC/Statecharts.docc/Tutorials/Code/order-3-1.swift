import Statecharts

struct Unreadable: Error {}

final class Parcel: TopState<Parcel.Event>, Snapshotting {
    enum Event: Codable { case scanned(String), delivered }

    let news: OutputPort<String>
    init(news: OutputPort<String>) { self.news = news }
    let moving = Moving(), end = FinalState<Parcel, Parcel>()
    override func configure() { substates(moving, end) }

    var places: [String] = []
    func save() -> [String] { places }
    func restore(_ saved: [String]) { places = saved }

    final class Moving: State<Parcel, Parcel> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .scanned(""): .handled { throw Unreadable() }
            case .scanned(let place): .handled { top.places.append(place) }
            case .delivered:
                .to(superior.end) {
                    top.news.send(
                        "delivered by way of \(top.places.joined(separator: ", "))")
                }
            }
        }
    }
}
