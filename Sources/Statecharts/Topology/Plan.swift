// Unsafe storage of its own: a plan is a handle to a record of the table of its topology. The proof is that of PlanTable.swift.

/// What a transition leaves and enters when it replaces the leaves in one part of the tree by others: worked out when it is first taken,
/// for all machines whose charts have the same shape.
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

        fileprivate var target: Int32 { Int32(bitPattern: UInt32(truncatingIfNeeded: bits)) }
    }

    /// What was worked out.
    struct Content {
        var domain: Int32 = -1
        /// The leaves that are replaced, which are all that are in the domain.
        var old: [Int32]
        /// How far before the leaf that the plan is looked up by the first of them lies.
        var offset: Int32 = 0
        /// The leaves that they are replaced by; none if the microstep has to be planned in place.
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

        var isSingle: Bool { old.count == 1 && offset == 0 }

        /// Whether there is nothing to do about a vertex but to call its synchronous action.
        var callsOnly: Bool { (exits + entries).allSatisfy { $0.flags.isDisjoint(with: [.hasScoped, .suspends]) } }
        var suspends: Bool { (exits + entries).contains { $0.flags.contains(.suspends) } }

        /// Whether one leaf is replaced by one, and there is nothing to do but to call synchronous actions.
        var isShort: Bool { isSingle && new.count == 1 && !passes && !recordsHistory && callsOnly }
    }

    @safe struct Record {
        let next: UnsafeMutablePointer<Record>?
        let key: Key
        let domain: Int32
        /// The first of the new leaves, or -1.
        let leaf: Int32
        let isShort: Bool
        let callsOnly: Bool
        let suspends: Bool
        /// Whether one leaf is replaced by one.
        let replacesOne: Bool
        /// Whether it replaces the leaf that it is looked up by and no other.
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
        /// The same, only the vertices whose synchronous actions are overridden.
        let firstCall: UnsafeMutablePointer<Int32>
        let offset: Int32
        let old: Int32
        let new: Int32
        /// First the old leaves, then the new ones; part of the memory that begins at `firstCall`.
        let firstLeaf: UnsafeMutablePointer<Int32>

        /// Whether the leaves to be replaced are those that are active.
        @inline(never) func isAbout(_ leaves: LeafRow, at position: Int32) -> Bool {
            let start = position - offset
            guard start >= 0, start + old <= leaves.count else { return false }
            for place in 0..<old where unsafe leaves[start + place] != firstLeaf[Int(place)] { return false }
            return true
        }
    }

    private let record: UnsafeMutablePointer<Record>

    init(record: UnsafeMutablePointer<Record>) { unsafe self.record = unsafe record }

    /// Whether it says all; else the microstep has to be planned in place.
    @inline(__always) var isWhole: Bool { unsafe record.pointee.leaf >= 0 }
    /// Whether one leaf is replaced by one, and there is nothing to do but to call synchronous actions.
    @usableFromInline var isShort: Bool { unsafe record.pointee.isShort }
    /// Whether there is nothing to do about a vertex but to call its synchronous action.
    @inline(__always) var callsOnly: Bool { unsafe record.pointee.callsOnly }
    /// Whether an action suspends.
    @inline(__always) var suspends: Bool { unsafe record.pointee.suspends }
    /// Whether one leaf is replaced by one.
    @inline(__always) var replacesOne: Bool { unsafe record.pointee.replacesOne }
    /// The innermost composite that stays active.
    @inline(__always) var domain: Int32 { unsafe record.pointee.domain }
    /// The first of the new leaves.
    @inline(__always) var leaf: Int32 { unsafe record.pointee.leaf }
    /// How far before the leaf that the plan was looked up by its first old leaf lies.
    @inline(__always) var offset: Int32 { unsafe record.pointee.offset }
    /// How many leaves are replaced, and by how many.
    @inline(__always) var oldCount: Int32 { unsafe record.pointee.old }
    @inline(__always) var newCount: Int32 { unsafe record.pointee.new }
    @inline(__always) var newLeaves: FlatArray<Int32> {
        unsafe FlatArray(at: record.pointee.firstLeaf + Int(oldCount), count: Int(newCount))
    }
    @inline(__always) var passes: Bool { unsafe record.pointee.passes }
    @inline(__always) var recordsHistory: Bool { unsafe record.pointee.recordsHistory }
    /// Whether it is short and leads to its target at once: see `PlainStep`.
    @inline(__always) var isShortAndNamesTarget: Bool { unsafe record.pointee.isShort && record.pointee.namesTarget }
    var isLocal: Bool { unsafe record.pointee.isLocal }
    /// What the transition is looked up by.
    var target: Int32 { unsafe record.pointee.key.target }
    /// The same for the same plan.
    var identity: Int { unsafe Int(bitPattern: record) }

    /// Whose synchronous exit actions are to be called, innermost first.
    @inline(__always) func forEachExitCall(_ body: (Int32) -> Void) {
        var position = 0
        let end = unsafe Int(record.pointee.exitCalls)
        while position < end {
            body(unsafe record.pointee.firstCall[position])
            position += 1
        }
    }

    /// Whose synchronous entry actions are to be called, outermost first.
    @inline(__always) func forEachEntryCall(_ body: (Int32) -> Void) {
        var position = unsafe Int(record.pointee.exitCalls)
        let end = unsafe Int(record.pointee.calls)
        while position < end {
            body(unsafe record.pointee.firstCall[position])
            position += 1
        }
    }

    /// What is left, innermost first.
    @inline(__always) var exits: StepRow {
        unsafe StepRow(base: record.pointee.first, count: record.pointee.exits)
    }

    /// What is entered, outermost first.
    @inline(__always) var entries: StepRow {
        unsafe StepRow(
            base: record.pointee.first + Int(record.pointee.exits), count: record.pointee.steps - record.pointee.exits)
    }
}

extension Plan: Equatable {
    @usableFromInline static func == (a: Self, b: Self) -> Bool { a.identity == b.identity }
}

/// The exits or the entries of a microstep, in the order in which they are called: those of a plan, or those that were planned in place.
@safe
struct StepRow {
    /// `nil` where nothing was ever planned in place.
    private let base: UnsafeMutablePointer<Plan.Step>?
    let count: Int32

    init(base: UnsafeMutablePointer<Plan.Step>?, count: Int32) {
        unsafe self.base = unsafe base
        self.count = count
    }

    subscript(_ position: Int32) -> Plan.Step {
        @inline(__always) get {
            assert(position >= 0 && position < count)
            return unsafe base.unsafelyUnwrapped[Int(position)]
        }
    }

    @inline(__always) func forEach(_ body: (Plan.Step) -> Void) {
        var position: Int32 = 0
        while position < count {
            body(self[position])
            position += 1
        }
    }
}

extension FlatStack<Plan.Step> {
    /// What the stack holds now; to be used up before it changes.
    @inline(__always) var row: StepRow { unsafe StepRow(base: place, count: count) }
}
