/// The raised and deferred events of one chart, and those of its armed timers, without their type.
@usableFromInline
package class EventStore {
    /// Destroys the event that is held while handlers are asked about it.
    package func letGo() {}
    /// Destroys all deferred events.
    func dropDeferred() {}

    /// Takes the first raised event out of the queue, and holds it while handlers are asked about it.
    func takeRaised() -> EventPointer? { nil }
    func dropRaised() {}
    /// Keeps a copy of an event under a number that is greater than all before.
    package func `defer`(_ event: EventPointer, number: Int) {}
    /// Holds a copy of a deferred event while handlers are asked about it.
    func deferred(number: Int) -> EventPointer? { nil }
    /// A deferred event itself.
    package func keptEvent(number: Int) -> (any Sendable)? { nil }
    /// A deferred event as text.
    package final func describeDeferred(number: Int) -> String? { keptEvent(number: number).map { ValueText.of($0) } }
    func removeDeferred(number: Int) {}
    /// An event that handlers are asked about, itself.
    func value(_ event: EventPointer) -> (any Sendable)? { nil }
    final func describe(_ event: EventPointer) -> String { value(event).map { ValueText.of($0) } ?? "" }
    /// Reads an event of the chart; `nil` if its events are not `Decodable`.
    package func read(_ decode: (any Decodable.Type) throws -> Any) rethrows -> (any Sendable)? { nil }
    /// Holds an event of an activity or a port while handlers are asked about it; `nil` if it is not of this chart.
    package func hold(_ event: any Sendable) -> EventPointer? { nil }

    /// True if events of timers have to be destroyed, because they are not mere bytes.
    package var eventsNeedDropping: Bool { false }
    /// Keeps the event of a timer under its slot, if it is of this chart.
    package func keepTimed(_ event: any Sendable, at slot: Int32) {}
    /// The event of an armed timer.
    package func timed(at slot: Int32) -> (any Sendable)? { nil }
    /// Holds the event of a timer while handlers are asked about it. A timer that repeats keeps a copy.
    package func holdTimed(at slot: Int32, repeats: Bool) -> EventPointer? { nil }
    package func dropTimed(at slot: Int32) {}
    package func dropAllTimed() {}
    /// Gives back memory that many timers have needed; none is armed any more.
    package func shrinkTimed() {}
}

@usableFromInline
package final class TypedEventStore<Event: Sendable>: EventStore {
    let raised = EventRow<Event>()
    let kept = EventRow<Event>()
    /// The event that handlers are asked about, if the caller of a step has none: a raised or deferred one, or one of
    /// a timer, an activity or a port. One at a time: they have answered before the next one is held.
    private let held = EventSlot<Event>()
    /// Unchecked: only the functions below use it, and none of them calls anything meanwhile.
    @exclusivity(unchecked) @usableFromInline var storedTimedEvents: TimedEvents<Event>?

    func raise(_ event: Event) { raised.append(event) }

    override func takeRaised() -> EventPointer? { raised.holdFirst(in: held) }

    package override func letGo() { held.clear() }

    override func dropDeferred() { kept.removeAll() }

    override func dropRaised() { raised.removeAll() }

    package override func `defer`(_ event: EventPointer, number: Int) {
        unsafe kept.append(event.place(of: Event.self).pointee, number: number)
    }

    override func deferred(number: Int) -> EventPointer? { kept.hold(number: number, in: held) }

    package override func keptEvent(number: Int) -> (any Sendable)? { kept[number: number] }

    override func removeDeferred(number: Int) { kept.remove(number: number) }

    override func value(_ event: EventPointer) -> (any Sendable)? { load(event) }

    package override func read(_ decode: (any Decodable.Type) throws -> Any) rethrows -> (any Sendable)? {
        try (Event.self as? any Decodable.Type).flatMap { try decode($0) as? Event }
    }

    package override func hold(_ event: any Sendable) -> EventPointer? { (event as? Event).map { held.hold($0) } }

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

    package override func holdTimed(at slot: Int32, repeats: Bool) -> EventPointer? {
        held.hold(timedEvents.take(at: slot, keeping: repeats))
    }

    package override func dropTimed(at slot: Int32) { timedEvents.drop(at: slot) }

    package override func dropAllTimed() { timedEvents.removeAll() }

    package override func shrinkTimed() { timedEvents.shrink() }
}
