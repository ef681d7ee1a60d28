private import Synchronization

// Unsafe storage of its own, shared by all machines with charts of one shape. Why it is sound:
//
// - A record is written before it is published by the release of a compare-and-exchange, and never changed afterwards; readers
//   acquire. Two threads that learn the same at once publish two equal records, which does no harm.
// - Records live as long as the table, the table as long as its topology, and every engine retains its topology.
// - `heads` has one entry for every vertex; the engine asks for vertices of its own topology only. Debug builds check that.
//
// Tried against it: a reaction whose numbers are another chart's, under another tag (KeptReactionTests); eight machines of one new class that
// learn the same transitions at once (ConcurrentLearningTests).

/// What a transition leaves and enters when it exchanges the leaves in one part of the tree for others: worked out when it is first taken,
/// for all machines whose charts have the same shape.
@safe
@usableFromInline
struct Exchange {
    /// What is to be done about one vertex.
    struct Step {
        let node: Int32
        let flags: Flags
        struct Flags: OptionSet {
            let rawValue: Int32
            /// The action is overridden.
            static let calls = Self(rawValue: 1 << 0)
            static let hasScoped = Self(rawValue: 1 << 1)
            static let recordsHistory = Self(rawValue: 1 << 2)
            /// The vertex is left or entered and that is all.
            static let isSilent: Self = []
        }
    }

    /// What a transition is looked up by: its source and target, and whether it is local.
    struct Key: Equatable {
        fileprivate let bits: UInt64

        @inline(__always) init(_ source: Int32, _ target: Int32, isLocal: Bool) {
            bits = UInt64(UInt32(source)) << 32 | UInt64(UInt32(target)) | (isLocal ? 1 << 63 : 0)
        }

        /// The same for a reaction with one target: its kind is 2 if it is external, 3 if it is local.
        @inline(__always) init(_ source: Int32, _ reaction: borrowing RawReaction) {
            bits = UInt64(UInt32(bitPattern: source)) << 32 | reaction.head >> 32 | reaction.head << 63
        }

