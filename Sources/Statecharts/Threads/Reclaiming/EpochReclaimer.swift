public import Synchronization

// Unsafe storage of its own: `counters` is allocated once, initialised before anybody sees it, and never freed; it
// holds atomics only.
//
// Tried against it: what is replaced while eight tasks read, in nested readings, and by values whose ends read and
// replace in turn (EpochReclaimerTests, LettingGoTests). The numbers of counters and threads do not matter, because a
// section is only counted.

/// Epoch-based reclamation: keeps what an ``RCUPointer`` has published before, until no read section can be using it.
/// Readers need neither a lock nor the counting of references.
///
/// A read section counts itself when it begins and when it ends. A retired object is kept until all sections are over
/// that began before it was retired. Then it is released: by the one who retires it if nobody reads, otherwise by the
/// last reader. Nobody waits for anybody.
///
/// A section counts itself in one of several counters. Each is on a cache line of its own and chosen by the
/// thread's stack, so that threads do not share a line. Two threads that share a counter lose time and nothing else.
///
/// Why nothing is released too early: all accesses are in one total order. Who retires an object has exchanged it for
/// another one before it looks at the counts. A reader that is not in the counts has ended, or it has not begun yet
/// and will find what is published then.
///
/// Why nothing is forgotten: who keeps something sets `keeps` before it looks at the counts, and a reader looks at
/// `keeps` after it has ended.
@safe
@usableFromInline
final class EpochReclaimer: Sendable {
    @usableFromInline
    struct Counter: ~Copyable {
        @usableFromInline let count = Atomic<Int>(0)
        // The length of a cache line on all processors that matter.
        private let padding: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) =
            (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }

    /// One reclaimer for all ports: a message passes several of them within one read section.
    @usableFromInline static let ofPorts = EpochReclaimer()

    @usableFromInline static var logarithm: Int { 4 }
    private static var counterCount: Int { 1 << logarithm }

    @usableFromInline nonisolated(unsafe) let counters: UnsafeMutablePointer<Counter>
    /// True while anything is kept.
    @usableFromInline let keeps = Atomic<Bool>(false)
    private let kept = Guarded(RetiredObjects<any AnyObject & Sendable>(counterCount: EpochReclaimer.counterCount))

    init() {
        let counters = UnsafeMutablePointer<Counter>.allocate(capacity: Self.counterCount)
        for index in 0..<Self.counterCount { unsafe (counters + index).initialize(to: Counter()) }
        unsafe self.counters = counters
    }

    // MARK: Reading

    /// Runs `body` in a read section: it may use what is published, and must keep neither that nor the section.
    /// Sections may be nested.
    @inlinable @inline(__always)
    func read<Result>(_ body: (ReadSection) -> Result) -> Result {
        let index = Self.indexOfThread
        unsafe counters[index].count.add(1, ordering: .sequentiallyConsistent)
        let result = body(ReadSection())
        unsafe counters[index].count.subtract(1, ordering: .sequentiallyConsistent)
        if keeps.load(ordering: .sequentiallyConsistent) { release() }
        return result
    }

    /// The counter of this thread: threads have their stacks far apart.
    @inlinable @inline(__always)
    static var indexOfThread: Int {
        var mark = 0
        let address = unsafe withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
        return Int(truncatingIfNeeded: (UInt64(address) >> 19 &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - logarithm))
    }

    // MARK: Taking away

    /// Keeps what is not published any more until nobody reads it.
    func retire(_ object: any AnyObject & Sendable) {
        kept.withLock { kept in
            kept.retire(object)
            keeps.store(true, ordering: .sequentiallyConsistent)
        }
        release()
    }

    /// Releases what nobody can be reading any more.
    @usableFromInline @inline(never)
    func release() {
        // Released after the lock: a deinitialiser may send messages.
        withExtendedLifetime(kept.withLock { unread(&$0) }) {}
    }

    private func unread(_ kept: inout RetiredObjects<any AnyObject & Sendable>) -> [any AnyObject & Sendable] {
        var unread: [any AnyObject & Sendable] = []
        while !kept.isEmpty {
            for index in 0..<Self.counterCount where kept.isOccupied(index) {
                if unsafe counters[index].count.load(ordering: .sequentiallyConsistent) == 0 { kept.noteEmpty(index) }
            }
            guard let lot = kept.takeUnread() else { return unread }
            unread += lot
        }
        keeps.store(false, ordering: .sequentiallyConsistent)
        return unread
    }
}

/// The decisions of the reclaimer: which retired objects have to be kept, and until when.
struct RetiredObjects<Object: Sendable>: Sendable {
    private let all: UInt64
    /// The lot that is released next, and a bit for each counter that has not been seen empty since it was retired.
    private(set) var present: [Object] = []
    private(set) var occupied: UInt64 = 0
    /// The lot behind it: what was retired after that.
    private(set) var following: [Object] = []

    init(counterCount: Int) { all = 1 << UInt64(counterCount) - 1 }

    var isEmpty: Bool { present.isEmpty }

    mutating func retire(_ object: Object) {
        if present.isEmpty {
            present = [object]
            occupied = all
        } else {
            following.append(object)
        }
    }

    func isOccupied(_ index: Int) -> Bool { occupied & 1 << UInt64(index) != 0 }

    /// No section is counted there now: one that begins later does not find the present lot.
    mutating func noteEmpty(_ index: Int) { occupied &= ~(1 << UInt64(index)) }

    /// What nobody can be reading any more; the next lot follows. `nil` if somebody may.
    mutating func takeUnread() -> [Object]? {
        guard occupied == 0 else { return nil }
        defer {
            present = following
            following = []
            occupied = present.isEmpty ? 0 : all
        }
        return present
    }
}

/// Proof that the code runs in a read section of an ``EpochReclaimer``. It is handed on, never kept.
@usableFromInline
struct ReadSection {
    @usableFromInline init() {}
}
