private import Synchronization

// Unsafe storage of its own, shared by all machines with charts of one shape. Why it is sound:
//
// - A record is written before it is published by the release of a compare-and-exchange, and never changed afterwards;
//   readers acquire. Two threads that learn the same at once publish two equal records, which does no harm.
// - Records live as long as the table, the table as long as its topology, and every engine retains its topology.
// - `heads` has one entry for every vertex, and one in front of them for the start; the engine asks for vertices of its
//   own topology only. Debug builds check that.
//
// Tried against it: a reaction whose numbers are another chart's, under another tag (KeptReactionTests); eight machines
// of one new class that learn the same transitions at once (ConcurrentLearningTests).

/// The cached plans of one topology: for each vertex a list of those that are looked up by it as a leaf.
@safe
struct PlanCache: @unchecked Sendable {
    /// The longest list, as each step searches one. What is not cached is planned for each step anew.
    static let limit = 64
    /// The longest list to which a plan is added that replaces several leaves: they may be active together in very many
    /// ways.
    static let limitOfSeveral = 32

    private typealias Head = Atomic<UnsafeMutablePointer<Plan.Record>?>

    #if DEBUG
        /// True if topologies that are made cache plans: random charts are compared with the reference both ways.
        @TaskLocal static var isUsed = true
        let learns = PlanCache.isUsed
    #else
        @inline(__always) var learns: Bool { true }
    #endif

    /// `heads[-1]` is the list of the plan by which a chart is entered.
    private let heads: UnsafeMutablePointer<Head>
    #if DEBUG
        private let count: Int
    #endif

    /// - Parameter count: the number of vertices.
    init(count: Int) {
        #if DEBUG
            self.count = count
        #endif
        unsafe heads = UnsafeMutablePointer<Head>.allocate(capacity: count + 1) + 1
        for leaf in Self.start..<Int32(count) { unsafe (heads + Int(leaf)).initialize(to: Head(nil)) }
    }

    /// Stands for the leaf by which the plan is looked up that enters a chart, when there is none.
    static var start: VertexIndex { -1 }

    @inline(__always) private func head(of leaf: VertexIndex) -> UnsafeMutablePointer<Head> {
        #if DEBUG
            assert(leaf >= Self.start && Int(leaf) < count)
        #endif
        return unsafe heads + Int(leaf)
    }

    /// The cached plan of a transition whose source was asked on behalf of the leaf at `position`; `nil` if there is
    /// none.
    @inline(__always)
    func find(
        _ leaves: FixedList<VertexIndex>, _ history: FlatArray<Int32>, at position: LeafPosition, _ key: Plan.Key
    ) -> Plan? {
        var next = unsafe head(of: leaves[position]).pointee.load(ordering: .acquiring)
        while let record = unsafe next {
            if unsafe likely(record.pointee.key == key),
                unsafe likely(
                    record.pointee.traits.contains(.single)
                        || Plan(record: record).holds(leaves, history, at: position))
            {
                return unsafe Plan(record: record)
            }
            unsafe next = record.pointee.next
        }
        return nil
    }

    /// The plan by which a chart is entered by default. No history has been recorded before: all such plans are equal.
    var initial: Plan? {
        unsafe head(of: Self.start).pointee.load(ordering: .acquiring).map { unsafe Plan(record: $0) }
    }

    /// True if one more plan is cached that is looked up by `leaf` and replaces so many leaves.
    func hasRoom(for leaf: VertexIndex, _ replaced: Int) -> Bool {
        var room = !learns ? 0 : replaced > 1 ? Self.limitOfSeveral : Self.limit
        var next = unsafe head(of: leaf).pointee.load(ordering: .acquiring)
        while room > 0, let record = unsafe next {
            room -= 1
            unsafe next = record.pointee.next
        }
        return room > 0
    }

    static var alignment: Int { MemoryLayout<Plan.Record>.alignment }

    func learn(_ leaf: VertexIndex, _ key: Plan.Key, _ draft: Plan.Draft) -> Plan {
        let plan = unsafe Plan(draft, key, at: .allocate(byteCount: draft.size, alignment: Self.alignment))
        var first = unsafe head(of: leaf).pointee.load(ordering: .acquiring)
        while true {
            let outcome = unsafe head(of: leaf).pointee.compareExchange(
                expected: first, desired: plan.link(to: first), ordering: .acquiringAndReleasing)
            if unsafe outcome.exchanged { return plan }
            unsafe first = outcome.original
        }
    }

    /// - Parameter count: the number of vertices.
    func free(count: Int) {
        for leaf in Self.start..<Int32(count) {
            var next = unsafe head(of: leaf).pointee.load(ordering: .relaxed)
            while let record = unsafe next {
                unsafe next = record.pointee.next
                unsafe UnsafeMutableRawPointer(record).deallocate()
            }
        }
        unsafe (heads - 1).deinitialize(count: count + 1)
        unsafe (heads - 1).deallocate()
    }
}
