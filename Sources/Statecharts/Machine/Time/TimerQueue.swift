/// The armed timers of one machine: a heap by deadline, and for every state a chain of its own.
///
/// Arming, cancelling and firing are O(log n) and take no allocation of their own once the queue has grown;
/// leaving a state takes out exactly its timers. An emptied queue gives its memory back.
struct TimerQueue {
    struct Timer {
        let node: Int32
        /// The arming that this is; a periodic timer keeps it.
        let serial: UInt64
        let event: any Sendable
        /// The delay or the period.
        let interval: Duration
        let repeats: Bool
        let policy: TimerPolicy
        /// The message that was being handled when it was armed, if a system watched.
        var cause: Origin?
    }

    private struct Slot {
        var timer: Timer?
        /// The neighbours in the chain of the state, or the next free slot; -1 at the ends.
        var previous: Int32 = -1
        var next: Int32 = -1
    }

    private var slots: [Slot] = []
    private var firstFree: Int32 = -1
    private var heap = IndexedHeap()

    var count: Int { heap.count }
    var first: TimerKey? { heap.first?.key }

    /// Adds a timer to the chain that begins at `head`. Answers its slot.
    mutating func insert(_ timer: Timer, due key: TimerKey, chain head: inout Int32) -> Int32 {
        let slot: Int32
        if firstFree >= 0 {
            slot = firstFree
            firstFree = slots[Int(slot)].next
            slots[Int(slot)] = Slot(timer: timer, next: head)
        } else {
            slot = Int32(slots.count)
            slots.append(Slot(timer: timer, next: head))
        }
        if head >= 0 { slots[Int(head)].previous = slot }
        head = slot
        heap.set(slot, to: key)
        return slot
    }

    /// Takes out a timer of the chain that begins at `head`.
    mutating func remove(_ slot: Int32, chain head: inout Int32) {
        heap.remove(slot)
        let removed = slots[Int(slot)]
        if removed.next >= 0 { slots[Int(removed.next)].previous = removed.previous }
        if removed.previous >= 0 { slots[Int(removed.previous)].next = removed.next } else { head = removed.next }
        release(slot)
    }

    /// Takes out all timers of the chain that begins at `head`.
    mutating func removeAll(chain head: Int32) {
        var slot = head
        while slot >= 0 {
            let next = slots[Int(slot)].next
            heap.remove(slot)
            release(slot)
            slot = next
        }
    }

    mutating func removeAll() { self = TimerQueue() }

    func timer(at slot: Int32) -> Timer? { Int(slot) < slots.count ? slots[Int(slot)].timer : nil }

    func key(of slot: Int32) -> TimerKey? { heap.key(of: slot) }

    /// The first timer if it is due.
    func firstDue(through limit: TimerKey) -> (slot: Int32, timer: Timer)? {
        guard let first = heap.first, first.key <= limit, let timer = timer(at: first.number) else { return nil }
        return (first.number, timer)
    }

    mutating func postpone(_ slot: Int32, to key: TimerKey) { heap.set(slot, to: key) }

    /// Slots in the order in which they are due.
    var slotsInOrder: [Int32] { heap.sorted }

    /// For tests: the heap is one, and free slots and armed ones are all slots.
    var invariantsHold: Bool {
        var free = 0
        var slot = firstFree
        while slot >= 0 {
            free += 1
            slot = slots[Int(slot)].next
        }
        return heap.invariantsHold && free + heap.count == slots.count
    }

    private mutating func release(_ slot: Int32) {
        slots[Int(slot)] = Slot(timer: nil, next: firstFree)
        firstFree = slot
        if heap.count == 0, slots.count > 64 { removeAll() }
    }
}
