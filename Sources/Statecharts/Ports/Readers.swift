public import Synchronization

// Unsafe storage of its own: `places` is allocated once, initialised before anybody sees it, and never freed; it holds atomics only.

/// Those who read what is ``Published``, which so needs neither a lock nor the counting of references.
///
/// A reader notes that it has begun and that it has ended. What is taken from publication is kept until nobody is left who has begun before, then
/// released: by the one who took it away if nobody reads, otherwise by the last reader. Nobody waits for anybody.
///
/// Readers count themselves in one of several places, each on a cache line of its own and chosen by the thread's stack, so that threads are not in each other's
/// way. Two threads that share a place lose time and nothing else.
///
/// Why nothing is released too early: all accesses are in one total order. Who takes something away first exchanges what is published and then looks at the
/// counts. Of a reader that it does not count it knows that it has ended, or that it has not begun and will find what is published then.
/// Why nothing is forgotten: who keeps something says so before it looks at the counts, and a reader looks for that after it has ended.
@safe
@usableFromInline
final class Readers: Sendable {
    @usableFromInline
    struct Place: ~Copyable {
        @usableFromInline let count = Atomic<Int>(0)
        // The length of a cache line on all processors that matter.
        private let padding: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) =
            (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    }

    private struct Kept {
        /// What was taken away, and the places that have not been seen empty since.
        var present: [any AnyObject & Sendable] = []
        var occupied: UInt64 = 0
        /// What was taken away after that.
        var following: [any AnyObject & Sendable] = []
    }

    /// All ports have the same readers: a message passes several of them within one reading.
    static let ofPorts = Readers()

    @usableFromInline static var logarithm: Int { 4 }
    private static var placeCount: Int { 1 << logarithm }

    @usableFromInline nonisolated(unsafe) let places: UnsafeMutablePointer<Place>
    /// Whether anything is kept.
    @usableFromInline let keeps = Atomic<Bool>(false)
    private let kept = Guarded(Kept())

    init() {
        let places = UnsafeMutablePointer<Place>.allocate(capacity: Self.placeCount)
        for place in 0..<Self.placeCount { unsafe (places + place).initialize(to: Place()) }
        unsafe self.places = places
    }

    // MARK: Reading

    /// Runs `body`, which may use what is published and must not keep it, nor the reading. Readings may be nested.
    @inlinable @inline(__always)
    func read<Result>(_ body: (Reading) -> Result) -> Result {
        let place = Self.place
        unsafe places[place].count.add(1, ordering: .sequentiallyConsistent)
        let result = body(Reading())
        unsafe places[place].count.subtract(1, ordering: .sequentiallyConsistent)
        if keeps.load(ordering: .sequentiallyConsistent) { release() }
        return result
    }

    /// The place of this thread: threads have their stacks far apart.
    @inlinable @inline(__always)
    static var place: Int {
        var mark = 0
        let address = unsafe withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
        return Int(truncatingIfNeeded: (UInt64(address) >> 19 &* 0x9E37_79B9_7F4A_7C15) >> UInt64(64 - logarithm))
    }

    // MARK: Taking away

    /// Keeps what is not published any more until nobody reads it.
    func retire(_ object: any AnyObject & Sendable) {
        kept.withLock { kept in
            if kept.occupied == 0 {
                kept.present = [object]
                kept.occupied = Self.all
            } else {
                kept.following.append(object)
            }
            keeps.store(true, ordering: .sequentiallyConsistent)
        }
        release()
    }

    var keepsAnything: Bool { keeps.load(ordering: .sequentiallyConsistent) }

    /// Releases what nobody can be reading any more.
    @usableFromInline @inline(never)
    func release() {
        // Released after the lock: a deinitialiser may send messages.
        withExtendedLifetime(kept.withLock { unread(&$0) }) {}
    }

    private func unread(_ kept: inout Kept) -> [any AnyObject & Sendable] {
        var unread: [any AnyObject & Sendable] = []
        while kept.occupied != 0 {
            for place in 0..<Self.placeCount where kept.occupied & 1 << UInt64(place) != 0 {
                if unsafe places[place].count.load(ordering: .sequentiallyConsistent) == 0 {
                    kept.occupied &= ~(1 << UInt64(place))
                }
            }
            if kept.occupied != 0 { return unread }
            unread += kept.present
            kept.present = kept.following
            kept.following = []
            kept.occupied = kept.present.isEmpty ? 0 : Self.all
        }
        keeps.store(false, ordering: .sequentiallyConsistent)
        return unread
    }

    private static var all: UInt64 { 1 << UInt64(placeCount) - 1 }
}

/// Shows that the code is among the readers: it is handed on, never kept.
@usableFromInline
struct Reading {
    @usableFromInline init() {}
}
