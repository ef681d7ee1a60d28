import Statecharts

final class Parcel: TopState<Parcel.Event> {
    enum Event: Codable { case scanned(String), delivered(String) }

    let places = OutputPort<String>("places")
    var receiver = "nobody"
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
