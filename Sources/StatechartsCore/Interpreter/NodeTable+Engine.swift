// Unsafe storage of its own: the proof is that of NodeTable.swift. An engine puts itself in front of its nodes before
// any of them can be asked for it, and clears every node's handle before it is freed.

extension NodeTable {
    func setEngine(_ engine: Engine) {
        unsafe (base - 1).initialize(to: UnsafeRawPointer(Unmanaged.passUnretained(engine).toOpaque()))
    }

    package var engine: Engine {
        @inline(__always) _read {
            yield unsafe UnsafeRawPointer(base - 1).assumingMemoryBound(to: Engine.self).pointee
        }
    }

    /// Calls the engine without retaining it: it outlives the table.
    @inline(__always) package func callEngine<Result>(_ body: (Engine) -> Result) -> Result {
        unsafe Unmanaged<Engine>.fromOpaque((base - 1).pointee)._withUnsafeGuaranteedRef(body)
    }
}

extension StateNode {
    /// The engine that runs this node's chart, or `nil` outside a started machine.
    package final var engine: Engine? { table?.engine }
}
