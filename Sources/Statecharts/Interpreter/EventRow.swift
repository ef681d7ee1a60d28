// Unsafe storage of its own. Why it is sound: a row belongs to one event store, which belongs to one chart and is confined to its isolation
// domain. The elements from `head` to `count` are initialised and no others; every function keeps that. Nothing is called while memory is
// moved, and no pointer into it leaves this file.

/// Events in the order of their arrival, each with a number, without knowing anything of their type but how to move them: what an array
/// would look up about its element type with every call costs more than the call.
@safe
final class EventRow<Event> {
    private var base: UnsafeMutablePointer<Event>?
    private var numbers: [Int] = []
    private var head = 0
    private var end = 0
    private var capacity = 0

    init() { unsafe base = nil }

    deinit {
        removeAll()
        unsafe base?.deallocate()
    }

    var count: Int { end - head }
    var isEmpty: Bool { end == head }

    func append(_ event: borrowing Event, number: Int = 0) {
        if end == capacity { makeRoom() }
        if let base = unsafe base { unsafe (base + end).initialize(to: copy event) }
        numbers.append(number)
        end += 1
    }

    /// The event with that number; numbers grow, and the first one is asked for most often.
    subscript(number number: Int) -> Event? {
        guard let place = place(of: number), let base = unsafe base else { return nil }
        return unsafe base[place]
    }

    /// The events, the first one first.
    var events: [Event] {
        guard let base = unsafe base else { return [] }
        return (head..<end).map { unsafe base[$0] }
    }

    func removeFirst() -> Event? {
        guard !isEmpty, let base = unsafe base else { return nil }
        let event = unsafe (base + head).move()
        head += 1
        if head == end { forget() }
        return event
    }

    func remove(number: Int) {
        guard let place = place(of: number), let base = unsafe base else { return }
        if place == head {
            unsafe (base + place).deinitialize(count: 1)
            head += 1
        } else {
            unsafe (base + place).deinitialize(count: 1)
            unsafe (base + place).moveInitialize(from: base + place + 1, count: end - place - 1)
            numbers.remove(at: place)
            end -= 1
        }
        if head == end { forget() }
    }

    func removeAll() {
        if let base = unsafe base { unsafe (base + head).deinitialize(count: end - head) }
        forget()
    }

    private func forget() {
        numbers.removeAll(keepingCapacity: true)
        head = 0
        end = 0
    }

    private func place(of number: Int) -> Int? {
        var low = head
        var high = end
        if low < high, numbers[low] == number { return low }
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low < end && numbers[low] == number ? low : nil
    }

    /// Moves everything to the front, or to twice as much memory if there is no room there.
    private func makeRoom() {
        if head > 0, head >= capacity / 2, let base = unsafe base {
            unsafe base.moveInitialize(from: base + head, count: end - head)
        } else {
            capacity = max(4, capacity * 2)
            let grown = UnsafeMutablePointer<Event>.allocate(capacity: capacity)
            if let old = unsafe base {
                unsafe grown.moveInitialize(from: old + head, count: end - head)
                unsafe old.deallocate()
            }
            unsafe base = grown
        }
        numbers.removeFirst(head)
        end -= head
        head = 0
    }
}
