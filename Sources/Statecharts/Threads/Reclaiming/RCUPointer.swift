public import Synchronization

// Unsafe storage of its own. The place holds one reference to what is published. `exchange` gives it to the caller, who
// hands it to `EpochReclaimer.retire`; `deinit` gives it up when nobody can reach the place any more. So what
// `withValue` finds is alive as long as its caller is in a read section.
//
// Tried against it: see EpochReclaimerTests, eight tasks that read while two replace.

/// A published object (RCU: read, copy, update): read sections of an ``EpochReclaimer`` find it without a lock, and use
/// it without counting references.
@safe
@usableFromInline
struct RCUPointer<Value: AnyObject & Sendable>: ~Copyable, Sendable {
    @usableFromInline let pointer = unsafe Atomic<Unmanaged<Value>?>(nil)

    init() {}

    deinit { unsafe pointer.load(ordering: .acquiring)?.release() }

    /// Uses what is published, if anything is.
    @inlinable @inline(__always)
    borrowing func withValue<Result>(_ section: ReadSection, _ body: (Value) -> Result) -> Result? {
        guard let value = unsafe pointer.load(ordering: .sequentiallyConsistent) else { return nil }
        return unsafe value._withUnsafeGuaranteedRef { body($0) }
    }

    var isPublished: Bool { unsafe pointer.load(ordering: .relaxed) != nil }

    /// True if something else is published than this.
    func isOther(than value: Value?) -> Bool {
        guard let present = unsafe pointer.load(ordering: .relaxed) else { return false }
        return unsafe present.toOpaque() != value.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
    }

    /// Publishes another value, or none. Answers with the former one, which readers may still use: it is to be retired.
    borrowing func exchange(_ value: Value?) -> Value? {
        let value = unsafe value.map { unsafe Unmanaged.passRetained($0) }
        return unsafe pointer.exchange(value, ordering: .sequentiallyConsistent)?.takeRetainedValue()
    }
}
