// Unsafe storage of its own. Why it is sound:
//
// - Whoever puts the nodes in makes the piece (`ChartBinder`, `TopologyMatcher`). Then it belongs to one engine, which
//   clears what the nodes know of it, and frees it last.
// - Its parts lie one behind the other, those with the strictest alignment first. The topology says how long they are:
//   one place for each vertex, one answer and one leaf for each leaf that can be active together with others (each has
//   one answer at most, or is in one of the regions that one answer changes), one word for each word of its histories.
// - Indices come from the topology, and positions were compared with a count before. Debug builds check every index.
//
// Tried against it: charts with 40 regions (ArrayTests), histories of orthogonal states in orthogonal states (the
// random charts); a refused start in the middle of a shape that is known, which gives the piece back half filled
// (MeddlingTests).

/// What an engine has for itself, in one piece of memory.
@safe
struct EngineMemory {
    /// The first part, with which all are freed, after the nodes have been released and the answers removed.
    let block: FlatCell<Engine.Block>
    /// To be put in one after the other; the engine is put in front of them by `NodeTable.setEngine`.
    let nodes: NodeTable
    let answers: FixedList<Engine.Answer>
    let history: FlatArray<Int32>
    let leaves: FixedList<VertexIndex>

    init(_ topology: Topology) {
        let historySize = topology.historySize, maxLeaves = topology.maxLeaves
        let nodePlace = MemoryLayout<Engine.Block>.stride
        let answerPlace = nodePlace + NodeTable.size(for: topology.count)
        let historyPlace = answerPlace + FixedList<Engine.Answer>.size(for: maxLeaves)
        let leafPlace = historyPlace + historySize * MemoryLayout<Int32>.stride
        let place = UnsafeMutableRawPointer.allocate(
            byteCount: leafPlace + FixedList<VertexIndex>.size(for: maxLeaves),
            alignment: MemoryLayout<Engine.Block>.alignment)
        block = unsafe FlatCell(at: place.initializeMemory(as: Engine.Block.self, to: Engine.Block()))
        // Zero stands for a node that was not put in yet.
        unsafe (place + nodePlace).initializeMemory(as: UInt.self, repeating: 0, count: topology.count + 1)
        nodes = unsafe NodeTable(at: place + nodePlace, count: topology.count)
        answers = unsafe FixedList(at: place + answerPlace, places: maxLeaves)
        history = unsafe FlatArray(
            at: (place + historyPlace).initializeMemory(as: Int32.self, repeating: -1, count: historySize),
            count: historySize)
        leaves = unsafe FixedList(at: place + leafPlace, places: maxLeaves)
    }
}
