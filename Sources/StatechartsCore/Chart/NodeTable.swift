// Unsafe storage of its own: the proof is that of FlatStorage.swift. The table belongs to one engine, which clears
// every node's handle to it before it frees it; indices come from the topology, and `as` types from what validation has
// proved. A node is claimed before any code of its chart runs (`StateNode.claim`), so that two engines never have it.
//
// Tried against it: see FlatStorage.swift; a `Superior` that is no class but a composition with a protocol, which would
// be read as two words (the compiler refuses it); a state that is declared where its `Superior` is not, or with another
// chart's `Top` (ChartErrorTests).

/// All state objects of one bound chart in document order, retained once, and the engine that runs them.
@safe
@usableFromInline
package struct NodeTable: Equatable {
    /// `base[-1]` is the engine (unretained), `base[0]` the top, then every vertex in document order.
    @usableFromInline let base: UnsafeMutablePointer<UnsafeRawPointer>

    static func size(for count: Int) -> Int { unsafe (count + 1) * MemoryLayout<UnsafeRawPointer>.stride }

    /// - Parameter place: memory for as many nodes and the engine, which stays where it is for as long as the table is
    ///   used.
    init(at place: UnsafeMutableRawPointer, count: Int) {
        unsafe base = place.bindMemory(to: UnsafeRawPointer.self, capacity: count + 1) + 1
    }

    /// Retains a node as that at `index`, where none was put before.
    func put(_ node: StateNode, at index: Int32) {
        unsafe (base + Int(index)).initialize(to: UnsafeRawPointer(Unmanaged.passRetained(node).toOpaque()))
    }

    @inlinable package static func == (a: NodeTable, b: NodeTable) -> Bool { unsafe a.base == b.base }

    /// Borrowed: the table retains every node for as long as any node is bound to it.
    package subscript(_ index: Int32) -> StateNode {
        @inline(__always) _read {
            yield unsafe UnsafeRawPointer(base + Int(index)).assumingMemoryBound(to: StateNode.self).pointee
        }
    }

    /// Calls the node without retaining it: the table does.
    @inline(__always) func call<Result>(_ index: Int32, _ body: (StateNode) throws -> Result) rethrows -> Result {
        try unsafe Unmanaged<StateNode>.fromOpaque(base[Int(index)])._withUnsafeGuaranteedRef(body)
    }

    /// The same for a node whose class validation has proved.
    @inlinable @inline(__always) package func call<Node: StateNode, Result>(
        _ index: Int32, as type: Node.Type, _ body: (Node) throws -> Result
    ) rethrows -> Result {
        try unsafe Unmanaged<Node>.fromOpaque(base[Int(index)])._withUnsafeGuaranteedRef(body)
    }

    /// The node at `index` as the type that validation proved it to have.
    @inlinable package subscript<Node: StateNode>(_ index: Int32, as type: Node.Type) -> Node {
        @inline(__always) _read {
            yield unsafe UnsafeRawPointer(base + Int(index)).assumingMemoryBound(to: Node.self).pointee
        }
    }

    /// Releases the nodes that were put, after `body` for each.
    func releasePut(count: Int, _ body: (StateNode) -> Void) {
        for index in 0..<count where unsafe UInt(bitPattern: base[index]) != 0 {
            let node = unsafe Unmanaged<StateNode>.fromOpaque(base[index]).takeRetainedValue()
            body(node)
        }
    }

    func release(count: Int) {
        for index in 0..<count {
            unsafe Unmanaged<StateNode>.fromOpaque(base[index]).release()
        }
    }
}
