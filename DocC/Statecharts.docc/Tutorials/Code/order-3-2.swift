import Statecharts

final class Parcel: TopState<Parcel.Event>, Snapshotting {
    enum Event: Codable { case scanned(String), delivered(String) }

    let places = OutputPort<String>("places")
    var receiver = "nobody"
    func save() -> String { receiver }
    func restore(_ saved: String) { receiver = saved }

    let moving = Moving(), end = FinalState<Parcel, Parcel>()
    override func configure() { substates(moving, end) }

    final class Moving: State<Parcel, Parcel> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .scanned(let place): .handled { top.places.send(place) }
            case .delivered(let name): .to(superior.end) { top.receiver = name }
            }
        }
    }
}
