import IFMLRuntime
import Statecharts

//   Gallery                      two screens with all five view events, and a modal one
//   ┌──────────────────────────────────────────────────────────────────┐
//   │ Pages                                  ┆ Help                     │
//   │  ●──▶ First ──── next ───▶ Second      ┆  ●──▶ Hidden ◀──▶ Shown  │
//   │       First ◀─── back ──── Second      ┆                         │
//   └──────────────────────────────────────────────────────────────────┘

/// An application with what no demo has, written as the generator writes it: all five view events on two screens, a
/// swipe and a pan, a variable of each scope and all of devices, a page of the web, an advertisement, a drawing, overlays.
final class Gallery: TopState<Gallery.Event> {
    enum Event: Sendable, Hashable, Codable {
        case firstNext, firstHelp, firstDrag, firstTurn, secondTouch
        case view(String, ViewEvent, entries: Int)
        case context(GalleryContext)
        case device(DeviceEvent), sensed(DeviceEvent.Kind)
        case back
        case showHelp, helpClose
    }

    enum Place: String, Sendable, Hashable, Codable {
        case first, second, help
    }

    struct Data: Sendable, Hashable, Codable {
        var navigation = Navigation<Place>()
        var context = GalleryContext()
        var entries = 0
        var log: [String] = []
    }

    let events = EventPort("events")
    let device = InputPort<DeviceEvent>("device")
    var data = Data()

    let pages = Pages(), help = Help()

    override func configure() {
        receive(events)
        receive(device) { .device($0) }
        regions(pages, help)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .view(let name, let view, let entries):
            return .handled { data.log.append("\(name) \(view.rawValue) \(entries)") }
        case .context(let context): return .handled { data.context = context }
        case .device(let event):
            return .handled {
                data.context.take(event)
                raise(.sensed(event.kind))
            }
        default: return .unhandled
        }
    }
}

extension Gallery {
    /// The containers that exclude each other.
    final class Pages: State<Gallery, Gallery> {
        let first = First(), second = Second()
        let previous = Choice<Pages, Gallery> { pages in
            .to(pages.first) { pages.top.data.navigation.goBack() }
        }

        override func configure() { substates(first, second, previous) }

        override func handle(_ event: Event) -> Reaction {
            event == .back && top.data.navigation.isOnTop() && top.data.navigation.previous != nil
                ? .local(to: previous) : .unhandled
        }
    }

    class Page: State<Pages, Gallery> {
        var name: String { "" }
        var place: Place { .first }

        override func entry() {
            top.data.entries += 1
            if !top.data.navigation.isLoaded(place) {
                top.data.navigation.load(place)
                raise(.viewDidLoad)
            }
            raise(.viewWillAppear)
            top.events.send(.view(name, .viewDidAppear, entries: top.data.entries))
        }

        override func exit() {
            raise(.viewWillDisappear)
            raise(.viewDidDisappear)
        }

        private func raise(_ event: ViewEvent) { top.raise(.view(name, event, entries: top.data.entries)) }
    }

    final class First: Page {
        override var name: String { "first" }
        override func handle(_ event: Event) -> Reaction {
            guard top.data.navigation.isOnTop() else { return .unhandled }
            switch event {
            case .firstNext: return .to(superior.second) { top.data.navigation.show(.second, from: .first) }
            case .firstHelp: return .handled { top.raise(.showHelp) }
            case .firstDrag: return .handled { top.data.log.append("drag") }
            case .firstTurn: return .handled { top.data.log.append("turn") }
            default: return .unhandled
            }
        }
    }

    final class Second: Page {
        override var name: String { "second" }
        override var place: Place { .second }
        override func entry() {
            top.data.context.inside = GalleryContext().inside
            super.entry()
        }

        override func handle(_ event: Event) -> Reaction {
            event == .secondTouch ? .handled { top.data.log.append("touch") } : .unhandled
        }
    }

    /// The modal screen `help`.
    final class Help: State<Gallery, Gallery> {
        let hidden = Hidden(), shown = Shown()

        override func configure() { substates(hidden, shown) }

        final class Hidden: State<Help, Gallery> {
            override func handle(_ event: Event) -> Reaction { event == .showHelp ? .to(superior.shown) : .unhandled }
        }

        final class Shown: State<Help, Gallery> {
            override func entry() { top.data.navigation.open(.help) }
            override func exit() { top.data.navigation.close(.help) }
            override func handle(_ event: Event) -> Reaction {
                event == .helpClose ? .to(superior.hidden) : .unhandled
            }
        }
    }
}

/// Variables of the three scopes, and all that devices have.
struct GalleryContext: ContextVariables {
    var kept = 1.0
    var session = 1.0
    var inside = 1.0
    var accelerationX: Double?, accelerationY: Double?, accelerationZ: Double?
    var rotationX: Double?, rotationY: Double?, rotationZ: Double?
    var yaw: Double?, pitch: Double?, roll: Double?
    var latitude: Double?, longitude: Double?, altitude: Double?, speed: Double?
    var horizontalAccuracy: Double?, verticalAccuracy: Double?
    var magneticHeadingDirection: Double?, trueHeadingDirection: Double?, magneticHeadingAccuracy: Double?
    var batteryLevel: Double?
    var batteryStatus = BatteryStatus.unknown
    var orientation: DeviceOrientation?
    var proximity: Bool?
    var wiFi = false, cellular = false, nfc = false, bluetooth = false

