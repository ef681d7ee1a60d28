// Unsafe storage of its own: a plan is a handle to a record with words behind it. The record is in the cache of its
// topology, for which PlanCache.swift has the proof; or in the scratch of one engine (`TransientPlans`), where it is
// used until its microstep has been performed and recorded, and kept by nobody. Debug builds check every position.

/// What one answer exits and enters: the leaves in the domain are replaced by others.
@safe
@usableFromInline
struct Plan {
    /// What a transition is looked up by: its source and target, and whether it is local.
    struct Key: Equatable {
        private let bits: UInt64

        /// - Parameter isForeign: true if the target is in another chart, so that only the host's `leads(from:)` may
        ///   lead there: a handler that names the target must not find the plan.
        @inline(__always) init(_ source: VertexIndex, _ target: VertexIndex, isLocal: Bool, isForeign: Bool = false) {
            let target = UInt64(UInt32(bitPattern: target)) | (isForeign ? 1 << 31 : 0)
            bits = UInt64(UInt32(bitPattern: source)) << 32 | target | (isLocal ? 1 << 63 : 0)
        }

        /// The key of plans that are not looked up by one: those that are not cached, and the one by which a chart is
        /// entered by default.
        static var none: Key { Key(.max, 0, isLocal: false) }
    }

    struct Traits: OptionSet, BitwiseCopyable {
        let rawValue: UInt16
        /// Between the first exit and the last entry synchronous actions are all that there is to do: no scoped values,
        /// no actions that suspend.
        static let callsOnly = Self(rawValue: 1 << 0)
        /// One leaf is replaced by one.
        static let replacesOne = Self(rawValue: 1 << 1)
        /// It replaces the leaf that it is looked up by and no other, and has read no history: it always holds.
        static let single = Self(rawValue: 1 << 2)
        /// The source stays.
        static let local = Self(rawValue: 1 << 3)
        /// Something is exited or entered.
        static let changes = Self(rawValue: 1 << 4)
        /// Choices or junctions are among the new leaves, and are followed next.
        static let passes = Self(rawValue: 1 << 5)
        /// States may be complete afterwards.
        static let completes = Self(rawValue: 1 << 6)
        /// A `Terminate` is among the new leaves.
        static let terminates = Self(rawValue: 1 << 7)
        /// A top around the domain has histories that remember what is exited, although it stays.
        static let recordsTop = Self(rawValue: 1 << 8)
    }

    /// What there is a list of.
    enum List: Int, CaseIterable {
        /// Whose synchronous exit actions are to be called, innermost first; and entry actions, outermost first.
        case exitCalls, entryCalls
        /// The leaves that are replaced, which are all that are in the domain; and those that they are replaced by.
        case old, new
        /// Where the transition leads, as far as that is in the domain.
        case targets
        /// States that may be complete afterwards.
        case completions
        /// The states that are exited, innermost first; and those that are entered, outermost first.
        case exits, entries
        /// The words of recorded histories that the plan depends on: the place of each, and its value.
        case reads
    }

    /// The lists of a plan that is worked out; their memory is used for one plan after the other.
    @safe
    struct Lists {
        private let headers: UnsafeMutablePointer<FlatList<Int32>.Header>

        init() {
            unsafe headers = .allocate(capacity: List.allCases.count)
            unsafe headers.initialize(repeating: .init(), count: List.allCases.count)
        }

        @inline(__always) subscript(_ list: List) -> FlatList<Int32> { unsafe FlatList(at: headers + list.rawValue) }

        func removeAll() { for list in List.allCases { self[list].removeAll() } }

        func free() {
            for list in List.allCases { self[list].free() }
            unsafe headers.deallocate()
        }
    }

    /// A plan while it is worked out.
    struct Draft {
        /// The vertices that the transition may change: from the first, behind its top if that stays.
        let changed: Range<VertexIndex>
        /// The position of the leaf that the plan is looked up by, less that of the first one of `old`.
        let offset: Int32
        var traits: Traits
        let lists: Lists

