/// The raised and deferred events of one chart, whatever their type.
class EventStore {
    /// Moves the first raised event to where handlers can be asked about it.
    func takeRaised() -> EventPointer? { nil }
    func dropRaised() {}
    /// Keeps the event at `event` under a number that grows from event to event.
    func `defer`(_ event: EventPointer, number: Int) {}
    func deferred(number: Int) -> EventPointer? { nil }
    func removeDeferred(number: Int) {}
    func describe(_ event: EventPointer) -> String { "" }
    /// Moves an event from a timer or an activity to where handlers can be asked about it; `nil` if it is not of this chart.
    func hold(_ event: any Sendable) -> EventPointer? { nil }
}

final class TypedEventStore<Event: Sendable>: EventStore {
    let raised = EventRow<Event>()
    let kept = EventRow<Event>()
    private let raisedPlace = TranslatedEvent<Event>()
    private let deferredPlace = TranslatedEvent<Event>()
    private lazy var servicePlace = TranslatedEvent<Event>()

    func raise(_ event: Event) { raised.append(event) }

    override func takeRaised() -> EventPointer? { raised.removeFirst().map { raisedPlace.hold($0) } }

    override func dropRaised() { raised.removeAll() }

    override func `defer`(_ event: EventPointer, number: Int) {
        unsafe kept.append(event.place(of: Event.self).pointee, number: number)
    }

    override func deferred(number: Int) -> EventPointer? { kept[number: number].map { deferredPlace.hold($0) } }

    override func removeDeferred(number: Int) { kept.remove(number: number) }

    override func describe(_ event: EventPointer) -> String {
        unsafe String(describing: event.place(of: Event.self).pointee)
    }

    override func hold(_ event: any Sendable) -> EventPointer? { (event as? Event).map { servicePlace.hold($0) } }

    func load(_ event: EventPointer) -> Event { unsafe event.place(of: Event.self).pointee }
}
