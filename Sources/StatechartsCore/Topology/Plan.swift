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
            let target = UInt64(UInt32(target)) | (isForeign ? 1 << 31 : 0)
            bits = UInt64(UInt32(source)) << 32 | target | (isLocal ? 1 << 63 : 0)
        }

        /// The same key, for a reaction with one target. The last bit of `head` says whether it is local: the kind is 2
        /// if it is external, 3 if it is local.
        @inline(__always) init(_ source: VertexIndex, _ reaction: borrowing RawReaction) {
            bits = UInt64(UInt32(bitPattern: source)) << 32 | reaction.head >> 32 | reaction.head << 63
        }

        /// The key of plans that are not looked up by one: those that are not cached, and the one by which a chart is
        /// entered by default.
        static var none: Key { Key(.max, 0, isLocal: false) }
    }

    struct Traits: OptionSet, BitwiseCopyable {
        let rawValue: UInt16
        /// Synchronous actions are all that there is to do: no scoped values, no actions that suspend.
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

    /// A plan that was worked out, in the lists of a scratch.
    struct Content {
        /// The vertices that the transition may change: from the first, behind its top if that stays, to before the
        /// end.
        let first: Int32
        let end: Int32
        /// The position of the leaf that the plan is looked up by, less that of the first one of `old`.
        let offset: Int32
        let traits: Traits
        let exits: Row<Int32>
        /// Those of them whose synchronous action is overridden.
        let exitCalls: Row<Int32>
        let entries: Row<Int32>
        let entryCalls: Row<Int32>
        /// The leaves that are replaced, which are all that are in the domain, and those that they are replaced by.
        let old: Row<Int32>
        let new: Row<Int32>
        /// Where the transition leads, as far as that is in the domain.
        let targets: Row<Int32>
        /// States that may be complete afterwards.
        let completions: Row<Int32>
        /// The words of recorded histories that it depends on: the place of each, and its value.
        let reads: Row<Int32>

        /// The size of the record with its words.
        var size: Int {
            let calls = exitCalls.count + entryCalls.count
            let changes = old.count + new.count + exits.count + entries.count
            let words = Int(calls + changes + targets.count + completions.count + reads.count)
            return MemoryLayout<Record>.stride + words * MemoryLayout<Int32>.stride
        }
    }

    /// The words behind it: whose exits are to be called, whose entries, the old leaves, the new ones, targets,
    /// completions, exits, entries, what is read of histories.
    @safe struct Record {
        fileprivate(set) var next: UnsafeMutablePointer<Record>?
        let key: Key
        fileprivate(set) var leaf: Int32 = -1
        fileprivate(set) var traits: Traits
        let first: Int32
        let end: Int32
        let offset: Int32
        // Where each list ends, in words.
        fileprivate(set) var exitCalls: Int32 = 0
        fileprivate(set) var calls: Int32 = 0
        fileprivate(set) var old: Int32 = 0
        fileprivate(set) var new: Int32 = 0
        fileprivate(set) var targets: Int32 = 0
        fileprivate(set) var completions: Int32 = 0
        fileprivate(set) var exits: Int32 = 0
        fileprivate(set) var entries: Int32 = 0
        fileprivate(set) var reads: Int32 = 0
    }

    private let record: UnsafeMutablePointer<Record>

    @inline(__always) init(record: UnsafeMutablePointer<Record>) { unsafe self.record = unsafe record }

    /// Writes a record, at a place with room for it and its words.
    init(_ content: Content, _ key: Key, at place: UnsafeMutableRawPointer) {
        var traits = content.traits
        if content.exits.count > 0 || content.entries.count > 0 { traits.insert(.changes) }
        if content.old.count == 1, content.new.count == 1 { traits.insert(.replacesOne) }
        if content.old.count == 1, content.offset == 0, content.reads.count == 0 { traits.insert(.single) }
        unsafe record = place.bindMemory(to: Record.self, capacity: 1)
        unsafe record.initialize(
            to: Record(
                next: nil, key: key, traits: traits, first: content.first, end: content.end, offset: content.offset))
        unsafe record.pointee.exitCalls = put(content.exitCalls, at: 0)
        unsafe record.pointee.calls = put(content.entryCalls, at: record.pointee.exitCalls)
        unsafe record.pointee.old = put(content.old, at: record.pointee.calls)
        unsafe record.pointee.new = put(content.new, at: record.pointee.old)
        unsafe record.pointee.targets = put(content.targets, at: record.pointee.new)
        unsafe record.pointee.completions = put(content.completions, at: record.pointee.targets)
        unsafe record.pointee.exits = put(content.exits, at: record.pointee.completions)
        unsafe record.pointee.entries = put(content.entries, at: record.pointee.exits)
        unsafe record.pointee.reads = put(content.reads, at: record.pointee.entries)
        if content.new.count > 0 { unsafe record.pointee.leaf = content.new[0] }
    }

    /// Writes a list behind the record, and answers where it ends. Not a closure with a cursor, which costs a box.
    private func put(_ list: Row<Int32>, at start: Int32) -> Int32 {
        for position in 0..<list.count { unsafe words[Int(start + position)] = list[position] }
        return start + list.count
    }

    /// Puts the record in front of `next` in a list, which the caller publishes.
    func link(to next: UnsafeMutablePointer<Record>?) -> UnsafeMutablePointer<Record> {
        unsafe record.pointee.next = unsafe next
        return unsafe record
    }

    @inline(__always) private var words: UnsafeMutablePointer<Int32> {
        unsafe UnsafeMutableRawPointer(record + 1).assumingMemoryBound(to: Int32.self)
    }

    @inline(__always) private func row(_ start: Int32, _ end: Int32) -> Row<Int32> {
        unsafe Row(base: words + Int(start), count: end - start)
    }

    @inline(__always) var traits: Traits { unsafe record.pointee.traits }
    @inline(__always) func has(_ trait: Traits) -> Bool { traits.contains(trait) }
    /// True if something has to be followed, asked or ended once it is performed.
    @inline(__always) var leadsOn: Bool { !traits.isDisjoint(with: [.passes, .completes, .terminates]) }
    /// The first of the new leaves.
    @inline(__always) var leaf: Int32 { unsafe record.pointee.leaf }
    var first: Int32 { unsafe record.pointee.first }
    @inline(__always) var offset: Int32 { unsafe record.pointee.offset }
    /// The number of leaves that are replaced.
    @inline(__always) var oldCount: Int32 { unsafe record.pointee.old - record.pointee.calls }
    @inline(__always) var newLeaves: Row<Int32> { unsafe row(record.pointee.old, record.pointee.new) }
    var targets: Row<Int32> { unsafe row(record.pointee.new, record.pointee.targets) }
    var completions: Row<Int32> { unsafe row(record.pointee.targets, record.pointee.completions) }
    /// True if the vertex is in the domain, with its node only if the domain includes that.
    @inline(__always) func changes(_ node: VertexIndex) -> Bool {
        unsafe node >= record.pointee.first && node < record.pointee.end
    }

    /// True if the leaves to be replaced are those that are active, and the histories that it depends on are as they
    /// were when it was worked out.
    @inline(never) func holds(_ leaves: LeafRow, _ history: FlatArray<Int32>, at position: LeafPosition) -> Bool {
        let reads = unsafe row(record.pointee.entries, record.pointee.reads)
        var read: Int32 = 0
        while read < reads.count {
            if history[reads[read]] != reads[read + 1] { return false }
            read += 2
        }
        let start = position - offset
        let old = unsafe row(record.pointee.calls, record.pointee.old)
        guard start >= 0, start + old.count <= leaves.count else { return false }
        for place in 0..<old.count where leaves[start + place] != old[place] { return false }
        return true
    }

    /// Whose synchronous exit actions are to be called, innermost first.
    @inline(__always) var exitCalls: Row<Int32> { unsafe row(0, record.pointee.exitCalls) }
    /// Whose synchronous entry actions are to be called, outermost first.
    @inline(__always) var entryCalls: Row<Int32> { unsafe row(record.pointee.exitCalls, record.pointee.calls) }
    /// The states that are exited, innermost first.
    @inline(__always) var exits: Row<Int32> { unsafe row(record.pointee.completions, record.pointee.exits) }
    /// The states that are entered, outermost first.
    @inline(__always) var entries: Row<Int32> { unsafe row(record.pointee.exits, record.pointee.entries) }
}
