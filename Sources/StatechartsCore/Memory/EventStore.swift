/// The raised and deferred events of one chart, and those of its armed timers, whatever their type.
@usableFromInline
package class EventStore {
    /// Whether an event lies where handlers can be asked about it.
    final var holds = false
    /// Lets go of what lies there.
    func letGo() {}
    /// Lets go of all deferred events.
    func dropDeferred() {}

    /// Moves the first raised event to where handlers can be asked about it.
    func takeRaised() -> EventPointer? { nil }
    func dropRaised() {}
    /// Keeps the event at `event` under a number that grows from event to event.
    package func `defer`(_ event: EventPointer, number: Int) {}
    package func deferred(number: Int) -> EventPointer? { nil }
    /// The deferred event itself.
    package func keptEvent(number: Int) -> (any Sendable)? { nil }
    /// A deferred event as text.
    func describeDeferred(number: Int) -> String? { nil }
    func removeDeferred(number: Int) {}
    package func describe(_ event: EventPointer) -> String { "" }
    /// Moves an event from a timer or an activity to where handlers can be asked about it; `nil` if it is not of this
    /// chart.
    package func hold(_ event: any Sendable) -> EventPointer? { nil }

    /// Whether something has to be done to forget an event.
    package var eventsNeedDropping: Bool { false }
    /// Keeps the event of a timer at the place of its slot, if it is of this chart.
    package func keepTimed(_ event: any Sendable, at slot: Int32) {}
    /// The event of an armed timer.
    package func timed(at slot: Int32) -> (any Sendable)? { nil }
    /// Moves the event of a timer to where handlers can be asked about it; it stays with the timer as well if that
    /// repeats.
    func holdTimed(at slot: Int32, repeats: Bool) -> EventPointer? { nil }
    package func dropTimed(at slot: Int32) {}
    package func dropAllTimed() {}
    /// Gives back the memory of many timers; none is armed any more.
    package func shrinkTimed() {}
}

@usableFromInline
package final class TypedEventStore<Event: Sendable>: EventStore {
    let raised = EventRow<Event>()
    @usableFromInline let kept = EventRow<Event>()
    private let raisedPlace = TranslatedEvent<Event>()
    private let deferredPlace = TranslatedEvent<Event>()
    private lazy var servicePlace = TranslatedEvent<Event>()
    private var hasServicePlace = false
    /// Nothing touches it but the functions below, none of which calls anything while it does.
    @exclusivity(unchecked) @usableFromInline var storedTimedEvents: TimedEvents<Event>?

    func raise(_ event: Event) { raised.append(event) }

    override func takeRaised() -> EventPointer? {
        holds = true
        return raised.holdFirst(in: raisedPlace)
    }

    private func hold(_ event: consuming Event, in place: TranslatedEvent<Event>) -> EventPointer {
        holds = true
        return place.hold(event)
    }

    private func holdOfService(_ event: consuming Event) -> EventPointer {
        hasServicePlace = true
        return hold(event, in: servicePlace)
    }

    override func letGo() {
        holds = false
        raisedPlace.clear()
        deferredPlace.clear()
        if hasServicePlace { servicePlace.clear() }
    }

    override func dropDeferred() { kept.removeAll() }

    override func dropRaised() { raised.removeAll() }

    package override func `defer`(_ event: EventPointer, number: Int) {
        unsafe kept.append(event.place(of: Event.self).pointee, number: number)
    }

    package override func deferred(number: Int) -> EventPointer? {
        holds = true
        return kept.hold(number: number, in: deferredPlace)
    }

    package override func keptEvent(number: Int) -> (any Sendable)? { kept[number: number] }
    override func describeDeferred(number: Int) -> String? { kept[number: number].map { ValueText.of($0) } }

    override func removeDeferred(number: Int) { kept.remove(number: number) }

    package override func describe(_ event: EventPointer) -> String {
        unsafe ValueText.of(event.place(of: Event.self).pointee)
    }

    package override func hold(_ event: any Sendable) -> EventPointer? { (event as? Event).map { holdOfService($0) } }

    package func load(_ event: EventPointer) -> Event { unsafe event.place(of: Event.self).pointee }

    // MARK: Events of timers

    @inlinable var timedEvents: TimedEvents<Event> { unsafe storedTimedEvents ?? makeTimedEvents() }

    @usableFromInline @inline(never)
    func makeTimedEvents() -> TimedEvents<Event> {
        let made = TimedEvents<Event>()
        unsafe storedTimedEvents = made
        return made
    }

    package override var eventsNeedDropping: Bool { !TimedEvents<Event>.isTrivial }

    package override func keepTimed(_ event: any Sendable, at slot: Int32) {
        guard let event = event as? Event else { return }
        timedEvents.makeRoom(for: slot)
        timedEvents.put(event, at: slot)
    }

    package override func timed(at slot: Int32) -> (any Sendable)? { timedEvents.take(at: slot, keeping: true) }

    override func holdTimed(at slot: Int32, repeats: Bool) -> EventPointer? {
        holdOfService(timedEvents.take(at: slot, keeping: repeats))
    }

    package override func dropTimed(at slot: Int32) { timedEvents.drop(at: slot) }

    package override func dropAllTimed() { timedEvents.removeAll() }

    package override func shrinkTimed() { timedEvents.shrink() }
}
