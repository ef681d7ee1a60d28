// Unsafe storage of its own: arrays, lists and variables without reference counting and exclusivity checks. Why it is
// sound:
//
// - Each piece of memory has one owner, which frees it last: an `Engine`, a `Topology`, an event store, a thread with
//   its scratch, or the timers and activities of a machine. No handle leaves the owner but `StateNode.table`, which the
//   engine clears before it frees the node table.
// - A list checks every index, in release builds too. An array does so in debug builds only (`assert`), because a
//   check would cost the tick more than it may: its indices are vertices. Those come from the topology, whose numbers
//   are below its count by construction; from a reaction, whose tag says that its numbers are of this engine
//   (`Engine.listIfEnabled`, `Engine.resolve`), and whose chart is checked too; or from a node, which has its number
//   from the engine as long as it has a table.
// - Engine and nodes are confined to one isolation domain at a time: an `Interpreter` is not Sendable. `FlatArray` is
//   shared between domains only inside a `Topology`: nobody writes to its arrays after its initialiser.
// - No access is open while user code runs: every read and write here is one load or one store. Elements are destroyed
//   when they are out of the storage and it says so: move out, mark empty, lower the count, then let go.
//
// Tried against it: an element whose end cuts, empties or fills the list that is being cut, an event whose end
// replaces itself (StorageTests); a chart that is started again by its own configure(), name, mirror or fork
// (MeddlingTests); a reaction that is kept, answered twice, or of another machine (KeptReactionTests), or that leads
// into another embedded chart of the same class, which read out of bounds (BoundaryMistakeTests); a top that is no
// TopState (CompilationTests).

/// A fixed number of elements at a fixed place, without reference counting; how many they are is known in debug builds
/// only.
@safe
@usableFromInline
package struct FlatArray<Element: BitwiseCopyable> {
    @usableFromInline let base: UnsafeMutablePointer<Element>
    #if DEBUG
        @usableFromInline let count: Int
    #endif

    init(_ elements: [Element]) {
        unsafe self.init(at: .allocate(capacity: max(elements.count, 1)), count: elements.count)
        unsafe base.initialize(from: elements, count: elements.count)
    }

    package init(repeating element: Element, count: Int) {
        unsafe self.init(at: .allocate(capacity: max(count, 1)), count: count)
        unsafe base.initialize(repeating: element, count: count)
    }

    /// - Parameter base: a place that stays where it is for as long as the handle is used.
    init(at base: UnsafeMutablePointer<Element>, count: Int) {
        #if DEBUG
            self.count = count
        #endif
        unsafe self.base = unsafe base
    }

    @inlinable package subscript(_ index: Int32) -> Element {
        @inline(__always) _read {
            check(index)
            yield unsafe base[Int(index)]
        }
        @inline(__always) nonmutating _modify {
            check(index)
            yield unsafe &base[Int(index)]
        }
    }

    @inlinable @inline(__always) func check(_ index: Int32) {
        #if DEBUG
            assert(index >= 0 && Int(index) < count)
        #endif
    }

    package func free() { unsafe base.deallocate() }
}

// Whoever shares one does not write to it, see above.
extension FlatArray: @unchecked Sendable where Element: Sendable {}

