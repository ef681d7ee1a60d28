// Unsafe storage of its own: the proof is that of FlatStorage.swift. The table belongs to one engine, which clears every node's handle to it before
// it frees it; indices come from the topology, and `as` types from what validation has proved.

/// All state objects of one bound chart in document order, retained once, and the engine that runs them.
@safe
@usableFromInline
struct NodeTable: Equatable {
    /// `base[-1]` is the engine (unretained), `base[0]` the top, then every vertex in document order.
    @usableFromInline let base: UnsafeMutablePointer<UnsafeRawPointer>

    init(_ nodes: [StateNode]) {
        let block = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: nodes.count + 1)
        unsafe base = block + 1
        for (index, node) in nodes.enumerated() {
            unsafe (base + index).initialize(to: UnsafeRawPointer(Unmanaged.passRetained(node).toOpaque()))
        }
    }

    @inlinable static func == (a: NodeTable, b: NodeTable) -> Bool { unsafe a.base == b.base }

    func setEngine(_ engine: Engine) {
        unsafe (base - 1).initialize(to: UnsafeRawPointer(Unmanaged.passUnretained(engine).toOpaque()))
    }

    /// Borrowed: the table retains every node for as long as any node is bound to it.
    subscript(_ index: Int32) -> StateNode {
        @inline(__always) _read {
            yield unsafe UnsafeRawPointer(base + Int(index)).assumingMemoryBound(to: StateNode.self).pointee
        }
    }

    /// Calls the node without retaining it: the table does.
    @inline(__always) func call<Result>(_ index: Int32, _ body: (StateNode) throws -> Result) rethrows -> Result {
        try unsafe Unmanaged<StateNode>.fromOpaque(base[Int(index)])._withUnsafeGuaranteedRef(body)
    }

    /// The same for a node whose class validation has proved.
    @inlinable @inline(__always) func call<Node: StateNode, Result>(
        _ index: Int32, as type: Node.Type, _ body: (Node) throws -> Result
    ) rethrows -> Result {
        try unsafe Unmanaged<Node>.fromOpaque(base[Int(index)])._withUnsafeGuaranteedRef(body)
    }

    /// The node at `index` as the type that validation proved it to have.
    @inlinable subscript<Node: StateNode>(_ index: Int32, as type: Node.Type) -> Node {
        @inline(__always) _read {
            yield unsafe UnsafeRawPointer(base + Int(index)).assumingMemoryBound(to: Node.self).pointee
        }
    }

    var engine: Engine {
        @inline(__always) _read {
            yield unsafe UnsafeRawPointer(base - 1).assumingMemoryBound(to: Engine.self).pointee
        }
    }

    /// Calls the engine without retaining it: it outlives the table.
    @inline(__always) func callEngine<Result>(_ body: (Engine) -> Result) -> Result {
        unsafe Unmanaged<Engine>.fromOpaque((base - 1).pointee)._withUnsafeGuaranteedRef(body)
    }

    func free(count: Int) {
        for index in 0..<count {
            unsafe Unmanaged<StateNode>.fromOpaque(base[index]).release()
        }
        unsafe (base - 1).deallocate()
    }
}