        fileprivate var target: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: bits)) }
    }

    /// What was worked out.
    struct Plan {
        var domain: Int32 = -1
        /// The leaves that are exchanged, which are all that are in the domain.
        var old: [Int32]
        /// How far before the leaf that the exchange is looked up by the first of them lies.
        var offset: Int32 = 0
        /// The leaves that they are exchanged for; none if the transition is no such exchange.
        var new: [Int32] = []
        /// Whether choices or junctions are among the new leaves, to be gone on from.
        var passes = false
        var recordsHistory = false
        /// Whether the target is where the transition leads, and not on the way there.
        var namesTarget = false
        /// Whether the source stays.
        var isLocal = false
        var exits: [Step] = []
        var entries: [Step] = []

        fileprivate var isSingle: Bool { old.count == 1 && offset == 0 }

        /// Whether there is nothing to do but to call actions.
        fileprivate var isSimple: Bool {
            isSingle && new.count == 1 && !passes && !recordsHistory
                && (exits + entries).allSatisfy { !$0.flags.contains(.hasScoped) }
        }
    }

    @safe fileprivate struct Record {
        let next: UnsafeMutablePointer<Record>?
        let key: Key
        let domain: Int32
        /// The first of the new leaves, or -1.
        let leaf: Int32
        let isSimple: Bool
        /// Whether it exchanges the leaf that it is looked up by and no other.
        let isSingle: Bool
        let passes: Bool
        let recordsHistory: Bool
        let namesTarget: Bool
        let isLocal: Bool
        let exits: Int32
        let steps: Int32
        /// First the exits, then the entries.
        let first: UnsafeMutablePointer<Step>
        let exitCalls: Int32
        let calls: Int32
        /// The same, only the vertices whose actions are overridden.
        let firstCall: UnsafeMutablePointer<Int32>
        let offset: Int32
        let old: Int32
        let new: Int32
        /// First the old leaves, then the new ones; part of the memory that begins at `firstCall`.
        let firstLeaf: UnsafeMutablePointer<Int32>

        /// Whether the leaves to be exchanged are those that are active.
        @inline(never) func isAbout(_ leaves: LeafRow, at position: Int32) -> Bool {
            let start = position - offset
            guard start >= 0, start + old <= leaves.count else { return false }
            for place in 0..<old where unsafe leaves[start + place] != firstLeaf[Int(place)] { return false }
            return true
        }
    }

    fileprivate let record: UnsafeMutablePointer<Record>

    /// Whether the transition does no more than exchange a leaf.
    @inline(__always) var isDirect: Bool { unsafe record.pointee.leaf >= 0 }
    /// Whether it is one, and there is nothing to do but to call actions.
    @inline(__always) var isSimple: Bool { unsafe record.pointee.isSimple }
    /// The innermost composite that stays active.
    @inline(__always) var domain: Int32 { unsafe record.pointee.domain }
    @inline(__always) var leaf: Int32 { unsafe record.pointee.leaf }
    /// How far before the leaf that the exchange was looked up by its first old leaf lies.
    @inline(__always) var offset: Int32 { unsafe record.pointee.offset }
    /// How many leaves are exchanged, and for how many.
    @inline(__always) var oldCount: Int32 { unsafe record.pointee.old }
    @inline(__always) var newCount: Int32 { unsafe record.pointee.new }

    /// One of the new leaves.
    @inline(__always) func newLeaf(_ position: Int32) -> Int32 {
        assert(position >= 0 && position < newCount)
        return unsafe record.pointee.firstLeaf[Int(oldCount + position)]
    }
    @inline(__always) var passes: Bool { unsafe record.pointee.passes }
    @inline(__always) var recordsHistory: Bool { unsafe record.pointee.recordsHistory }
    /// Whether there is nothing to do but to call actions, and the transition leads to its target at once: see `PlainStep`.
    @inline(__always) var isSimpleAndNamesTarget: Bool { unsafe record.pointee.isSimple && record.pointee.namesTarget }
    var isLocal: Bool { unsafe record.pointee.isLocal }
    /// What the transition is looked up by.
    var target: Int32 { unsafe record.pointee.key.target }
    /// The same for the same exchange.
    var identity: Int { unsafe Int(bitPattern: record) }

    /// Whose exit actions are to be called, innermost first.
    @inline(__always) func forEachExitCall(_ body: (Int32) -> Void) {
        var position = 0
        let end = unsafe Int(record.pointee.exitCalls)
        while position < end {
            body(unsafe record.pointee.firstCall[position])
            position += 1
        }
    }

    /// Whose entry actions are to be called, outermost first.
    @inline(__always) func forEachEntryCall(_ body: (Int32) -> Void) {
        var position = unsafe Int(record.pointee.exitCalls)
        let end = unsafe Int(record.pointee.calls)
        while position < end {
            body(unsafe record.pointee.firstCall[position])
            position += 1
        }
    }

    /// What is left, innermost first.
    @inline(__always) func forEachExit(_ body: (Step) -> Void) {
        var position = 0
        let end = unsafe Int(record.pointee.exits)
        while position < end {
            body(unsafe record.pointee.first[position])
            position += 1
        }
    }

    /// What is entered, outermost first.
    @inline(__always) func forEachEntry(_ body: (Step) -> Void) {
        var position = unsafe Int(record.pointee.exits)
        let end = unsafe Int(record.pointee.steps)
        while position < end {
            body(unsafe record.pointee.first[position])
            position += 1
        }
    }
}

extension Exchange: Equatable {
    @usableFromInline static func == (a: Self, b: Self) -> Bool { a.identity == b.identity }
}

/// The exchanges that are known of one topology, by the leaf that is active and asked.
@safe
struct ExchangeTable: @unchecked Sendable {
    /// So that a chart with any number of targets from one leaf does not make a search of each step; what is beyond goes the general way.
    static let limit = 64
    /// The same for exchanges of several leaves, which may be active together in very many ways.
    static let limitOfSeveral = 32

    private typealias Head = Atomic<UnsafeMutablePointer<Exchange.Record>?>

    #if DEBUG
        /// Whether charts that are bound learn anything: random charts are compared with the reference both ways.
        @TaskLocal static var isUsed = true
        let learns = ExchangeTable.isUsed
    #else
        @inline(__always) var learns: Bool { true }
    #endif

    private let heads: UnsafeMutablePointer<Head>
    #if DEBUG
        private let count: Int
    #endif

