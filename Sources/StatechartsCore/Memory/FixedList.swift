// Unsafe storage of its own. Why it is sound: a list is a part of the memory of one engine, see `EngineMemory`. The
// first `count` places behind the header are initialised and no others, and there are at most `capacity` of them; every
// function keeps that. An element is taken out of the list before it is destroyed, as its end may run code of the
// chart. Debug builds check every index.
//
// Tried against it: 40 regions in one state, and charts that are made with a number of regions (ArrayTests); the random
// charts, whose leaves change in every way and whose every answer is listed, under the address sanitizer
// (RandomChartTests).

/// A list with a fixed number of places, which traps rather than grow: the active leaves of an engine, and the answers
/// of a microstep.
@safe
@usableFromInline
package struct FixedList<Element> {
    @usableFromInline struct Header {
        @usableFromInline var count: Int32 = 0
        @usableFromInline let capacity: Int32
    }

    @usableFromInline let header: UnsafeMutablePointer<Header>

    static func size(for places: Int) -> Int { MemoryLayout<Header>.size + places * MemoryLayout<Element>.stride }

    init(at place: UnsafeMutableRawPointer, places: Int) {
        unsafe header = unsafe place.bindMemory(to: Header.self, capacity: 1)
        unsafe header.initialize(to: Header(capacity: Int32(places)))
        unsafe (place + MemoryLayout<Header>.size).bindMemory(to: Element.self, capacity: places)
    }

    @inlinable @inline(__always) package var count: Int32 { unsafe header.pointee.count }
    @inlinable @inline(__always) var isEmpty: Bool { count == 0 }

    @inlinable @inline(__always) var base: UnsafeMutablePointer<Element> {
        unsafe UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Element.self)
    }

    @inlinable package subscript(_ position: Int32) -> Element {
        @inline(__always) _read {
            assert(position >= 0 && position < count)
            yield unsafe base[Int(position)]
        }
        @inline(__always) nonmutating _modify {
            assert(position >= 0 && position < count)
            yield unsafe &base[Int(position)]
        }
    }

    @inlinable @inline(__always) package func append(_ element: consuming Element) {
        checkRoom(for: count &+ 1)
        unsafe (base + Int(count)).initialize(to: element)
        unsafe header.pointee.count &+= 1
    }

    @inlinable @inline(__always) func checkRoom(for count: Int32) {
        guard unsafe count <= header.pointee.capacity else {
            trap("more states were active than can be together", "please report this as a bug")
        }
    }

    /// Takes out all elements, of which nothing has to be destroyed any more.
    @inlinable @inline(__always) package func forgetAll() { unsafe header.pointee.count = 0 }

    /// Takes out all elements, the last one first.
    /// - Parameter letGo: destroys what of an element has to be destroyed, and leaves nothing of that.
    @inlinable @inline(__always) package func removeAll(_ letGo: (inout Element) -> Void) {
        while count > 0 {
            unsafe header.pointee.count &-= 1
            unsafe letGo(&base[Int(count)])
        }
    }

    /// Removes one element; those after it move up.
    func remove(at position: Int32) -> Element {
        assert(position >= 0 && position < count)
        let place = unsafe base + Int(position)
        let element = unsafe place.move()
        unsafe place.moveInitialize(from: place + 1, count: Int(count - position - 1))
        unsafe header.pointee.count -= 1
        return element
    }

    /// Puts `elements` in the place of `count` elements from `start` on; those behind them move.
    @inline(never)
    func replace(at start: Int32, _ count: Int32, by elements: Row) where Element == Int32 {
        let added = elements.count
        assert(start >= 0 && count >= 0 && start + count <= self.count)
        let end = self.count - count + added
        checkRoom(for: end)
        let place = unsafe base + Int(start)
        let following = Int(self.count - start - count)
        unsafe (place + Int(added)).update(from: place + Int(count), count: following)
        for position in 0..<added { unsafe place[Int(position)] = elements[position] }
        unsafe header.pointee.count = end
    }

    @inlinable package var elements: [Element] { (0..<count).map { self[$0] } }
}
