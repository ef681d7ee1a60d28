// Unsafe storage of its own. Why it is sound:
//
// - The piece belongs to one engine, which makes it first and frees it last; before that it clears what the nodes know
//   of it.
// - Its parts lie one behind the other, those that need to be aligned most first, and are as long as the topology says:
//   one place for each vertex, one for each word of its histories, one for each leaf that can be active together with
//   others. All are initialised at once.
// - Indices come from the topology, whose numbers are below its counts; debug builds check that. The row of leaves
//   checks itself where it grows; a position in it is below its count because the engine has just compared it, or is 0,
//   as something is active while the chart runs.
//
// Tried against it: charts with 40 regions (ArrayTests), histories of orthogonal states in orthogonal states (the
// random charts); a refused start in the middle of a shape that is known, which gives the piece back half filled
// (MeddlingTests).

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

extension Topology {
    /// Memory for an engine that runs a chart of this shape.
    func makeMemory() -> EngineMemory<Engine.Block> {
        EngineMemory(Engine.Block(), nodes: count, historySize: historySize, maxLeaves: maxLeaves)
    }
}
