// Unsafe storage of its own. Why it is sound:
//
// - Whoever puts the nodes in makes the piece (`ChartBinder`, `TopologyMatcher`). Then it belongs to one engine, which
//   clears what the nodes know of it, and frees it last.
// - Its parts lie one behind the other, those with the strictest alignment first. The topology says how long they are:
//   one place for each vertex, one answer and one leaf for each leaf that can be active together with others, one word
//   for each word of its histories. Block, nodes and histories are initialised at once, the leaves by `leaves(_:)`. The
//   row of answers counts those that are initialised.
// - Indices come from the topology, and positions were compared with a count before. The rows of answers and leaves trap
//   rather than grow beyond their places. Debug builds check every index.
//
// Tried against it: charts with 40 regions (ArrayTests), histories of orthogonal states in orthogonal states (the
// random charts); a refused start in the middle of a shape that is known, which gives the piece back half filled
// (MeddlingTests).

/// What an engine has for itself, in one piece of memory: its block, its nodes, the answers of a microstep, its
/// histories, the active leaves. Everything but the block is found by the topology that the piece was made for.
@safe
struct EngineMemory {
    /// For pointers to single fields, which stay valid as long as the piece.
    let block: UnsafeMutablePointer<Engine.Block>

    init(_ topology: Topology) {
        let size = Self.leafPlace(topology) + LeafRow.size(for: topology.maxLeaves)
        let place = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Engine.Block>.alignment)
        unsafe block = unsafe place.bindMemory(to: Engine.Block.self, capacity: 1)
        unsafe block.initialize(to: Engine.Block())
        // Zero stands for a node that was not put in yet.
        unsafe (place + Self.nodePlace).initializeMemory(as: UInt.self, repeating: 0, count: topology.count + 1)
        unsafe (place + Self.historyPlace(topology)).initializeMemory(
            as: Int32.self, repeating: -1, count: topology.historySize)
    }

    private var start: UnsafeMutableRawPointer { unsafe UnsafeMutableRawPointer(block) }

    /// The nodes, to be put in one after the other; the engine is put in front of them by `NodeTable.setEngine`.
    func nodes(_ topology: Topology) -> NodeTable {
        unsafe NodeTable(at: start + Self.nodePlace, count: topology.count)
    }

    /// - Parameter counter: where the number of answers is kept.
    func answers(_ topology: Topology, countedAt counter: UnsafeMutablePointer<Int32>) -> AnswerRow {
        unsafe AnswerRow(at: start + Self.answerPlace(topology), places: topology.maxLeaves, countedAt: counter)
    }

    func history(_ topology: Topology) -> FlatArray<Int32> {
        let place = unsafe start + Self.historyPlace(topology)
        return unsafe FlatArray(at: place.assumingMemoryBound(to: Int32.self), count: topology.historySize)
    }

    func leaves(_ topology: Topology) -> LeafRow {
        unsafe LeafRow(at: start + Self.leafPlace(topology), places: topology.maxLeaves)
    }

    /// Frees the piece, after the nodes have been released and the answers removed.
    func free() {
        unsafe block.deinitialize(count: 1)
        unsafe block.deallocate()
    }

    private static var nodePlace: Int { MemoryLayout<Engine.Block>.stride }

    private static func answerPlace(_ topology: Topology) -> Int { nodePlace + NodeTable.size(for: topology.count) }

    private static func historyPlace(_ topology: Topology) -> Int {
        answerPlace(topology) + AnswerRow.size(for: topology.maxLeaves)
    }

    private static func leafPlace(_ topology: Topology) -> Int {
        historyPlace(topology) + topology.historySize * MemoryLayout<Int32>.stride
    }
}
