// Unsafe storage of its own. Why it is sound:
//
// - An event pointer is used while the handlers are asked that it was made for, and no longer. Whoever makes one has
//   the event in a variable of its own, or in a `TranslatedEvent`, until they have answered. What type the event has is
//   the business of its scope; the engine keeps scopes apart.
// - A `TranslatedEvent` has its place to itself, and frees it in its `deinit`. Nothing else has the place.
//
// Tried against it: an event whose end replaces itself (StorageTests); events of embedded charts of the same class
// (BoundaryMistakeTests).

/// The place of an event while handlers are asked about it: they borrow it, nobody copies it.
@safe
@usableFromInline
package struct EventPointer {
    @usableFromInline let place: UnsafeRawPointer

    @inlinable package init<Event>(_ place: UnsafePointer<Event>) { unsafe self.place = UnsafeRawPointer(place) }

    /// The event, borrowed where it lies: a copy would need the type's metadata.
    @inline(__always) subscript<Event>(as type: Event.Type) -> Event {
        _read { yield unsafe place.assumingMemoryBound(to: Event.self).pointee }
    }

    /// Where the event lies. `Event` is the event type of the scope that the engine asks; the engine keeps scopes
    /// apart.
    @inlinable @inline(__always) func place<Event>(of type: Event.Type) -> UnsafePointer<Event> {
        unsafe place.assumingMemoryBound(to: Event.self)
    }
}

// No `Optional` of an event is made here, nor in `EventRow` where a step gets to: its type would be looked up each
// time.

/// A stable place for one translated or dequeued event, owned by one node or one event store.
@safe
final class TranslatedEvent<Event> {
    private let place = UnsafeMutablePointer<Event>.allocate(capacity: 1)
    private var isFull = false

    /// Replaces what was held; pointers to it end here.
    func hold(_ event: consuming Event) -> EventPointer {
        if isFull {
            // What was held is destroyed last: whatever its end sets off finds the new event.
            let former = unsafe place.move()
            unsafe place.initialize(to: event)
            withExtendedLifetime(former) {}
        } else {
            unsafe place.initialize(to: event)
            isFull = true
        }
        return unsafe EventPointer(UnsafePointer(place))
    }

    /// Destroys what is held, when it is out of the place: whatever its end sets off finds that empty.
    func clear() {
        guard isFull else { return }
        isFull = false
        _ = unsafe place.move()
    }

    deinit {
        clear()
        unsafe place.deallocate()
    }
}
