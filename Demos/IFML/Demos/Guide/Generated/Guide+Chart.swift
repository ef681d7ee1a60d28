import IFMLRuntime
import Statecharts

/// The application `guide`.
final class Guide: TopState<Guide.Event> {
    enum Event: Sendable, Hashable, Codable {
        case leaveRole
        case inItalian
        case signInEnter
        case exhibitListShow(row: Int)
        case exhibitsOnPlanSelect(row: Int)
        case signInRole(String)
        case goPlan
        case goExhibits
        case goAdministration
        case nearestEnded([Exhibit])
        case exhibitsOnPlanFilled([Exhibit])
        case back
        case device(DeviceEvent)
        case sensed(DeviceEvent.Kind)
        case context(GuideContext)
    }

    /// The containers that the way back knows, and modal ones.
    enum Place: String, Sendable, Hashable, Codable {
        case plan
        case exhibits
        case detail
        case administration
    }

    /// The parameters of components and actions.
    struct Data: Sendable, Hashable, Codable {
        var navigation = Navigation<Place>()
        var context = GuideContext()
        var exhibitsOnPlan = Rows<Exhibit>()
        var exhibitList = Rows<Exhibit>() { didSet { context.lastExhibit = exhibitList.selection } }
        var exhibit: Exhibit?
    }

    let actions: any GuideActions
    let store: any GuideStore
    let device = InputPort<DeviceEvent>("device")
    var data = Data()

    let guide = GuideContainer()
    let previous = Choice<Guide, Guide> { app in
        .to(app.place(app.data.navigation.previous)) { app.data.navigation.goBack() }
    }

    init(actions: any GuideActions, store: any GuideStore) {
        self.actions = actions
        self.store = store
    }

    override func configure() {
        receive(device) { .device($0) }
        substates(guide, previous)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .sensed(.location): return .handled { nearest() }
        case .device(let reading):
            return .handled {
                data.context.take(reading)
                raise(.sensed(reading.kind))
            }
        case .nearestEnded(let exhibits):
            return .handled {
                data.exhibitList.rows = exhibits
                ask()
            }
        case .back:
            guard data.navigation.previous != nil else { return .unhandled }
            return .to(previous)
        case .context(let context): return .handled { data.context = context }
        default: return .unhandled
        }
    }

    override func failed(_ error: any Error) -> Reaction {
        error is StepError ? .unhandled : .handled { data.navigation.message = "\(error)" }
    }

    func place(_ place: Place?) -> Vertex<Guide> {
        switch place {
        case .plan, nil: guide.plan
        case .exhibits: guide.exhibits
        case .detail: guide.detail
        case .administration: guide.administration
        }
    }

    /// Asks the queries of all active containers.
    func ask() {
        if guide.plan.map.isActive { guide.plan.map.ask() }
    }

    /// Performs the action `nearest` in the background.
    func nearest() {
        run("nearest", { [actions] in try await actions.nearest() }, done: { .nearestEnded($0) })
    }
}

/// The context of the application.
struct GuideContext: ContextVariables {
    var gpsIsAvailable: Bool = false
    var gpsIsEnabled: Bool = false
    var language: String = "en"
    var lastExhibit: Exhibit?
    var latitude: Double?
    var longitude: Double?
    var screenHeight: Double?
    var screenWidth: Double?
    var userRole: String?

    static let variables: [ContextVariable<GuideContext>] = [
        ContextVariable("gpsIsAvailable", \.gpsIsAvailable),
        ContextVariable("gpsIsEnabled", \.gpsIsEnabled),
        ContextVariable("language", \.language),
        ContextVariable("latitude", \.latitude),
        ContextVariable("longitude", \.longitude),
        ContextVariable("screenHeight", \.screenHeight),
        ContextVariable("screenWidth", \.screenWidth),
        ContextVariable("userRole", \.userRole),
    ]
}

extension GuideContext {
    /// True while the viewpoint `forCurators` holds.
    var isForCurators: Bool { userRole == "curator" }

    /// True while the viewpoint `onTablets` holds.
    var isOnTablets: Bool {
        (screenWidth.map { $0 >= 1024 } ?? false)
            && (screenHeight.map { $0 >= 768 } ?? false)
            && gpsIsAvailable
            && gpsIsEnabled
    }

    /// True while the viewpoint `inTheMuseum` holds.
    var isInTheMuseum: Bool {
        (latitude.map { $0 > 45.4 } ?? false)
            && (latitude.map { $0 < 45.5 } ?? false)
            && (longitude.map { $0 > 9.1 } ?? false)
            && (longitude.map { $0 < 9.3 } ?? false)
    }
}