    static let variables: [ContextVariable<GalleryContext>] = [
        ContextVariable("kept", \.kept), ContextVariable("session", \.session), ContextVariable("inside", \.inside),
        ContextVariable("accelerationX", \.accelerationX), ContextVariable("accelerationY", \.accelerationY),
        ContextVariable("accelerationZ", \.accelerationZ), ContextVariable("rotationX", \.rotationX),
        ContextVariable("rotationY", \.rotationY), ContextVariable("rotationZ", \.rotationZ),
        ContextVariable("yaw", \.yaw), ContextVariable("pitch", \.pitch), ContextVariable("roll", \.roll),
        ContextVariable("latitude", \.latitude), ContextVariable("longitude", \.longitude),
        ContextVariable("altitude", \.altitude), ContextVariable("speed", \.speed),
        ContextVariable("horizontalAccuracy", \.horizontalAccuracy),
        ContextVariable("verticalAccuracy", \.verticalAccuracy),
        ContextVariable("magneticHeadingDirection", \.magneticHeadingDirection),
        ContextVariable("trueHeadingDirection", \.trueHeadingDirection),
        ContextVariable("magneticHeadingAccuracy", \.magneticHeadingAccuracy),
        ContextVariable("batteryLevel", \.batteryLevel), ContextVariable("batteryStatus", \.batteryStatus),
        ContextVariable("orientation", \.orientation), ContextVariable("proximity", \.proximity),
        ContextVariable("wiFi", \.wiFi), ContextVariable("cellular", \.cellular), ContextVariable("nfc", \.nfc),
        ContextVariable("bluetooth", \.bluetooth),
    ]
}

/// A place of the overlays.
struct Site: Sendable, Hashable, Codable {
    var latitude: Double
    var longitude: Double
    var name: String
}

struct FirstScreen: ContainerScreen {
    var web: TextView
    var ad: TextView
    var scene: TextView
    var shapes: ListView<Site>
    var components: [(any ComponentView)?] { [web, ad, scene, shapes] }
}

struct EmptyScreen: ContainerScreen {
    var components: [(any ComponentView)?] { [] }
}

struct GalleryScreen: ApplicationScreen {
    var first: FirstScreen?
    var second: EmptyScreen?
    var help: EmptyScreen?
    var frame = ScreenFrame<Gallery.Event>()

    var containers: [ContainerView] {
        [ContainerView("first", first), ContainerView("second", second), ContainerView("help", help, isModal: true)]
            .compactMap(\.self)
    }
}

extension Gallery: Application {
    static let modelName = "gallery"

    static let inputs = Inputs<Event>(
        events: ["next", "help", "drag", "turn", "touch", "close"],
        viewEvents: ["first.viewWillAppear": .view("first", .viewWillAppear, entries: 0)])

    static func event(setting context: GalleryContext) -> Event? { .context(context) }

    var context: GalleryContext { data.context }
    var devicePort: InputPort<DeviceEvent>? { device }

    func restore(_ saved: Data) {
        data = saved
        data.context.session = GalleryContext().session
    }

    var screen: GalleryScreen {
        var screen = GalleryScreen()
        let isOpen = data.navigation.isOnTop()
        if pages.first.isActive {
            var shapes = Rows<Site>()
            shapes.rows = [Site(latitude: 45.5, longitude: 9, name: "the yard")]
            screen.first = FirstScreen(
                web: .web("site", data.context.wiFi ? "https://example.org" : nil), ad: .advertisement("banner"),
                scene: .drawing("scene"),
                shapes: ListView("shapes", shapes, as: .overlays) {
                    [Cell("latitude", $0.latitude), Cell("longitude", $0.longitude), Cell("name", $0.name)]
                })
            screen.frame.buttons += [
                EventButton("next", of: "first", by: Gesture(.swipe, swipeDirection: .left), .firstNext, if: isOpen),
                EventButton("drag", of: "first", by: Gesture(.pan, fingersCount: 1), .firstDrag, if: isOpen),
                EventButton("help", of: "first", by: Gesture(.tap), .firstHelp, if: isOpen),
                EventButton("turn", of: "scene", by: Gesture(.tap), .firstTurn, if: isOpen),
            ]
        }
        if pages.second.isActive {
            screen.second = EmptyScreen()
            screen.frame.buttons += [EventButton("touch", of: "second", by: Gesture(.touch), .secondTouch, if: isOpen)]
        }
        if help.shown.isActive {
            screen.help = EmptyScreen()
            screen.frame.buttons += [EventButton("close", of: "help", .helpClose)]
        }
        if isOpen && data.navigation.previous != nil { screen.frame.buttons.append(EventButton("back", .back)) }
        return screen
    }
}
