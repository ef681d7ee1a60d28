// Unsafe storage of its own. Why it is sound: an array belongs to one object, which is confined to one isolation domain
// or stands behind a lock, hands it out to nobody, and frees it in its `deinit`. Elements are bitwise copyable, so that
// memory that was written needs no further care; whoever owns the array reads only what was written, below `capacity`,
// which debug builds check. No access is open while user code runs. The arrays belong to the timers: a number from
// outside is that of a `TimerID`, which `TimerQueue.timer(at:)` and `IndexedHeap.contains` compare with what is used.
//
// Tried against it: timers of another machine whose numbers are higher than any here, cancelled twice, and from before
// a queue gave its memory back (ForeignUseTests).

/// Memory for elements at numbered places, growing by copies: an array without reference counting and checks of
/// exclusivity.
@safe
@usableFromInline
package struct GrowingArray<Element: BitwiseCopyable> {
    @usableFromInline private(set) var base: UnsafeMutablePointer<Element>?
    @usableFromInline package private(set) var capacity: Int32 = 0
    /// How many places are left out in front, so that the next one begins a cache line.
    private let lead: Int

    package init(lead: Int = 0) {
        unsafe base = nil
        self.lead = lead
    }

    @inlinable package subscript(_ place: Int32) -> Element {
        @inline(__always) _read {
            assert(place >= 0 && place < capacity)
            yield unsafe base.unsafelyUnwrapped[Int(place)]
        }
        @inline(__always) nonmutating _modify {
            assert(place >= 0 && place < capacity)
            yield unsafe &base.unsafelyUnwrapped[Int(place)]
        }
    }

    /// Makes room for `count` elements and fills the new places. What there was stays.
    @inline(never)
    package mutating func grow(to count: Int32, filling element: Element) {
        assert(count > capacity)
        let grown = max(count, capacity > Int32.max / 2 ? .max : capacity * 2, 4)
        let bytes = (Int(grown) + lead) * MemoryLayout<Element>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
        let start = unsafe memory.bindMemory(to: Element.self, capacity: Int(grown) + lead) + lead
        if let base = unsafe base { unsafe start.update(from: base, count: Int(capacity)) }
        unsafe (start + Int(capacity)).initialize(repeating: element, count: Int(grown - capacity))
        free()
        unsafe base = start
        capacity = grown
    }

    /// Gives the memory back; the row is empty then.
    package mutating func free() {
        if let base = unsafe base { unsafe UnsafeMutableRawPointer(base - lead).deallocate() }
        unsafe base = nil
        capacity = 0
    }
}
