/// A whole chart as one state of another (UML 2.5.1, 14.2.3.4.7, submachine state).
///
///     let login = Submachine<App, App, Login>(Login()) { event in
///         switch event {
///         case .key(let key): .typed(key)
///         case .quit: nil
///         }
///     }
///
/// The chart inside is entered and exited with the state. An event of the host is translated and offered inside first; if it has
/// no translation, or nobody inside reacts, the host's states are asked. Events that are raised inside stay inside. When the
/// chart inside reaches its final state, this state is complete, and ``State/completed()`` of a subclass decides what follows.
///
/// One chart class can be embedded any number of times, each with an instance of its own.
open class Submachine<Superior: StateNode, Top: Statechart, Inner: Statechart>: State<Superior, Top> {
    /// The embedded chart.
    public let chart: Inner
    private let translation: (Top.Event) -> Inner.Event?
    private let place = TranslatedEvent<Inner.Event>()

    /// Embeds `chart`.
    /// - Parameters:
    ///   - chart: an instance that is used nowhere else; validation refuses one that is.
    ///   - translation: the inner event for an event of the host, `nil` for events that do not concern the inside.
    public init(_ chart: Inner, translation: @escaping (Top.Event) -> Inner.Event?) {
        self.chart = chart
        self.translation = translation
    }

    override var kind: VertexKind { .submachine }

    override func translate(_ event: EventPointer) -> EventPointer? {
        guard let inner = translation(unsafe event.place(of: Top.Event.self).pointee) else { return nil }
        return place.hold(inner)
    }

    override var embedded: StateNode? { chart }
}