/// A growing array behind a stable handle: it may be appended to while somebody iterates by index. It allocates with
/// its first element.
@safe
package struct FlatList<Element> {
    /// What the handle points to, in memory of the list's owner: where the list lies, `nil` before its first element.
    @safe struct Header {
        fileprivate var list: UnsafeMutablePointer<Counts>?

        init() { unsafe list = nil }
    }

    /// In front of the places of the elements.
    fileprivate struct Counts {
        var count: Int32 = 0
        /// The number of places from the first element on.
        var capacity: Int32
        /// The number of places before the first element, from which elements were removed.
        var gap: Int32 = 0
    }

    private let header: UnsafeMutablePointer<Header>

    /// - Parameter header: a place that stays where it is for as long as the handle is used.
    init(at header: UnsafeMutablePointer<Header>) { unsafe self.header = unsafe header }

    /// To be used only if there are elements, or room for some.
    @inline(__always) private var counts: UnsafeMutablePointer<Counts> {
        unsafe header.pointee.list.unsafelyUnwrapped
    }
    /// The place of the first element.
    @inline(__always) private var base: UnsafeMutablePointer<Element> {
        unsafe Self.places(of: counts) + Int(counts.pointee.gap)
    }

    @inline(__always) package var count: Int32 { unsafe header.pointee.list?.pointee.count ?? 0 }
    @inline(__always) var isEmpty: Bool { count == 0 }

    package subscript(_ index: Int32) -> Element {
        @inline(__always) _read {
            check(index)
            yield unsafe base[Int(index)]
        }
        @inline(__always) nonmutating _modify {
            check(index)
            yield unsafe &base[Int(index)]
        }
    }

    @inline(__always) private func check(_ index: Int32) {
        if UInt32(bitPattern: index) >= UInt32(bitPattern: count) { Self.outside() }
    }

    @inline(never) private static func outside() -> Never {
        trap("an element was used that is not there", "please report this as a bug")
    }

    @inline(__always) package func append(_ element: consuming Element) {
        if unsafe header.pointee.list == nil || counts.pointee.count == counts.pointee.capacity { grow() }
        let list = unsafe counts
        unsafe (Self.places(of: list) + Int(list.pointee.gap &+ list.pointee.count)).initialize(to: element)
        unsafe list.pointee.count &+= 1
    }

    @inline(__always) func popFirst() -> Element? { isEmpty ? nil : remove(at: 0) }

    /// Removes one element; those after it move up, unless it was the first one.
    func remove(at index: Int32) -> Element {
        check(index)
        let place = unsafe base + Int(index)
        let element = unsafe place.move()
        if index == 0, count > 1 {
            moveBase(by: 1)
        } else {
            unsafe place.moveInitialize(from: place + 1, count: Int(count - index - 1))
        }
        unsafe counts.pointee.count -= 1
        return element
    }

    /// Removes all elements from `start` on and destroys them, the last one first.
    @inline(__always) func truncate(to start: Int32) {
        assert(start >= 0)
        if _isPOD(Element.self) {
            if start < count { unsafe counts.pointee.count = start }
        } else {
            // Moved out before it is destroyed: code that its `deinit` runs finds the list in order, and may add to
            // it.
            while count > start {
                unsafe counts.pointee.count -= 1
                _ = unsafe (base + Int(count)).move()
            }
        }
    }

    @inline(__always) func removeAll() { truncate(to: 0) }

    package var elements: [Element] { (0..<count).map { self[$0] } }

    private func moveBase(by places: Int32) {
        unsafe counts.pointee.capacity -= places
        unsafe counts.pointee.gap += places
    }

    /// How far the first place is behind the counts.
    private static var offset: Int {
        // Rounded up to the alignment of the elements, which is a power of two.
        let mask = MemoryLayout<Element>.alignment &- 1
        return (MemoryLayout<Counts>.size &+ mask) & ~mask
    }

    private static func places(of list: UnsafeMutablePointer<Counts>) -> UnsafeMutablePointer<Element> {
        unsafe (UnsafeMutableRawPointer(list) + offset).assumingMemoryBound(to: Element.self)
    }

    /// Makes room behind the elements: by moving them to the front, if at least as many places are free there, or by
    /// moving them to twice as much memory.
    @inline(never)
    private func grow() {
        guard let old = unsafe header.pointee.list else {
            unsafe header.pointee.list = Self.allocate(4)
            return
        }
        let elements = unsafe base, count = count, gap = unsafe old.pointee.gap
        if gap > 0, gap >= count {
            moveBase(by: -gap)
            return unsafe base.moveInitialize(from: elements, count: Int(count))
        }
        let grown = unsafe Self.allocate(max(old.pointee.capacity * 2, 4))
        unsafe grown.pointee.count = count
        unsafe Self.places(of: grown).moveInitialize(from: elements, count: Int(count))
        unsafe UnsafeMutableRawPointer(old).deallocate()
        unsafe header.pointee.list = grown
    }

    private static func allocate(_ capacity: Int32) -> UnsafeMutablePointer<Counts> {
        let place = UnsafeMutableRawPointer.allocate(
            byteCount: offset + Int(capacity) * MemoryLayout<Element>.stride,
            alignment: max(MemoryLayout<Counts>.alignment, MemoryLayout<Element>.alignment))
        let list = unsafe place.bindMemory(to: Counts.self, capacity: 1)
        unsafe list.initialize(to: Counts(capacity: capacity))
        unsafe (place + offset).bindMemory(to: Element.self, capacity: Int(capacity))
        return unsafe list
    }

    /// Destroys the elements and gives back their memory.
    func free() {
        removeAll()
        unsafe header.pointee.list.map { unsafe UnsafeMutableRawPointer($0).deallocate() }
        unsafe header.pointee.list = nil
    }
}

/// A mutable variable at a stable place: reading and writing it costs a load or a store and no exclusivity check.
@safe
@usableFromInline
package struct FlatCell<Value> {
    @usableFromInline let place: UnsafeMutablePointer<Value>

    /// - Parameter place: a place that stays where it is for as long as the handle is used.
    package init(at place: UnsafeMutablePointer<Value>) { unsafe self.place = unsafe place }

    /// At a place of its own, which is given back by `free`.
    package init(_ value: consuming Value) {
        unsafe place = UnsafeMutablePointer<Value>.allocate(capacity: 1)
        unsafe place.initialize(to: value)
    }

    package func free() {
        unsafe place.deinitialize(count: 1)
        unsafe place.deallocate()
    }

    @inlinable package var value: Value {
        @inline(__always) _read { yield unsafe place.pointee }
        @inline(__always) nonmutating _modify { yield unsafe &place.pointee }
    }
}
