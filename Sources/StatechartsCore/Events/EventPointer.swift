// Unsafe storage of its own. Why it is sound:
//
// - An event pointer is used only while handlers are asked about its event. Whoever makes one keeps the event in a
//   variable of its own, or in an `EventSlot`, until they have answered. The type of the event is that of its
//   scope; the engine keeps scopes apart.
// - An `EventSlot` has its place to itself, and frees it in its `deinit`. Nothing else has the place.
//
// Tried against it: an event whose end replaces itself (StorageTests); events of embedded charts of the same class
// (BoundaryMistakeTests).

/// A pointer to an event without its type, for as long as handlers are asked about it: they borrow the event, nobody
/// copies it.
@safe
@usableFromInline
package struct EventPointer {
    @usableFromInline let place: UnsafeRawPointer

    @usableFromInline init(_ place: UnsafeRawPointer) { unsafe self.place = place }

    /// Calls `body` with a pointer to an event, which is valid until it returns.
    @inlinable @inline(__always)
    package static func with<Event, Result>(
        _ event: Event, _ body: (EventPointer) throws -> Result
    ) rethrows -> Result {
        // An event without a size need not lie anywhere: its address may be 0, which an `Optional` takes for `nil`.
        if MemoryLayout<Event>.size == 0 { return try body(nowhere) }
        return try unsafe withUnsafePointer(to: event) { try unsafe body(EventPointer(UnsafeRawPointer($0))) }
    }

    /// Where events without a size are read.
    @usableFromInline static var nowhere: EventPointer {
        unsafe EventPointer(UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped)
    }

    /// The pointer with its type. `Event` is the event type of the scope that the engine asks.
    @inline(__always) func place<Event>(of type: Event.Type) -> UnsafePointer<Event> {
        unsafe place.assumingMemoryBound(to: Event.self)
    }

    /// The same for who lends the event to a handler.
    @inline(__always) func lent<Event>() -> UnsafePointer<LentEvent<Event>> {
        unsafe place.assumingMemoryBound(to: LentEvent<Event>.self)
    }
}

/// An event that is lent to a handler, in the memory of the event itself: a struct lies where its only property does.
///
/// It cannot be copied. So code that is compiled for any event gives a handler the place of this one; a copy would look
/// up the type.
struct LentEvent<Event>: ~Copyable {
    let event: Event
}

// No `Optional` of an event is made here, nor where a step uses `EventRow`: its type's metadata would be looked up each
// time.

/// A stable place for one event that was translated, or taken out of a queue. It is owned by one node or event store.
@safe
final class EventSlot<Event> {
    private let place = UnsafeMutablePointer<Event>.allocate(capacity: 1)
    private var isFull = false

    /// Replaces the event that was held. Pointers to that one must not be used any more.
    func hold(_ event: consuming Event) -> EventPointer {
        if isFull {
            // The former event is destroyed last: code that its `deinit` runs finds the new one.
            let former = unsafe place.move()
            unsafe place.initialize(to: event)
            withExtendedLifetime(former) {}
        } else {
            unsafe place.initialize(to: event)
            isFull = true
        }
        return unsafe EventPointer(UnsafeRawPointer(place))
    }

    /// Destroys the event that is held, after it was moved out: code that its `deinit` runs finds the place empty.
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
