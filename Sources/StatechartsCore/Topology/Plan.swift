// Unsafe storage of its own: a plan is a handle to a record with words behind it, in the table of its topology or in
// the scratch of one engine. The proof is that of PlanCache.swift; for those in a scratch (`TransientPlans`): they are used
// until their microstep has been performed and recorded, and nobody keeps them. Debug builds check every position.

/// What one answer leaves and enters: the leaves in one part of the tree, the domain, are replaced by others.
@safe
@usableFromInline
struct Plan {
    /// What is to be done about one vertex.
    struct Step: BitwiseCopyable {
        let node: Int32
        let flags: Flags
        struct Flags: OptionSet, BitwiseCopyable {
            let rawValue: Int32
            /// The synchronous action is overridden.
            static let calls = Self(rawValue: 1 << 0)
            static let hasScoped = Self(rawValue: 1 << 1)
            static let recordsHistory = Self(rawValue: 1 << 2)
            /// The suspending action is overridden.
            static let suspends = Self(rawValue: 1 << 3)
        }
    }

    /// What a transition is looked up by: its source and target, and whether it is local.
    struct Key: Equatable {
        private let bits: UInt64

        @inline(__always) init(_ source: Int32, _ target: Int32, isLocal: Bool) {
            bits = UInt64(UInt32(source)) << 32 | UInt64(UInt32(target)) | (isLocal ? 1 << 63 : 0)
        }

        /// The same for a reaction with one target: its kind is 2 if it is external, 3 if it is local.
        @inline(__always) init(_ source: Int32, _ reaction: borrowing RawReaction) {
            bits = UInt64(UInt32(bitPattern: source)) << 32 | reaction.head >> 32 | reaction.head << 63
        }

        /// Of what is not looked up.
        static var none: Key { Key(.max, -1) }
        /// Of the start.
        static var initial: Key { Key(.max, 0) }

        private init(_ source: UInt32, _ target: Int32) {
            bits = UInt64(source) << 32 | UInt64(UInt32(bitPattern: target))
        }

    }

    struct Traits: OptionSet, BitwiseCopyable {
        let rawValue: UInt16
        /// There is nothing to do about a vertex but to call its synchronous action.
        static let callsOnly = Self(rawValue: 1 << 1)
        /// One leaf is replaced by one.
        static let replacesOne = Self(rawValue: 1 << 3)
        /// It replaces the leaf that it is looked up by and no other.
        static let single = Self(rawValue: 1 << 4)
        static let recordsHistory = Self(rawValue: 1 << 5)
        /// The source stays.
        static let local = Self(rawValue: 1 << 6)
        /// Something is left or entered.
        static let changes = Self(rawValue: 1 << 7)
        /// Choices or junctions are among the new leaves, to be gone on from.
        static let passes = Self(rawValue: 1 << 8)
        /// What is entered may complete what is around it.
        static let completes = Self(rawValue: 1 << 9)
        static let terminates = Self(rawValue: 1 << 10)
        /// A top around the domain has histories that remember what is left, although it stays.
        static let recordsTop = Self(rawValue: 1 << 11)
    }

    /// What was worked out, in the lists of a scratch.
    struct Content {
        /// The numbers of what the transition changes: from the first to before the end.
        var first: Int32 = 0
        var end: Int32 = 0
        /// How far before the leaf that the plan is looked up by the first of `old` lies.
        var offset: Int32 = 0
        var traits: Traits = []
        let exits: Row<Step>
        let entries: Row<Step>
        /// The leaves that are replaced, which are all that are in the domain, and those that they are replaced by.
        let old: Row<Int32>
        let new: Row<Int32>
        /// Where the transition leads.
        let targets: Row<Int32>
        /// What may be complete now.
        let completions: Row<Int32>
        /// The words of recorded histories that it depends on: where each lies, and what it is.
        var reads = unsafe Row<Int32>(base: nil, count: 0)

        mutating func findTraits() {
            var all: Step.Flags = []
            exits.forEach { all.formUnion($0.flags) }
            if all.contains(.recordsHistory) { traits.insert(.recordsHistory) }
            entries.forEach { all.formUnion($0.flags) }
            if all.isDisjoint(with: [.hasScoped, .suspends]) { traits.insert(.callsOnly) }
            if exits.count > 0 || entries.count > 0 { traits.insert(.changes) }
            if old.count == 1, new.count == 1 { traits.insert(.replacesOne) }
            if old.count == 1, offset == 0, reads.count == 0 { traits.insert(.single) }
        }

