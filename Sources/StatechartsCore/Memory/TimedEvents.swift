// Unsafe storage of its own. Why it is sound: the row belongs to one event store, which belongs to one chart and is
// confined to its isolation domain. `isFull` says for each place below `capacity` whether it is initialised, and every
// function keeps that; for events that are mere bytes nobody needs to know, and reading a place that was never written
// is excluded by the timer queue, which names a place only between `put` and `take` or `drop`. Places are compared with
// `capacity` in release builds too. No pointer into the memory leaves this file, and nothing is called while it is
// moved.
//
// Tried against it: events whose ends arm other timers, at their own place too, while one is dropped or all are
// (StorageTests), which once gave the memory back with an event in it.

/// The events of armed timers, at the places that the timer queue gives them.
@safe
@usableFromInline
final class TimedEvents<Event> {
    @exclusivity(unchecked) @usableFromInline var storedBase: UnsafeMutablePointer<Event>?
    @exclusivity(unchecked) @usableFromInline var storedCapacity: Int32 = 0
    @exclusivity(unchecked) @usableFromInline var storedIsFull: UnsafeMutablePointer<Bool>?

    init() {
        unsafe storedBase = nil
        unsafe storedIsFull = nil
    }

    deinit { removeAll() }

    /// True if an event is mere bytes, which need not be destroyed.
    @inlinable static var isTrivial: Bool { _isPOD(Event.self) }

    @inlinable func hasRoom(for place: Int32) -> Bool { unsafe place < storedCapacity }

    /// Puts an event at an empty place, for which there is room.
    @inlinable func put(_ event: Event, at place: Int32) {
        guard place >= 0, hasRoom(for: place), let base = unsafe storedBase else { missing() }
        if let isFull = unsafe storedIsFull {
            // An event that was left there would never be destroyed.
            if unsafe isFull[Int(place)] { drop(at: place) }
            unsafe isFull[Int(place)] = true
        }
        unsafe (base + Int(place)).initialize(to: event)
    }

    /// The event at a place, which is empty afterwards unless the event is to be kept.
    @inlinable func take(at place: Int32, keeping: Bool) -> Event {
        guard place >= 0, hasRoom(for: place), let base = unsafe storedBase else { missing() }
        let place = Int(place)
        guard let isFull = unsafe storedIsFull else { return unsafe base[place] }
        if unsafe !isFull[place] { missing() }
        if keeping { return unsafe base[place] }
        unsafe isFull[place] = false
        return unsafe (base + place).move()
    }

    @usableFromInline func missing() -> Never { trap("an armed timer has no event", "please report this as a bug") }

    /// Destroys the event at a place, if one is there.
    @usableFromInline func drop(at place: Int32) {
        guard place >= 0, hasRoom(for: place), let base = unsafe storedBase, let isFull = unsafe storedIsFull else {
            return
        }
        guard unsafe isFull[Int(place)] else { return }
        unsafe isFull[Int(place)] = false
        // Moved out before it is destroyed: code that its `deinit` runs finds everything in order.
        _ = unsafe (base + Int(place)).move()
    }

    /// Destroys all events and gives the memory back.
    func removeAll() {
        let (base, isFull, capacity) = unsafe (storedBase, storedIsFull, Int(storedCapacity))
        // Emptied before the first event is destroyed: code that its `deinit` runs finds an empty row, and may put
        // events into it.
        unsafe storedBase = nil
        unsafe storedIsFull = nil
        unsafe storedCapacity = 0
        if let base = unsafe base, let isFull = unsafe isFull {
            for place in 0..<capacity where unsafe isFull[place] { unsafe (base + place).deinitialize(count: 1) }
        }
        unsafe base?.deallocate()
        unsafe isFull?.deallocate()
    }

    /// Gives memory back that is more than a few timers need. All places are empty.
    func shrink() { if unsafe storedCapacity > TimerMemory.kept { removeAll() } }

    func makeRoom(for place: Int32) {
        guard !hasRoom(for: place) else { return }
        let before = Int(unsafe storedCapacity)
        let capacity = max(Int(place) + 1, before * 2, 4)
        let grown = UnsafeMutablePointer<Event>.allocate(capacity: capacity)
        if Self.isTrivial {
            if let base = unsafe storedBase { unsafe grown.moveInitialize(from: base, count: before) }
        } else {
            let isFull = UnsafeMutablePointer<Bool>.allocate(capacity: capacity)
            unsafe isFull.initialize(repeating: false, count: capacity)
            if let base = unsafe storedBase, let wasFull = unsafe storedIsFull {
                for place in 0..<before where unsafe wasFull[place] {
                    unsafe (grown + place).moveInitialize(from: base + place, count: 1)
                    unsafe isFull[place] = true
                }
            }
            unsafe storedIsFull?.deallocate()
            unsafe storedIsFull = isFull
        }
        unsafe storedBase?.deallocate()
        unsafe storedBase = grown
        unsafe storedCapacity = Int32(clamping: capacity)
    }
}
