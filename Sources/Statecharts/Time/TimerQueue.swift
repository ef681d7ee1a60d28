/// The armed timers of one machine: a heap by deadline, and for every state a chain of its own.
///
/// Arming, cancelling and firing are O(log n) and take no allocation of their own once the queue has grown;
/// leaving a state takes out exactly its timers. An emptied queue gives its memory back. The events are elsewhere, in
/// the store of their chart, which knows their type; the number of the slot leads to them.
final class TimerQueue {
    struct Timer: BitwiseCopyable {
        let node: Int32
        let repeats: Bool
        let policy: TimerPolicy
        /// The arming that this is, never 0; a periodic timer keeps it.
        let serial: UInt64
        /// The delay or the period.
        let interval: Duration
    }

    private struct Slot: BitwiseCopyable {
        var timer = Slot.nothing
        /// The neighbours in the chain of the state, or the next free slot; -1 at the ends.
        var previous: Int32 = -1
        var next: Int32 = -1

        static let nothing = Timer(node: -1, repeats: false, policy: .resumeRemaining, serial: 0, interval: .zero)
    }

    private struct Contents {
        var slots = GrowingArray<Slot>()
        /// The slots from here on have never been used.
        var used: Int32 = 0
        var firstFree: Int32 = -1
        var hasCauses = false
    }

    private let contents = FlatCell(Contents())
    private let heap = IndexedHeap()
    /// The messages that were being handled when timers were armed, while a system watched.
    private var causes: [Int32: TraceContext] = [:]

    deinit {
        contents.value.slots.free()
        contents.free()
    }

    var count: Int { heap.count }
    var first: TimerKey? { heap.first?.key }

    /// The number of the first timer's arming or postponing, 0 if there is none.
    @inline(__always) var firstSequence: UInt64 {
        let slot = heap.firstNumber
        return slot < 0 ? 0 : heap[slot].sequence
    }

    /// Adds a timer to the chain that begins at `head`. Answers its slot.
    func insert(_ timer: Timer, due key: TimerKey, cause: TraceContext? = nil, chain head: inout Int32) -> Int32 {
        var slot = contents.value.firstFree
        if slot >= 0 {
            contents.value.firstFree = contents.value.slots[slot].next
        } else {
            slot = contents.value.used
            if slot == contents.value.slots.capacity { contents.value.slots.grow(to: slot + 1, filling: Slot()) }
            contents.value.used += 1
        }
        contents.value.slots[slot] = Slot(timer: timer, next: head)
        if head >= 0 { contents.value.slots[head].previous = slot }
        head = slot
        heap.set(slot, to: key)
        if let cause { keep(cause, for: slot) }
        return slot
    }

    /// Takes out a timer of the chain that begins at `head`.
    func remove(_ slot: Int32, chain head: inout Int32) {
        heap.remove(slot)
        let (previous, next) = (contents.value.slots[slot].previous, contents.value.slots[slot].next)
        if next >= 0 { contents.value.slots[next].previous = previous }
        if previous >= 0 { contents.value.slots[previous].next = next } else { head = next }
        release(slot)
    }

    /// Takes out all timers of the chain that begins at `head`, after `body` was told each one's slot.
    func removeAll(chain head: Int32, _ body: (Int32) -> Void = { _ in }) {
        var slot = head
        while slot >= 0 {
            let next = contents.value.slots[slot].next
            body(slot)
            heap.remove(slot)
            release(slot)
            slot = next
        }
    }

    func removeAll() {
        heap.removeAll()
        contents.value.slots.free()
        contents.value = Contents()
        causes = [:]
    }

    /// The timer in a slot; `nil` if there is none.
    @inline(__always) func timer(at slot: Int32) -> Timer? {
        guard slot >= 0, slot < contents.value.used else { return nil }
        let timer = contents.value.slots[slot].timer
        return timer.serial == 0 ? nil : timer
    }

    /// The next slot of the same state, -1 at the end.
    func next(after slot: Int32) -> Int32 { contents.value.slots[slot].next }

    func key(of slot: Int32) -> TimerKey? { heap.key(of: slot) }

    func cause(of slot: Int32) -> TraceContext? { contents.value.hasCauses ? causes[slot] : nil }

    /// The slot of the first timer if it is due; -1 otherwise.
    @inline(__always) func firstDue(through limit: TimerKey) -> Int32 {
        let slot = heap.firstNumber
        return slot >= 0 && heap[slot] <= limit ? slot : -1
    }

    func postpone(_ slot: Int32, to key: TimerKey) { heap.set(slot, to: key) }

    /// Slots in the order in which they are due.
    var slotsInOrder: [Int32] { heap.sorted }

    /// For tests: the heap is one, and free slots and armed ones are all slots.
    var invariantsHold: Bool {
        var free = 0
        var slot = contents.value.firstFree
        while slot >= 0 {
            free += 1
            slot = contents.value.slots[slot].next
        }
        return heap.invariantsHold && free + heap.count == Int(contents.value.used)
    }

    private func release(_ slot: Int32) {
        contents.value.slots[slot] = Slot(next: contents.value.firstFree)
        contents.value.firstFree = slot
        if contents.value.hasCauses { causes[slot] = nil }
        if heap.count == 0, contents.value.used > TimerMemory.kept { removeAll() }
    }

    @inline(never)
    private func keep(_ cause: TraceContext, for slot: Int32) {
        causes[slot] = cause
        contents.value.hasCauses = true
    }
}
