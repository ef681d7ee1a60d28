/// A whole chart as one state of another (UML 2.5.1, 14.2.3.4.7, submachine state).
///
///     let login = Submachine<App, App, Login>(Login()) { event in
///         if case .key(let key) = event { .typed(key) } else { nil }
///     }
///
/// The chart inside is entered and exited with the state. An event of the host is translated and offered inside first;
/// if it has no translation, or no state inside reacts, the host's states are asked. If the translation depends on the
/// host, the closure may take the superior too:
///
///     let login = Submachine<App, App, Login>(Login()) { app, event in
///         app.isLocked ? nil : event.key.map { .typed($0) }
///     } outward: { app, event in
///         if case .signedIn(let user) = event { .welcome(user) } else { nil }
///     }
///
/// Events that are raised inside, and those of timers, activities and ports inside, are offered inside. If no state
/// there takes one, it may be an event of the host: `outward` says which one, and the host then gets it like one that
/// it has raised itself, in the same step. This is how a chart tells its host something; when the chart runs alone,
/// such an event comes to nothing.
///
/// When the chart inside reaches its final state, this state is complete, and ``State/completed()`` of a subclass
/// decides what follows. For other ways in and out see ``entryPoint(_:)`` and ``leads(from:_:)``. Ports that the chart
/// receives are ports of the machine.
///
/// One chart class can be embedded any number of times, each with an instance of its own. <doc:Submachines> says when
/// to use a submachine, and when a generic state class.
open class Submachine<Superior: StateNode, Top: Statechart, Inner: Statechart>: State<Superior, Top> {
    private enum Translation<From, To> {
        case none
        case ofEvent((From) -> To?)
        case ofSuperior((Superior, From) -> To?)
    }

    /// The embedded chart.
    public let chart: Inner
    private let inward: Translation<Top.Event, Inner.Event>
    private let outward: Translation<Inner.Event, Top.Event>
    private let place = EventSlot<Inner.Event>()
    /// Where exit points of the chart lead, by the point.
    private var continuations: [ObjectIdentifier: @Sendable (Superior) -> Reaction] = [:]
    /// What stands for entry points of the chart, by the point.
    private var connectionPoints: [ObjectIdentifier: ConnectionPoint<Top>] = [:]

    /// Embeds `chart`, for subclasses that override ``translate(_:)``.
    /// - Parameter chart: an instance that is used nowhere else; validation refuses one that is.
    public init(embedding chart: Inner) {
        self.chart = chart
        inward = .none
        outward = .none
    }

    /// Embeds `chart`.
    /// - Parameters:
    ///   - chart: an instance that is used nowhere else; validation refuses one that is.
    ///   - translation: the inner event for an event of the host, `nil` for events that do not concern the inside.
    ///   - outward: the host's event for an inner event that no state there takes, `nil` for those that do not concern
    ///     the host.
    public init(
        _ chart: Inner, translation: @escaping (Top.Event) -> Inner.Event?,
        outward: ((Inner.Event) -> Top.Event?)? = nil
    ) {
        self.chart = chart
        inward = .ofEvent(translation)
        self.outward = outward.map { .ofEvent($0) } ?? .none
    }

    /// Embeds `chart`, with translations that get the superior of this state.
    /// - Parameters:
    ///   - chart: an instance that is used nowhere else; validation refuses one that is.
    ///   - translation: the inner event for an event of the host, `nil` for events that do not concern the inside. It
    ///     decides and changes nothing.
    ///   - outward: the host's event for an inner event that no state there takes, `nil` for those that do not concern
    ///     the host.
    public init(
        _ chart: Inner, translation: @escaping (Superior, Top.Event) -> Inner.Event?,
        outward: ((Superior, Inner.Event) -> Top.Event?)? = nil
    ) {
        self.chart = chart
        inward = .ofSuperior(translation)
        self.outward = outward.map { .ofSuperior($0) } ?? .none
    }

    /// Returns the inner event for an event of the host, `nil` for events that do not concern the inside.
    ///
    /// Called once for each event that the host is asked about while this state is active; it decides and changes
    /// nothing. Unless overridden, it uses the translation that the state was made with.
    open func translate(_ event: Top.Event) -> Inner.Event? {
        switch inward {
        case .none: nil
        case .ofEvent(let translation): translation(event)
        case .ofSuperior(let translation): translation(superior, event)
        }
    }