    init(count: Int) {
        #if DEBUG
            self.count = count
        #endif
        unsafe heads = UnsafeMutablePointer<Head>.allocate(capacity: count)
        for position in 0..<count { unsafe (heads + position).initialize(to: Head(nil)) }
    }

    /// What is known of a transition while the leaf at `position` is active and asked, itself or what is around it.
    @inline(__always)
    func find(_ leaves: LeafRow, at position: Int32, _ key: Exchange.Key) -> Exchange? {
        let leaf = leaves[position]
        #if DEBUG
            assert(leaf >= 0 && Int(leaf) < count)
        #endif
        var next = unsafe heads[Int(leaf)].load(ordering: .acquiring)
        while let record = unsafe next {
            if unsafe record.pointee.key == key,
                unsafe record.pointee.isSingle || record.pointee.isAbout(leaves, at: position)
            {
                return unsafe Exchange(record: record)
            }
            unsafe next = record.pointee.next
        }
        return nil
    }

    /// The same while `leaf` is the only one.
    @inline(__always)
    func find(_ leaf: Int32, _ key: Exchange.Key) -> Exchange? {
        #if DEBUG
            assert(leaf >= 0 && Int(leaf) < count)
        #endif
        var next = unsafe heads[Int(leaf)].load(ordering: .acquiring)
        while let record = unsafe next {
            if unsafe _fastPath(record.pointee.key == key) {
                return unsafe Exchange(record: record)
            }
            unsafe next = record.pointee.next
        }
        return nil
    }

    /// How many exchanges are known that are looked up by `leaf`.
    func count(of leaf: Int32) -> Int {
        #if DEBUG
            assert(leaf >= 0 && Int(leaf) < count)
        #endif
        var known = 0
        var next = unsafe heads[Int(leaf)].load(ordering: .acquiring)
        while let record = unsafe next {
            known += 1
            unsafe next = record.pointee.next
        }
        return known
    }

    /// Keeps what was worked out.
    func learn(_ leaf: Int32, _ key: Exchange.Key, _ plan: Exchange.Plan) -> Exchange {
        var first = unsafe heads[Int(leaf)].load(ordering: .acquiring)
        let steps = plan.exits + plan.entries
        let place = UnsafeMutablePointer<Exchange.Step>.allocate(capacity: max(steps.count, 1))
        for (position, step) in steps.enumerated() { unsafe (place + position).initialize(to: step) }
        let calls = steps.filter { $0.flags.contains(.calls) }.map(\.node)
        let numbers = calls + plan.old + plan.new
        let callPlace = UnsafeMutablePointer<Int32>.allocate(capacity: numbers.count)
        for (position, number) in numbers.enumerated() { unsafe (callPlace + position).initialize(to: number) }
        let exitCalls = plan.exits.count { $0.flags.contains(.calls) }
        let record = UnsafeMutablePointer<Exchange.Record>.allocate(capacity: 1)
        while true {
            unsafe record.initialize(
                to: Exchange.Record(
                    next: first, key: key, domain: plan.domain, leaf: plan.new.first ?? -1, isSimple: plan.isSimple,
                    isSingle: plan.isSingle, passes: plan.passes, recordsHistory: plan.recordsHistory,
                    namesTarget: plan.namesTarget, isLocal: plan.isLocal, exits: Int32(plan.exits.count),
                    steps: Int32(steps.count), first: place, exitCalls: Int32(exitCalls), calls: Int32(calls.count),
                    firstCall: callPlace, offset: plan.offset, old: Int32(plan.old.count), new: Int32(plan.new.count),
                    firstLeaf: callPlace + calls.count))
            let outcome = unsafe heads[Int(leaf)].compareExchange(
                expected: first, desired: record, ordering: .acquiringAndReleasing)
            if unsafe outcome.exchanged { return unsafe Exchange(record: record) }
            unsafe first = outcome.original
        }
    }

    func free(count: Int) {
        for position in 0..<count {
            var next = unsafe heads[position].load(ordering: .relaxed)
            while let record = unsafe next {
                unsafe next = record.pointee.next
                unsafe record.pointee.first.deallocate()
                unsafe record.pointee.firstCall.deallocate()
                unsafe record.deallocate()
            }
        }
        unsafe heads.deinitialize(count: count)
        unsafe heads.deallocate()
    }
}
