public import Synchronization

// `nonisolated(unsafe)`: the contents are touched inside `withContents` only, which holds the lock; nothing else reads
// or writes them. `@exclusivity(unchecked)`: the lock is not recursive, so that no two accesses overlap.
//
// Tested with events whose `deinit` posts to a machine that handles them, ends or is released (ForeignUseTests).
//
// They are not in the lock, as with `Guarded`, because code that is not compiled for the chart would have to look up
// the lock's type whenever a machine is made, started or released.

/// The queue in front of a machine: anybody puts in, only the machine takes out; at its end also a successor, to whom
/// what waits is handed over.
///
/// An actor only because it is also the executor of a machine that has no other one: one object where it would be two.
/// Its contents are under a lock and not isolated to the actor, as anybody puts in. Final, although an actor has no
/// subclasses: otherwise its members are reached through a method table.
@safe
@usableFromInline
final actor Mailbox<Event: Sendable> {
    @usableFromInline
    struct Contents: ~Copyable {
        @usableFromInline var envelopes: [Envelope<Event>] = []
        /// Made when somebody observes the machine, or when it comes to its end. They hold the mailbox too; the machine
        /// parts them.
        @usableFromInline var observers: Observers<Event>?
        /// True if the scheduler has to be called for the next envelope; while `held`, only if somebody waits for that.
        /// False while the machine is about to look, or will when it starts.
        @usableFromInline var wakesForNext = false
        /// True from when the machine has begun to enter its chart.
        var isStarted = false
        @usableFromInline var admission = Admission.everything
        /// How many messages of ports have come since the machine was released before its end; -1 if it was not.
        var lostCount: Int32 = -1
        /// Set while the machine is held for a snapshot.
        @usableFromInline var held: HeldMail?

        @inlinable init() {}

        @inlinable @inline(__always)
        mutating func put(
            _ envelope: Envelope<Event>, isFromPort: Bool, isLast: Bool, _ hasMail: borrowing Atomic<Bool>
        ) -> PutResult {
            if admission == .nothing { return .refused }
            if isFromPort, admission == .noPortMessages { return .refused }
            hasMail.store(true, ordering: .releasing)
            if isLast { admission = .nothing }
            envelopes.append(envelope)
            if !wakesForNext { return .kept }
            if let held {
                held.noteMail(behind: envelopes.count - 1)
                return envelope.sender.wantsReplyOrRoom ? .wake : .kept
            }
            wakesForNext = false
            return .wake
        }

        @inlinable @inline(__always)
        mutating func move(
            into inbox: inout Inbox<Event>, lingers: Bool, restsAfterOne: Bool, _ hasMail: borrowing Atomic<Bool>
        ) -> Int {
            let count = envelopes.count
            if count == 0 {
                if !lingers { wakesForNext = true }
                hasMail.store(false, ordering: .relaxed)
                // Both are empty: what a burst has left behind goes with the first rest.
                if envelopes.capacity > Inbox<Event>.mostKept { envelopes = [] }
                if inbox.reversed.capacity > Inbox<Event>.mostKept { inbox = Inbox() }
                return 0
            }
            swap(&inbox.reversed, &envelopes)
            if restsAfterOne, count == 1 {
                wakesForNext = true
                hasMail.store(false, ordering: .relaxed)
            }
            return count
        }
    }

    /// What is let in.
    @usableFromInline
    enum Admission {
        case everything
        /// No messages of ports, for a moment: what waits for the machine in several places is gathered in one order.
        case noPortMessages
        /// Nothing any more: the machine was told to stop, is released, or has come to its end.
        case nothing
    }

    /// What came of putting an envelope in.
    @usableFromInline
    enum PutResult: Sendable {
        /// It is in; the machine is about to look, or will when it starts or is let go.
        case kept
        /// It is in; the scheduler has to be called, as the machine rests, or is held and somebody waits for this one.
        case wake
        /// It is not in: the machine has come to its end or is about to, or gathers and takes no messages of ports yet.
        case refused
    }

    // This order avoids padding.
    @exclusivity(unchecked) @usableFromInline nonisolated(unsafe) var storedContents = Contents()
    /// False only if there are no envelopes: one load, for those who would otherwise lock to find none.
    @usableFromInline nonisolated let hasMail = Atomic<Bool>(false)
    /// Whether anybody reads the records of steps.
    @usableFromInline nonisolated let watched = Atomic<Bool>(false)
    @usableFromInline nonisolated let lock = Guarded(())

    @inlinable init() {}

    /// Does something about the contents while nobody else does.
    ///
    /// Today's compiler neither inlines nor specializes this, as the contents cannot be copied. What is called for each
    /// envelope therefore takes the lock itself.
    @inlinable @inline(__always)
    nonisolated func withContents<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
        lock.withLock { _ in unsafe body(&storedContents) }
    }
}