    /// Returns the host's event for an inner event that no state there takes, `nil` for those that do not concern the
    /// host.
    ///
    /// The host gets it after what has been raised so far, in the same step. Unless overridden, this uses the
    /// translation that the state was made with.
    open func translateOutward(_ event: Inner.Event) -> Top.Event? {
        switch outward {
        case .none: nil
        case .ofEvent(let translation): translation(event)
        case .ofSuperior(let translation): translation(superior, event)
        }
    }

    // MARK: Ways in and out

    /// Returns an entry point of the embedded chart as a target of the host (UML 2.5.1, 14.2.3.4.7, connection point
    /// reference).
    ///
    ///     case .forgotPassword: .to(superior.login.entryPoint(\.recovery))
    ///
    /// Transitions that lead there enter this state and then what the entry point leads to. A fork may name it, and it
    /// may be one of several targets.
    /// - Parameter point: a property of the chart that holds an ``EntryPoint`` directly inside its top state.
    public final func entryPoint<Point: Statechart>(_ point: KeyPath<Inner, EntryPoint<Point, Point>>) -> Vertex<Top> {
        let point = chart[keyPath: point]
        if let known = connectionPoints[ObjectIdentifier(point)] { return known }
        let made = ConnectionPoint<Top>(point)
        connectionPoints[ObjectIdentifier(point)] = made
        return made
    }

    /// Says where an exit point of the embedded chart leads in the host (UML 2.5.1, 14.2.3.4.7, connection point
    /// reference).
    ///
    ///     override func configure() {
    ///         login.leads(from: \.cancelled) { app in .to(app.home) }
    ///         substates(login, home)
    ///     }
    ///
    /// A transition inside that leads to the point then leaves this state: all exits, the effect of the inner
    /// transition, that of the reaction returned here, and the entries. If that reaction is `.unhandled`, the
    /// transition is not enabled, as with a ``Junction``.
    ///
    /// To be called before the start, best from a `configure()` above; the last call counts. Without such a call an
    /// exit point leads where it was made to lead, as when its chart runs alone.
    /// - Parameters:
    ///   - point: a property of the chart that holds an ``ExitPoint`` directly inside its top state.
    ///   - next: gets the superior of this state and returns `.to(…)`. As a `Sendable` closure it cannot capture a
    ///     state, which would keep the chart alive for ever.
    public final func leads<Point: Statechart>(
        from point: KeyPath<Inner, ExitPoint<Point, Point>>, _ next: @escaping @Sendable (Superior) -> Reaction
    ) {
        continuations[ObjectIdentifier(chart[keyPath: point])] = next
    }

    override func leadsOn(from point: StateNode) -> Bool { continuations[ObjectIdentifier(point)] != nil }

    override func continuation(from point: StateNode) -> RawReaction? {
        continuations[ObjectIdentifier(point)]?(superior).raw
    }

    override func followConnectionPoints() {
        for point in connectionPoints.values { point.follow() }
    }

    // MARK: What the engine asks

    override var kind: VertexKind { .submachine }

    override func translated(_ event: EventPointer) -> EventPointer? {
        guard let inner = translate(unsafe event.place(of: Top.Event.self).pointee) else { return nil }
        return place.hold(inner)
    }

    override func letGoOfTranslated() { place.clear() }

    override func passOutward(_ event: EventPointer) -> Bool {
        guard let outer = translateOutward(unsafe event.place(of: Inner.Event.self).pointee) else { return false }
        top.raise(outer)
        return true
    }

    override var embedded: StateNode? { chart }
}

/// Stands for an entry point of an embedded chart where a vertex of the host's chart is wanted. It is the same vertex
/// by another type.
final class ConnectionPoint<Top: Statechart>: Vertex<Top> {
    private let point: StateNode

    init(_ point: StateNode) {
        self.point = point
        super.init()
        follow()
    }

    /// Has the machine that the point has.
    func follow() {
        table = point.table
        index = point.index
        tag = point.tag
    }

    override var kind: VertexKind { .entryPoint }
    override var meant: StateNode { point }
    override func acceptsTop(_ node: StateNode) -> Bool { false }
}
