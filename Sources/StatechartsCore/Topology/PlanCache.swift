private import Synchronization

// Unsafe storage of its own, shared by all machines with charts of one shape. Why it is sound:
//
// - A record is written before it is published by the release of a compare-and-exchange, and never changed afterwards;
//   readers acquire. Two threads that learn the same at once publish two equal records, which does no harm.
// - Records live as long as the table, the table as long as its topology, and every engine retains its topology.
// - `heads` has one entry for every vertex and one for the start; the engine asks for vertices of its own topology
//   only. Debug builds check that.
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

    private let heads: UnsafeMutablePointer<Head>
    /// The number of vertices.
    private let count: Int

    init(count: Int) {
        self.count = count
        unsafe heads = UnsafeMutablePointer<Head>.allocate(capacity: count + 1)
        for position in 0...count { unsafe (heads + position).initialize(to: Head(nil)) }
    }

    /// The cached plan of a transition whose source was asked on behalf of the leaf at `position`; `nil` if there is
    /// none.
    @inline(__always)
    func find(
        _ leaves: FixedList<VertexIndex>, _ history: FlatArray<Int32>, at position: LeafPosition, _ key: Plan.Key
    ) -> Plan? {
        let leaf = leaves[position]
        assert(leaf >= 0 && Int(leaf) < count)
        var next = unsafe heads[Int(leaf)].load(ordering: .acquiring)
        while let record = unsafe next {
            if unsafe record.pointee.key == key,
                unsafe record.pointee.traits.contains(.single)
                    || Plan(record: record).holds(leaves, history, at: position)
            {
                return unsafe Plan(record: record)
            }
            unsafe next = record.pointee.next
        }
        return nil
    }

    /// The list of the plan by which a chart is entered, when there is no leaf.
    var initialHead: Int32 { Int32(count) }

    /// The plan by which a chart is entered by default. No history has been recorded before: all such plans are equal.
    var initial: Plan? { unsafe heads[count].load(ordering: .acquiring).map { unsafe Plan(record: $0) } }

    /// True if one more plan is cached that is looked up by `leaf` and replaces so many leaves.
    func hasRoom(for leaf: VertexIndex, _ replaced: Int) -> Bool {
        assert(leaf >= 0 && Int(leaf) <= count)
        var room = !learns ? 0 : replaced > 1 ? Self.limitOfSeveral : Self.limit
        var next = unsafe heads[Int(leaf)].load(ordering: .acquiring)
        while room > 0, let record = unsafe next {
            room -= 1
            unsafe next = record.pointee.next
        }
        return room > 0
    }

    static var alignment: Int { MemoryLayout<Plan.Record>.alignment }

    func learn(_ leaf: VertexIndex, _ key: Plan.Key, _ draft: Plan.Draft) -> Plan {
        let plan = unsafe Plan(draft, key, at: .allocate(byteCount: draft.size, alignment: Self.alignment))
        var first = unsafe heads[Int(leaf)].load(ordering: .acquiring)
        while true {
            let outcome = unsafe heads[Int(leaf)].compareExchange(
                expected: first, desired: plan.link(to: first), ordering: .acquiringAndReleasing)
            if unsafe outcome.exchanged { return plan }
            unsafe first = outcome.original
        }
    }

    func free() {
        for position in 0...count {
            var next = unsafe heads[position].load(ordering: .relaxed)
            while let record = unsafe next {
                unsafe next = record.pointee.next
                unsafe UnsafeMutableRawPointer(record).deallocate()
            }
        }
        unsafe heads.deinitialize(count: count + 1)
        unsafe heads.deallocate()
    }
}