        /// How many words there are behind the record.
        var words: Int {
            var calls: Int32 = 0
            exits.forEach { calls += $0.flags.contains(.calls) ? 1 : 0 }
            entries.forEach { calls += $0.flags.contains(.calls) ? 1 : 0 }
            return Int(calls + old.count + new.count + targets.count + completions.count + reads.count)
                + 2 * Int(exits.count + entries.count)
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

    /// Writes a record where there is room for it and its words.
    init(_ content: Content, _ key: Key, at place: UnsafeMutableRawPointer) {
        unsafe record = place.bindMemory(to: Record.self, capacity: 1)
        unsafe record.initialize(
            to: Record(
                next: nil, key: key, traits: content.traits, first: content.first, end: content.end,
                offset: content.offset))
        let words = unsafe words
        var end: Int32 = 0
        func put(_ word: Int32) {
            unsafe words[Int(end)] = word
            end += 1
        }
        func putCall(_ step: Step) { if step.flags.contains(.calls) { put(step.node) } }
        func putStep(_ step: Step) {
            put(step.node)
            put(step.flags.rawValue)
        }
        content.exits.forEach(putCall)
        unsafe record.pointee.exitCalls = end
        content.entries.forEach(putCall)
        unsafe record.pointee.calls = end
        content.old.forEach(put)
        unsafe record.pointee.old = end
        content.new.forEach(put)
        unsafe record.pointee.new = end
        content.targets.forEach(put)
        unsafe record.pointee.targets = end
        content.completions.forEach(put)
        unsafe record.pointee.completions = end
        content.exits.forEach(putStep)
        unsafe record.pointee.exits = end
        content.entries.forEach(putStep)
        unsafe record.pointee.entries = end
        content.reads.forEach(put)
        unsafe record.pointee.reads = end
        if content.new.count > 0 { unsafe record.pointee.leaf = content.new[0] }
    }

    /// Makes it known before `next`; published by who does this.
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

    @inline(__always) private func steps(_ start: Int32, _ end: Int32) -> Row<Step> {
        let place = unsafe UnsafeMutableRawPointer(words + Int(start)).assumingMemoryBound(to: Step.self)
        return unsafe Row(base: place, count: (end - start) / 2)
    }

    @inline(__always) var traits: Traits { unsafe record.pointee.traits }
    @inline(__always) func has(_ trait: Traits) -> Bool { traits.contains(trait) }
    /// Whether something is to be asked or ended once it is performed.
    @inline(__always) var leadsOn: Bool { !traits.isDisjoint(with: [.passes, .completes, .terminates]) }
    /// The first of the new leaves.
    @inline(__always) var leaf: Int32 { unsafe record.pointee.leaf }
    /// The first number of the domain: behind its top if that stays.
    var first: Int32 { unsafe record.pointee.first }
    /// How far before the leaf that the plan was looked up by its first old leaf lies.
    @inline(__always) var offset: Int32 { unsafe record.pointee.offset }
    /// How many leaves are replaced.
    @inline(__always) var oldCount: Int32 { unsafe record.pointee.old - record.pointee.calls }
    @inline(__always) var newLeaves: Row<Int32> { unsafe row(record.pointee.old, record.pointee.new) }
    /// Where it leads, as far as that is in the domain.
    var targets: Row<Int32> { unsafe row(record.pointee.new, record.pointee.targets) }
    var completions: Row<Int32> { unsafe row(record.pointee.targets, record.pointee.completions) }
    /// Whether the vertex is in the domain.
    @inline(__always) func changes(_ node: Int32) -> Bool {
        unsafe node >= record.pointee.first && node < record.pointee.end
    }

    /// True if the leaves to be replaced are those that are active, and the histories that it depends on are as they
    /// were when it was worked out.
    @inline(never) func holds(_ leaves: LeafRow, _ history: FlatArray<Int32>, at position: Int32) -> Bool {
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
    @inline(__always) func forEachExitCall(_ body: (Int32) -> Void) {
        unsafe row(0, record.pointee.exitCalls).forEach(body)
    }

    /// Whose synchronous entry actions are to be called, outermost first.
    @inline(__always) func forEachEntryCall(_ body: (Int32) -> Void) {
        unsafe row(record.pointee.exitCalls, record.pointee.calls).forEach(body)
    }

    /// What is left, innermost first.
    @inline(__always) var exits: Row<Step> { unsafe steps(record.pointee.completions, record.pointee.exits) }
    /// What is entered, outermost first.
    @inline(__always) var entries: Row<Step> { unsafe steps(record.pointee.exits, record.pointee.entries) }
}
