/// The events of armed timers, at the places that the timer queue gives them.
///
/// An event is out of its place when it is destroyed: code that its `deinit` runs finds everything in order, and may
/// arm other timers (StorageTests).
@usableFromInline
final class TimedEvents<Event> {
    // Unchecked: nothing is called while it is read or written, and no event destroyed.
    @exclusivity(unchecked) @usableFromInline var storedEvents: ContiguousArray<Event?> = []

    /// True if an event is mere bytes, which need not be destroyed.
    @inlinable static var isTrivial: Bool { _isPOD(Event.self) }

    @inlinable func hasRoom(for place: Int32) -> Bool { unsafe Int(place) < storedEvents.count }

    /// Puts an event at a place for which there is room. What is left there of a timer that was cancelled goes.
    @inlinable func put(_ event: Event, at place: Int32) {
        guard place >= 0, hasRoom(for: place) else { missing() }
        if !Self.isTrivial { drop(at: place) }
        unsafe storedEvents[Int(place)] = event
    }

    /// The event at a place, which is empty afterwards unless the event is to be kept.
    @inlinable func take(at place: Int32, keeping: Bool) -> Event {
        guard place >= 0, hasRoom(for: place) else { missing() }
        let event = keeping ? unsafe storedEvents[Int(place)] : unsafe storedEvents[Int(place)].take()
        guard let event else { missing() }
        return event
    }

    @usableFromInline func missing() -> Never { trap("an armed timer has no event", "please report this as a bug") }

    /// Destroys the event at a place, if one is there.
    @inlinable func drop(at place: Int32) {
        guard place >= 0, hasRoom(for: place) else { return }
        let former = unsafe storedEvents[Int(place)].take()
        withExtendedLifetime(former) {}
    }

    /// Destroys all events and gives the memory back.
    func removeAll() {
        let former = unsafe storedEvents
        unsafe storedEvents = []
        withExtendedLifetime(former) {}
    }

    /// Gives memory back that is more than a few timers need. All places are empty.
    func shrink() { if unsafe storedEvents.count > Int(TimerMemory.kept) { removeAll() } }

    func makeRoom(for place: Int32) {
        guard !hasRoom(for: place) else { return }
        let count = unsafe storedEvents.count
        let grown = max(Int(place) + 1, count * 2, 4)
        unsafe storedEvents.append(contentsOf: repeatElement(Optional<Event>.none, count: grown - count))
    }
}