        /// The size of the record with its words.
        var size: Int {
            let words = List.allCases.reduce(List.allCases.count + 1) { $0 + Int(lists[$1].count) }
            return MemoryLayout<Record>.stride + words * MemoryLayout<Int32>.stride
        }
    }

    /// The words behind it: where each list begins and the last one ends, counted in words; then the lists.
    @safe struct Record {
        fileprivate(set) var next: UnsafeMutablePointer<Record>?
        let key: Key
        /// The first of the new leaves.
        fileprivate let leaf: Int32
        let traits: Traits
        fileprivate let first: Int32
        fileprivate let end: Int32
        fileprivate let offset: Int32
    }

    private let record: UnsafeMutablePointer<Record>

    @inline(__always) init(record: UnsafeMutablePointer<Record>) { unsafe self.record = unsafe record }

    /// Writes a record, at a place with room for it and its words.
    init(_ draft: Draft, _ key: Key, at place: UnsafeMutableRawPointer) {
        let lists = draft.lists
        var traits = draft.traits
        if !lists[.exits].isEmpty || !lists[.entries].isEmpty { traits.insert(.changes) }
        if lists[.old].count == 1, lists[.new].count == 1 { traits.insert(.replacesOne) }
        if lists[.old].count == 1, draft.offset == 0, lists[.reads].isEmpty { traits.insert(.single) }
        unsafe record = place.bindMemory(to: Record.self, capacity: 1)
        unsafe record.initialize(
            to: Record(
                next: nil, key: key, leaf: lists[.new].isEmpty ? -1 : lists[.new][0], traits: traits,
                first: draft.changed.lowerBound, end: draft.changed.upperBound, offset: draft.offset))
        var end = Int32(List.allCases.count + 1)
        unsafe words[0] = end
        for list in List.allCases {
            let elements = lists[list]
            for position in 0..<elements.count { unsafe words[Int(end + position)] = elements[position] }
            end += elements.count
            unsafe words[list.rawValue + 1] = end
        }
    }

    /// Puts the record in front of `next` in a list, which the caller publishes.
    func link(to next: UnsafeMutablePointer<Record>?) -> UnsafeMutablePointer<Record> {
        unsafe record.pointee.next = unsafe next
        return unsafe record
    }

    @inline(__always) private var words: UnsafeMutablePointer<Int32> {
        unsafe UnsafeMutableRawPointer(record + 1).assumingMemoryBound(to: Int32.self)
    }

    @inline(__always) subscript(_ list: List) -> Row {
        let end = unsafe words[list.rawValue + 1]
        return unsafe Row(from: words + Int(words[list.rawValue]), to: words + Int(end))
    }

    @inline(__always) var traits: Traits { unsafe record.pointee.traits }
    @inline(__always) func has(_ trait: Traits) -> Bool { traits.contains(trait) }
    /// True if something has to be followed, asked or ended once it is performed.
    @inline(__always) var leadsOn: Bool { !traits.isDisjoint(with: [.passes, .completes, .terminates]) }
    @inline(__always) var leaf: Int32 { unsafe record.pointee.leaf }
    var first: Int32 { unsafe record.pointee.first }
    @inline(__always) var offset: Int32 { unsafe record.pointee.offset }

    /// True if the vertex is in the domain, with its node only if the domain includes that.
    @inline(__always) func changes(_ node: VertexIndex) -> Bool {
        unsafe node >= record.pointee.first && node < record.pointee.end
    }

    /// True if the leaves to be replaced are those that are active, and the histories that it depends on are as they
    /// were when it was worked out.
    @inline(never)
    func holds(_ leaves: FixedList<VertexIndex>, _ history: FlatArray<Int32>, at position: LeafPosition) -> Bool {
        let reads = self[.reads]
        var read: Int32 = 0
        while read < reads.count {
            if history[reads[read]] != reads[read + 1] { return false }
            read += 2
        }
        let start = position - offset
        let old = self[.old]
        guard start >= 0, start + old.count <= leaves.count else { return false }
        for place in 0..<old.count where leaves[start + place] != old[place] { return false }
        return true
    }
}
