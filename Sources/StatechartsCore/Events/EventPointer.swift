// Unsafe storage of its own. Why it is sound:
//
// - An event pointer is used only while handlers are asked about its event. Until they have answered, the event is in
//   the variable that `with` borrows, or in an `EventSlot`. The type of the event is that of its scope; the engine
//   keeps scopes apart.
// - A `LentEvent` is never made nor destroyed, only borrowed where the event is. A struct has the layout of its only
//   stored property.
// - Of an event without a size nothing is read.
// - An `EventSlot` has its place to itself, and frees it in its `deinit`. Nothing else has the place.
//
// Tried against it: an event whose end replaces itself (StorageTests); events of embedded charts of the same class
// (BoundaryMistakeTests); events of all kinds, also without a size (EventKindTests).

/// A pointer to an event without its type, for as long as handlers are asked about it: they borrow the event, nobody
/// copies it.
@safe
@usableFromInline
package struct EventPointer {
    @usableFromInline let place: UnsafeRawPointer

    @inlinable @inline(__always) init(_ place: UnsafeRawPointer) { unsafe self.place = place }

    /// Calls `body` with a pointer to an event, which is valid until it returns.
    @inlinable @inline(__always)
    package static func with<Event, Result>(_ event: Event, _ body: (EventPointer) -> Result) -> Result {
        // The address of an event without a size is undefined. It may be 0, which is `nil` in an `Optional`.
        if MemoryLayout<Event>.size == 0 { return body(nowhere) }
        return unsafe withUnsafePointer(to: event) { unsafe body(EventPointer(UnsafeRawPointer($0))) }
    }

    /// Any address but 0: no byte is read there.
    @usableFromInline static var nowhere: EventPointer {
        unsafe EventPointer(UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped)
    }

    /// The pointer with its type. `Event` is the event type of the scope that the engine asks.
    @inline(__always) func place<Event>(of type: Event.Type) -> UnsafePointer<Event> {
        unsafe place.assumingMemoryBound(to: Event.self)
    }

    /// The pointer as one to a `LentEvent`, which a handler borrows without a copy.
    @inline(__always) func lent<Event>() -> UnsafePointer<LentEvent<Event>> {
        unsafe place.assumingMemoryBound(to: LentEvent<Event>.self)
    }
}

/// An event as a noncopyable value, which is read in the memory of the event.
///
/// Code that is compiled for any type of event passes a noncopyable value by its address. It would copy a copyable one,
/// for which it looks up the type.
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
