// Unsafe storage of its own. Why it is sound: a row is a part of the memory of one engine, see `EngineMemory`. The first
// word is the number of elements, the second the capacity; every function keeps the first at most as large as the
// second.
//
// Tried against it: 40 regions in one state, and charts that are made with a number of regions (ArrayTests); the random
// charts, whose numbers of leaves change in every way, under the address sanitizer.

/// The active leaves of an engine: an array of numbers with a fixed capacity.
@safe
@usableFromInline
package struct LeafRow {
    /// The number of elements, the capacity, and the elements.
    @usableFromInline let words: UnsafeMutablePointer<Int32>

    static func size(for places: Int) -> Int { (2 + places) * MemoryLayout<Int32>.stride }

    init(at place: UnsafeMutableRawPointer, places: Int) {
        unsafe words = unsafe place.bindMemory(to: Int32.self, capacity: 2 + places)
        unsafe words.initialize(repeating: 0, count: 2 + places)
        unsafe words[1] = Int32(places)
    }

    @inlinable @inline(__always) package var count: Int32 { unsafe words[0] }

    @inlinable package subscript(_ index: Int32) -> Int32 {
        @inline(__always) get {
            assert(index >= 0 && index < count)
            return unsafe words[Int(index) + 2]
        }
        @inline(__always) nonmutating set {
            assert(index >= 0 && index < count)
            unsafe words[Int(index) + 2] = newValue
        }
    }

    package func append(_ element: Int32) {
        let count = count
        guard unsafe count < words[1] else { Self.overflow() }
        unsafe words[Int(count) + 2] = element
        unsafe words[0] = count + 1
    }

    /// Removes all elements from `start` on.
    package func truncate(to start: Int32) {
        assert(start >= 0 && start <= count)
        unsafe words[0] = start
    }

    /// Puts `elements` in the place of `count` elements from `start` on; those behind them move.
    @inline(never)
    func replace(at start: Int32, _ count: Int32, by elements: Row<Int32>) {
        let added = elements.count
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        let end = self.count - count + added
        guard unsafe end <= words[1] else { Self.overflow() }
        let place = unsafe words + Int(start) + 2
        let following = Int(self.count - start - count)
        unsafe (place + Int(added)).update(from: place + Int(count), count: following)
        for position in 0..<added { unsafe place[Int(position)] = elements[position] }
        unsafe words[0] = end
    }

    private static func overflow() -> Never {
        trap("more states were active than can be together", "please report this as a bug")
    }

    package var elements: [Int32] { (0..<count).map { self[$0] } }
}
