// Unsafe storage of its own. Why it is sound: a row belongs to one event store, which belongs to one chart and is
// confined to its isolation domain. The elements from `head` to `end` are initialised and no others; every function
// keeps that. Nothing is called while memory is moved, and events are destroyed when the row is in order without them,
// whatever their end sets off: so no access overlaps another and exclusivity need not be checked. No pointer into the
// memory leaves this file.
//
// Tried against it: events whose ends put others in, wherever they were, so that the row has to grow meanwhile
// (EventRowTests).

/// Events in the order of their arrival, each with a number. An `Array` would look up the metadata of its element type
/// with every call, which costs more than the call.
@safe
@usableFromInline
final class EventRow<Event> {
    @exclusivity(unchecked) @usableFromInline var base: UnsafeMutablePointer<Event>?
    @exclusivity(unchecked) @usableFromInline var numbers: UnsafeMutablePointer<Int>?
    @exclusivity(unchecked) @usableFromInline var head = 0
    @exclusivity(unchecked) @usableFromInline var end = 0
    @exclusivity(unchecked) @usableFromInline var capacity = 0

    init() {
        unsafe base = nil
        unsafe numbers = nil
    }

    deinit {
        removeAll()
        unsafe base?.deallocate()
        unsafe numbers?.deallocate()
    }

    @inlinable var count: Int { unsafe end - head }
    @inlinable var isEmpty: Bool { unsafe end == head }

    @inlinable func append(_ event: borrowing Event, number: Int = 0) {
        if unsafe end == capacity { makeRoom() }
        if let base = unsafe base, let numbers = unsafe numbers {
            unsafe (base + end).initialize(to: copy event)
            unsafe (numbers + end).initialize(to: number)
        }
        unsafe end += 1
    }

    /// The event with that number; numbers grow, and the first one is asked for most often.
    @inlinable subscript(number number: Int) -> Event? {
        guard let place = place(of: number), let base = unsafe base else { return nil }
        return unsafe base[place]
    }

    /// The events, the first one first.
    var events: [Event] {
        guard let base = unsafe base else { return [] }
        return unsafe (head..<end).map { unsafe base[$0] }
    }

    /// Copies the event with that number into a place where handlers can be asked about it.
    func hold(number: Int, in translated: EventSlot<Event>) -> EventPointer? {
        guard let place = place(of: number), let base = unsafe base else { return nil }
        return unsafe translated.hold(base[place])
    }

    /// Moves the first event into a place where handlers can be asked about it.
    func holdFirst(in translated: EventSlot<Event>) -> EventPointer? {
        guard !isEmpty, let base = unsafe base else { return nil }
        let place = unsafe base + head
        unsafe head += 1
        if isEmpty { forget() }
        return unsafe translated.hold(place.move())
    }

    func removeFirst() -> Event? {
        guard !isEmpty, let base = unsafe base else { return nil }
        let event = unsafe (base + head).move()
        unsafe head += 1
        if isEmpty { forget() }
        return event
    }

    @inlinable func remove(number: Int) {
        guard let place = place(of: number), let base = unsafe base, let numbers = unsafe numbers else { return }
        let event = unsafe (base + place).move()
        if unsafe place == head {
            unsafe head += 1
        } else {
            let following = unsafe end - place - 1
            unsafe (base + place).moveInitialize(from: base + place + 1, count: following)
            unsafe (numbers + place).moveInitialize(from: numbers + place + 1, count: following)
            unsafe end -= 1
        }
        if isEmpty { forget() }
        withExtendedLifetime(event) {}
    }

    func removeAll() {
        for _ in 0..<count { _ = removeFirst() }
    }

    /// Begins at the front again; the row is empty.
    @inlinable func forget() {
        unsafe head = 0
        unsafe end = 0
    }

    /// The position of the event with that number.
    @inlinable func place(of number: Int) -> Int? {
        guard !isEmpty, let numbers = unsafe numbers else { return nil }
        var low = unsafe head
        var high = unsafe end
        if unsafe numbers[low] == number { return low }
        while low < high {
            let middle = (low + high) / 2
            if unsafe numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return unsafe low < end && numbers[low] == number ? low : nil
    }

    /// Moves everything to the front, or to twice as much memory if there is no room there.
    @usableFromInline func makeRoom() {
        let count = count
        if unsafe head > 0, unsafe head >= capacity / 2, let base = unsafe base, let numbers = unsafe numbers {
            unsafe base.moveInitialize(from: base + head, count: count)
            unsafe numbers.moveInitialize(from: numbers + head, count: count)
        } else {
            unsafe capacity = max(4, capacity * 2)
            let grown = unsafe UnsafeMutablePointer<Event>.allocate(capacity: capacity)
            let grownNumbers = unsafe UnsafeMutablePointer<Int>.allocate(capacity: capacity)
            if let old = unsafe base, let oldNumbers = unsafe numbers {
                unsafe grown.moveInitialize(from: old + head, count: count)
                unsafe grownNumbers.moveInitialize(from: oldNumbers + head, count: count)
                unsafe old.deallocate()
                unsafe oldNumbers.deallocate()
            }
            unsafe base = grown
            unsafe numbers = grownNumbers
        }
        unsafe head = 0
        unsafe end = count
    }
}
