// Unsafe storage of its own. Why it is sound:
//
// - The piece belongs to one engine, which makes it first and frees it last; before that it clears what the nodes know of it.
// - Its parts lie one behind the other, those that need to be aligned most first, and are as long as the topology says: one place for each
//   vertex, one for each word of its histories, one for each leaf that can be active together with others. All are initialised at once.
// - Indices come from the topology, whose numbers are below its counts; debug builds check that. The row of leaves checks itself.

/// What an engine has for itself, in one piece of memory: its block, its nodes, its histories, the active leaves.
@safe
struct EngineMemory<Block> {
    /// For pointers to single fields, which stay valid as long as the piece.
    let block: UnsafeMutablePointer<Block>

    init(_ block: consuming Block, nodes count: Int, historySize: Int, maxLeaves: Int) {
        let size = Self.leafPlace(count, historySize) + LeafRow.size(for: maxLeaves)
        let place = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Block>.alignment)
        unsafe self.block = unsafe place.bindMemory(to: Block.self, capacity: 1)
        unsafe self.block.initialize(to: block)
        // Where no node is yet there is zero.
        unsafe (place + Self.nodePlace).initializeMemory(as: UInt.self, repeating: 0, count: count + 1)
        let history = unsafe (place + Self.historyPlace(count)).bindMemory(to: Int32.self, capacity: historySize)
        unsafe history.initialize(repeating: -1, count: historySize)
    }

    /// The nodes, to be put in one after the other; the engine is put in front of them by `NodeTable.setEngine`.
    func nodeTable(count: Int) -> NodeTable {
        unsafe NodeTable(at: UnsafeMutableRawPointer(block) + Self.nodePlace, count: count)
    }

    func history(nodes count: Int, historySize: Int) -> FlatArray<Int32> {
        let place = unsafe UnsafeMutableRawPointer(block) + Self.historyPlace(count)
        return unsafe FlatArray(at: place.assumingMemoryBound(to: Int32.self), count: historySize)
    }

    func leaves(nodes count: Int, historySize: Int, maxLeaves: Int) -> LeafRow {
        unsafe LeafRow(at: UnsafeMutableRawPointer(block) + Self.leafPlace(count, historySize), places: maxLeaves)
    }

    /// Frees the piece, after the nodes have been released.
    func free() {
        unsafe block.deinitialize(count: 1)
        unsafe UnsafeMutableRawPointer(block).deallocate()
    }

    private static var nodePlace: Int { MemoryLayout<Block>.stride }

    private static func historyPlace(_ count: Int) -> Int { nodePlace + NodeTable.size(for: count) }

    private static func leafPlace(_ count: Int, _ historySize: Int) -> Int {
        historyPlace(count) + historySize * MemoryLayout<Int32>.stride
    }
}

/// Numbers in a row with a fixed number of places.
@safe
@usableFromInline
struct LeafRow {
    /// The number of elements, that of places, and the elements.
    @usableFromInline let words: UnsafeMutablePointer<Int32>

    fileprivate static func size(for places: Int) -> Int { (2 + places) * MemoryLayout<Int32>.stride }

    fileprivate init(at place: UnsafeMutableRawPointer, places: Int) {
        unsafe words = unsafe place.bindMemory(to: Int32.self, capacity: 2 + places)
        unsafe words.initialize(repeating: 0, count: 2 + places)
        unsafe words[1] = Int32(places)
    }

    @inlinable @inline(__always) var count: Int32 { unsafe words[0] }

    @inlinable subscript(_ index: Int32) -> Int32 {
        @inline(__always) get {
            assert(index >= 0 && index < count)
            return unsafe words[Int(index) + 2]
        }
        @inline(__always) nonmutating set {
            assert(index >= 0 && index < count)
            unsafe words[Int(index) + 2] = newValue
        }
    }

    func append(_ element: Int32) {
        let count = count
        guard unsafe count < words[1] else { Self.overflow() }
        unsafe words[Int(count) + 2] = element
        unsafe words[0] = count + 1
    }

    /// Removes all elements from `start` on.
    func truncate(to start: Int32) {
        assert(start >= 0 && start <= count)
        unsafe words[0] = start
    }

    /// Puts `element`, as often as is said, in the place of `count` elements; those after them move.
    @inline(never)
    func replace(at start: Int32, _ count: Int32, by element: Int32, times: Int32) {
        assert(start >= 0 && count >= 0 && times >= 0 && start + count <= self.count)
        let end = self.count - count + times
        guard unsafe end <= words[1] else { Self.overflow() }
        let place = unsafe words + Int(start) + 2
        let following = Int(self.count - start - count)
        unsafe (place + Int(times)).update(from: place + Int(count), count: following)
        for position in 0..<Int(times) { unsafe place[position] = element }
        unsafe words[0] = end
    }

    private static func overflow() -> Never {
        trap("more states were active than can be together", "please report this as a bug")
    }

    var elements: [Int32] { (0..<count).map { self[$0] } }
}

extension Topology {
    /// Memory for an engine that runs a chart of this shape.
    func makeMemory() -> EngineMemory<Engine.Block> {
        EngineMemory(Engine.Block(), nodes: count, historySize: historySize, maxLeaves: maxLeaves)
    }
}
