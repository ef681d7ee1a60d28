public import Statecharts

/// A chart that was generated from a model, or from a module of it: it keeps the data of its components in one value.
public protocol Module: Snapshotting, Statechart where Event: Hashable & Codable, Saved == Data {
    /// What the components hold, where the user has been, and the context.
    associatedtype Data: Sendable, Hashable, Codable
    /// What the components hold.
    var data: Data { get set }
}

extension Module {
    /// The data, for snapshots.
    public func save() -> Data { data }
    /// Takes the data over.
    public func restore(_ saved: Data) { data = saved }
}

/// An application that was generated from a model: a chart with screens.
///
/// The generator writes the conformance; a ``Session`` drives it.
public protocol Application: Module {
    /// What it shows.
    associatedtype Screen: ApplicationScreen where Screen.Event == Event
    /// The variables of the context.
    associatedtype Context: ContextVariables = NoContext

    /// The name in the model.
    static var modelName: String { get }
    /// The names that commands use, and the events for them.
    static var inputs: Inputs<Event> { get }
    /// The event that sets the context; `nil` if the model has none.
    static func event(setting context: Context) -> Event?

    /// The variables of the context.
    var context: Context { get }
    /// The present screen.
    var screen: Screen { get }
    /// Where it hears of its device; `nil` if the model has no such events.
    var devicePort: InputPort<DeviceEvent>? { get }
}

extension Application {
    /// None.
    public var devicePort: InputPort<DeviceEvent>? { nil }
}

extension Application where Context == NoContext {
    /// Without variables.
    public var context: NoContext { NoContext() }
    /// Nothing can be set.
    public static func event(setting context: NoContext) -> Event? { nil }
}

/// The names that commands use, and the events for those that come with a row or a text.
public struct Inputs<Event: Sendable>: Sendable {
    /// The names of events that stand as buttons.
    public let events: [String]
    /// The lists, and the event of a selected row, from 0.
    public let lists: [String: @Sendable (Int) -> Event]
    /// Events of lists, as `list.event`, and the event of a row, from 0.
    public let rowEvents: [String: @Sendable (Int) -> Event]
    /// The fields, as `form.field`, and the event of a text.
    public let fields: [String: @Sendable (String) -> Event]
    /// The events of containers, as `container.viewWillAppear`.
    public let viewEvents: [String: Event]
    /// The landmarks.
    public let landmarks: [String]
    /// The actions whose next answer `outcome` sets, with their events.
    public let outcomes: [String: [String]]

    /// Commands that no screen offers and that the model reacts to: `context wiFi yes`, `device shake`, `advance 60s`.
    public let samples: [String]

    /// Makes a table of names.
    public init(
        events: [String] = [], lists: [String: @Sendable (Int) -> Event] = [:],
        rowEvents: [String: @Sendable (Int) -> Event] = [:], fields: [String: @Sendable (String) -> Event] = [:],
        viewEvents: [String: Event] = [:], landmarks: [String] = [], outcomes: [String: [String]] = [:],
        samples: [String] = []
    ) {
        self.events = events
        self.lists = lists
        self.rowEvents = rowEvents
        self.fields = fields
        self.viewEvents = viewEvents
        self.landmarks = landmarks
        self.outcomes = outcomes
        self.samples = samples
    }
}
